import { useTranslation } from 'react-i18next'
import type { DesktopState } from '../../../contract/desktop.ts'
import type { DesktopBridge } from '../../../contract/desktop-calls.ts'
import { findBridge } from '../../bridge.ts'
import { formatMoment } from '../../i18n/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Section } from '../../ui/Section.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { DesktopDiagnostics } from './DesktopDiagnostics.tsx'
import { DesktopUpdates } from './DesktopUpdates.tsx'
import { type Desktop, useDesktop } from './use-desktop.ts'

/** What the desktop app adds to the settings; nothing in a browser. */
export function DesktopSettings() {
  const bridge = findBridge()
  return bridge ? <DesktopSections bridge={bridge} /> : null
}

function DesktopSections({ bridge }: { bridge: DesktopBridge }) {
  const { t } = useTranslation()
  const desktop = useDesktop(bridge)
  const { state, hasFailed } = desktop
  if (!state) {
    return (
      <Section title={t('desktop.title')}>
        {hasFailed ? (
          <Notice kind="danger">{t('desktop.failed')}</Notice>
        ) : (
          <div role="status" aria-label={t('desktop.loading')}>
            <Skeleton className="h-32" />
          </div>
        )}
      </Section>
    )
  }
  return (
    <>
      {state.warnings.length > 0 && (
        <Notice kind="warn">
          <p className="font-medium">{t('desktop.warnings')}</p>
          <ul className="list-disc pl-5">
            {state.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      )}
      <ThisComputer desktop={desktop} state={state} />
      <DesktopUpdates desktop={desktop} state={state} />
      <DesktopDiagnostics bridge={bridge} />
    </>
  )
}

/** How the app behaves on this computer. */
function ThisComputer({ desktop, state }: { desktop: Desktop; state: DesktopState }) {
  const { t } = useTranslation()
  const { settings, canStartAtLogin } = state
  return (
    <Section title={t('desktop.title')}>
      <div className="flex flex-col gap-3">
        <Switch
          label={t('desktop.startAtLogin')}
          hint={t(canStartAtLogin ? 'desktop.startAtLoginHint' : 'desktop.startAtLoginUnavailable')}
          isOn={settings.startAtLogin}
          isDisabled={!canStartAtLogin || desktop.isBusy}
          onChange={(startAtLogin) => desktop.change({ startAtLogin })}
        />
        <Switch
          label={t('desktop.keepAwake')}
          hint={t('desktop.keepAwakeHint')}
          isOn={settings.keepAwake}
          isDisabled={desktop.isBusy}
          onChange={(keepAwake) => desktop.change({ keepAwake })}
        />
        <PauseNotifications desktop={desktop} pausedUntil={state.pausedUntil} />
        {desktop.isRefused && <Notice kind="danger">{t('desktop.notDone')}</Notice>}
      </div>
    </Section>
  )
}

function PauseNotifications({ desktop, pausedUntil }: { desktop: Desktop; pausedUntil: number | null }) {
  const { t, i18n } = useTranslation()
  const pause = (length: 'hour' | 'tomorrow' | 'off') =>
    desktop.call((bridge) => bridge.pauseNotifications({ for: length }))
  return (
    <div className="py-1">
      <h3 className="font-medium">{t('desktop.pause')}</h3>
      <p className="mb-2 text-sm text-muted" role="status">
        {pausedUntil === null
          ? t('desktop.pauseOn')
          : t('desktop.pausedUntil', { time: formatMoment(pausedUntil, Date.now(), i18n.language) })}
      </p>
      <div className="flex flex-wrap gap-2">
        {pausedUntil === null ? (
          <>
            <Button size="small" isBusy={desktop.isBusy} onClick={() => pause('hour')}>
              {t('desktop.pauseHour')}
            </Button>
            <Button size="small" isBusy={desktop.isBusy} onClick={() => pause('tomorrow')}>
              {t('desktop.pauseTomorrow')}
            </Button>
          </>
        ) : (
          <Button size="small" isBusy={desktop.isBusy} onClick={() => pause('off')}>
            {t('desktop.pauseEnd')}
          </Button>
        )}
      </div>
    </div>
  )
}
