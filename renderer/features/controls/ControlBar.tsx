import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Setting } from '../../../contract/flavors.ts'
import type { Session } from '../../../contract/session.ts'
import { announce } from '../../ui/announce.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useHub } from '../connection/hub-context.ts'
import { useAction } from '../connection/use-action.ts'
import { applySetting } from './apply-setting.ts'
import { ContextMeter } from './ContextMeter.tsx'
import { SettingMenu } from './SettingMenu.tsx'
import { type SettingValue, settingsOf } from './settings.ts'

/** How the agent works, each setting a button with a list, and how full its memory is. */
export function ControlBar({ session }: { session: Session }) {
  const { t } = useTranslation()
  const { client, store } = useHub()
  const { id } = session
  const { run, error } = useAction()
  const [changing, setChanging] = useState<Setting>()
  const change = useCallback(
    async (setting: Setting, value: SettingValue) => {
      setChanging(setting)
      const isDone = await run(() => store.actions.act(id, applySetting(client, id, { setting, value })))
      setChanging(undefined)
      if (isDone) announce(t('controls.changed', { setting: t(`controls.${setting}`) }))
    },
    [run, store, client, id, t],
  )
  return (
    <>
      {error !== undefined && <Notice kind="danger">{error}</Notice>}
      <section aria-label={t('controls.label')} className="flex items-center gap-3">
        <div className="thin-scroll -mx-1 flex min-w-0 flex-1 items-center gap-1 overflow-x-auto px-1 py-0.5">
          {settingsOf(session).map((setting) => (
            <SettingMenu
              key={setting}
              session={session}
              setting={setting}
              isChanging={changing === setting}
              onChange={change}
            />
          ))}
        </div>
        <ContextMeter session={session} />
      </section>
    </>
  )
}
