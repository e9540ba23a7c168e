import { useTranslation } from 'react-i18next'
import type { HubConfiguration } from '../../../contract/hub-configuration.ts'
import { Section } from '../../ui/Section.tsx'
import { OwnerQuery } from '../shell/OwnerQuery.tsx'
import { NetworkListenChoice } from './NetworkListenChoice.tsx'
import { NetworkPublicAddress } from './NetworkPublicAddress.tsx'
import { entryOf } from './network-choice.ts'
import { RestartOffer } from './RestartOffer.tsx'
import { useConfiguration } from './use-configuration.ts'

/** Who can reach the hub: this computer, the network it is in, anybody with the address. */
export function NetworkSettings() {
  const { t } = useTranslation()
  const query = useConfiguration()
  return (
    <Section title={t('network.title')} hint={t('network.hint')}>
      <OwnerQuery
        query={query}
        loading={t('settings.loading')}
        failed={(reason) => t('settings.failed', { reason })}
        shape="h-96"
      >
        {(configuration) => <Network configuration={configuration} />}
      </OwnerQuery>
    </Section>
  )
}

function Network({ configuration }: { configuration: HubConfiguration }) {
  const listenHost = entryOf(configuration, 'listenHost')
  const publicUrl = entryOf(configuration, 'publicUrl')
  const port = entryOf(configuration, 'listenPort')?.value ?? ''
  const waits = [listenHost, publicUrl].some((entry) => entry?.needsRestart)
  return (
    <div className="flex flex-col gap-6">
      {waits && <RestartOffer />}
      {listenHost && <NetworkListenChoice entry={listenHost} />}
      {publicUrl && (
        <NetworkPublicAddress
          // Somebody may have changed it elsewhere: the field then begins anew.
          key={`${publicUrl.value} ${publicUrl.valueAfterRestart}`}
          entry={publicUrl}
          hubAddress={`http://127.0.0.1:${port}`}
        />
      )}
    </div>
  )
}
