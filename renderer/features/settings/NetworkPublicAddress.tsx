import { useTranslation } from 'react-i18next'
import type { ConfigurationEntry } from '../../../contract/hub-configuration.ts'
import { TextLink } from '../../ui/TextLink.tsx'
import { AddressForm } from './AddressForm.tsx'
import { chosenValue, readAddress } from './network-choice.ts'
import { useNetwork } from './use-settings-change.ts'

interface NetworkPublicAddressProps {
  entry: ConfigurationEntry
  /** Where a tunnel or a proxy on the hub's computer finds it. */
  hubAddress: string
}

/** The address others reach the hub at from anywhere. */
export function NetworkPublicAddress({ entry, hubAddress }: NetworkPublicAddressProps) {
  const { t } = useTranslation()
  const { pending, problem, keep } = useNetwork()
  return (
    <AddressForm
      entry={entry}
      label={t('network.publicUrl')}
      hint={t('network.publicUrlHint', { address: hubAddress })}
      notSafe={t('network.notSafe')}
      pending={pending?.publicUrl}
      problem={problem}
      keep={(publicUrl, onKept) => keep({ publicUrl }, onKept)}
      read={(text) => {
        const typed = readAddress(text)
        if ('url' in typed) return typed
        return { mistake: t(typed.problem === 'invalid' ? 'network.invalid' : 'network.loopback') }
      }}
    >
      {chosenValue(entry) !== '' && !entry.needsRestart && <TextLink to="/pair">{t('network.try')}</TextLink>}
    </AddressForm>
  )
}
