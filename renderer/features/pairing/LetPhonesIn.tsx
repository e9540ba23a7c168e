import { Wifi } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { chosenValue, entryOf, LISTEN_HOSTS, listenChoice } from '../settings/network-choice.ts'
import { RestartOffer } from '../settings/RestartOffer.tsx'
import { useConfiguration } from '../settings/use-configuration.ts'
import { useNetwork } from '../settings/use-settings-change.ts'

/** The two ways out when the hub listens to its own computer only: one press, or an address of one's own. */
export function LetPhonesIn() {
  const { t } = useTranslation()
  const { data: configuration } = useConfiguration()
  const publicUrl = configuration && entryOf(configuration, 'publicUrl')
  const address = publicUrl?.needsRestart ? chosenValue(publicUrl) : ''
  return (
    <>
      {address !== '' && (
        <div className="flex flex-col gap-2">
          <p>{t('pair.addressWaits', { address })}</p>
          <RestartOffer />
        </div>
      )}
      <div className="flex flex-col items-start gap-2">
        <h3 className="font-medium">{t('pair.wifi')}</h3>
        <FromThisNetwork offersRestart={address === ''} />
      </div>
      <FromAnywhere />
    </>
  )
}

function FromThisNetwork({ offersRestart }: { offersRestart: boolean }) {
  const { t } = useTranslation()
  const { data: configuration } = useConfiguration()
  const { pending, problem, keep } = useNetwork()
  const entry = configuration && entryOf(configuration, 'listenHost')
  if (entry?.source === 'environment') return <p>{t('network.fixed', { variable: entry.variable ?? '' })}</p>
  if (entry?.needsRestart && listenChoice(chosenValue(entry)) !== 'here') {
    return (
      <>
        <p>{t('pair.letInWaits')}</p>
        {offersRestart && <RestartOffer />}
      </>
    )
  }
  return (
    <>
      <p className="text-sm text-muted">{t('pair.wifiText')}</p>
      <Button
        look="primary"
        icon={<Wifi size={17} aria-hidden />}
        isBusy={pending !== undefined}
        onClick={() => keep({ listenHost: LISTEN_HOSTS.network })}
      >
        {t('pair.letIn')}
      </Button>
      {problem !== undefined && (
        <Notice kind="danger">{t('settings.saveFailed', { reason: problem })}</Notice>
      )}
    </>
  )
}

/** Where the way from anywhere is set up. */
export function FromAnywhere() {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col items-start gap-1">
      <h3 className="font-medium">{t('pair.anywhere')}</h3>
      <p className="text-sm text-muted">{t('pair.anywhereText')}</p>
      <TextLink to="/settings" hash="network">
        {t('pair.toNetwork')}
      </TextLink>
    </div>
  )
}
