import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { DesktopState, UpdateMode, UpdateState } from '../../../contract/desktop.ts'
import { formatFull } from '../../i18n/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Section } from '../../ui/Section.tsx'
import { SegmentedChoice } from '../../ui/SegmentedChoice.tsx'
import type { Desktop } from './use-desktop.ts'

const MODES: readonly UpdateMode[] = ['automatic', 'ask', 'off']
const BUSY: readonly UpdateState['status'][] = ['checking', 'downloading']

/** How updates come, how it stands with them, and the two things one can do. */
export function DesktopUpdates({ desktop, state }: { desktop: Desktop; state: DesktopState }) {
  const { t, i18n } = useTranslation()
  const { update, settings, version } = state
  const isFound = update.status === 'available' || update.status === 'ready'
  return (
    <Section title={t('desktop.updates')} hint={t('desktop.version', { version })}>
      {update.status === 'unsupported' ? (
        <p className="text-sm text-muted">{t('desktop.update.unsupported')}</p>
      ) : (
        <div className="flex flex-col items-start gap-3">
          <SegmentedChoice
            showsLabel
            label={t('desktop.updateMode')}
            value={settings.updates}
            choices={MODES.map((value) => ({ value, label: t(`desktop.mode.${value}`) }))}
            onChange={(updates) => desktop.change({ updates })}
          />
          <p className="text-sm text-muted">{t(`desktop.modeHint.${settings.updates}`)}</p>
          {update.status === 'failed' ? (
            <Notice kind="warn" className="w-full">
              {t(`desktop.updateFailure.${update.reason}`)}
            </Notice>
          ) : (
            <p role="status" className="text-sm">
              {describe(t, update, i18n.language)}
            </p>
          )}
          {isFound ? (
            <>
              <Button
                look="primary"
                isBusy={desktop.isBusy}
                onClick={() => desktop.call((bridge) => bridge.installUpdate())}
              >
                {t('desktop.install')}
              </Button>
              <p className="text-sm text-muted">{t('desktop.installWaits')}</p>
            </>
          ) : (
            <Button
              isBusy={desktop.isBusy || BUSY.includes(update.status)}
              onClick={() => desktop.call((bridge) => bridge.checkForUpdates())}
            >
              {t('desktop.check')}
            </Button>
          )}
        </div>
      )}
    </Section>
  )
}

function describe(
  t: TFunction,
  update: Exclude<UpdateState, { status: 'failed' | 'unsupported' }>,
  language: string,
): string {
  if (update.status !== 'idle') return t(`desktop.update.${update.status}`, update)
  return update.checkedAt === null
    ? t('desktop.update.never')
    : t('desktop.update.none', { time: formatFull(update.checkedAt, language) })
}
