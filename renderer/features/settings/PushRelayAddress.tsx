import { useTranslation } from 'react-i18next'
import type { ConfigurationEntry } from '../../../contract/hub-configuration.ts'
import { AddressForm } from './AddressForm.tsx'
import { readWebAddress } from './network-choice.ts'
import { usePushTransports } from './use-settings-change.ts'

/** The relay that passes notifications on to phones. */
export function PushRelayAddress({ entry }: { entry: ConfigurationEntry }) {
  const { t } = useTranslation()
  const { pending, problem, keep } = usePushTransports()
  return (
    <AddressForm
      entry={entry}
      label={t('pushTransports.relay')}
      hint={t('pushTransports.relayHint')}
      notSafe={t('pushTransports.notSafe')}
      pending={pending?.iosPushRelayUrl}
      problem={problem}
      keep={(iosPushRelayUrl, onKept) => keep({ iosPushRelayUrl }, onKept)}
      read={(text) => {
        const url = readWebAddress(text)
        return url === undefined ? { mistake: t('pushTransports.invalid') } : { url }
      }}
    />
  )
}
