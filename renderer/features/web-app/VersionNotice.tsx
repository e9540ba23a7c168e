import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { appVersion } from './app-version.ts'
import { useProtocolFits } from './use-protocol-fits.ts'

/** Offers a newer build of the page, and says so when this one does not fit the hub. Reloads on a press only. */
export function VersionNotice() {
  const { t } = useTranslation()
  const state = useSyncExternalStore(appVersion.subscribe, appVersion.getState)
  const fits = useProtocolFits()
  if (fits && state === 'current') return null
  return (
    <div role="status">
      <Notice kind={fits ? 'info' : 'warn'} className="m-2">
        <div className="flex flex-col gap-2 sm:flex-row sm:items-center sm:justify-between">
          <span>
            {fits ? t(state === 'offered' ? 'version.offered' : 'version.replaced') : t('version.mismatch')}
          </span>
          <Button size="small" onClick={() => void appVersion.show()}>
            {state === 'offered' ? t('version.show') : t('version.reload')}
          </Button>
        </div>
      </Notice>
    </div>
  )
}
