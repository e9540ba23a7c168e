import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DesktopBridge } from '../../../contract/desktop-calls.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useDesktop } from './use-desktop.ts'

/**
 * What the desktop app asks or tells once, a thing at a time: a link that is not for here, that the hub had to be
 * started again, that closing is not quitting, whether to start at login. Also goes where the tray or a link says.
 */
export function DesktopBanners({ bridge }: { bridge: DesktopBridge }) {
  const { t } = useTranslation()
  const { history } = useRouter()
  const [foreignHub, setForeignHub] = useState<string>()
  const [hasRestarted, setRestarted] = useState(false)
  const { state, isBusy, call } = useDesktop(bridge)
  useEffect(
    () =>
      bridge.onNews((news) => {
        if (news.type === 'open') history.push(news.path)
        if (news.type === 'foreign-link') setForeignHub(news.hub)
        if (news.type === 'hub-restarted' && news.byItself) setRestarted(true)
      }),
    [bridge, history],
  )
  if (foreignHub !== undefined) {
    return (
      <Banner text={t('desktop.foreignLink', { hub: foreignHub })}>
        <Button size="small" onClick={() => setForeignHub(undefined)}>
          {t('common.close')}
        </Button>
      </Banner>
    )
  }
  if (hasRestarted) {
    return (
      <Banner text={t('desktop.hubRestarted')}>
        <Button size="small" onClick={() => setRestarted(false)}>
          {t('common.close')}
        </Button>
      </Banner>
    )
  }
  if (state?.tellsAboutTray) {
    return (
      <Banner text={t('desktop.trayNote')}>
        <Button size="small" isBusy={isBusy} onClick={() => call(() => bridge.dismissTrayNote())}>
          {t('desktop.trayNoteRead')}
        </Button>
      </Banner>
    )
  }
  if (!state?.asksAboutLogin) return null
  const answer = (startAtLogin: boolean) => call(() => bridge.answerLoginQuestion({ startAtLogin }))
  return (
    <Banner text={t('desktop.loginQuestion')}>
      <Button size="small" look="primary" isBusy={isBusy} onClick={() => answer(true)}>
        {t('desktop.loginYes')}
      </Button>
      <Button size="small" isBusy={isBusy} onClick={() => answer(false)}>
        {t('desktop.loginNo')}
      </Button>
    </Banner>
  )
}

function Banner({ text, children }: { text: string; children: ReactNode }) {
  useEffect(() => announce(text), [text])
  return (
    <Notice className="m-2">
      <div
        data-testid="desktop-banner"
        className="flex flex-col gap-2 sm:flex-row sm:items-center sm:justify-between"
      >
        <span>{text}</span>
        <div className="flex flex-wrap gap-2">{children}</div>
      </div>
    </Notice>
  )
}
