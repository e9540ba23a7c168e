import { useTranslation } from 'react-i18next'
import {
  AndroidPushMode,
  type ConfigurationEntry,
  type HubConfiguration,
  IosPushMode,
} from '../../../contract/hub-configuration.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Section } from '../../ui/Section.tsx'
import { SegmentedChoice } from '../../ui/SegmentedChoice.tsx'
import { OwnerQuery } from '../shell/OwnerQuery.tsx'
import { NetworkSource } from './NetworkSource.tsx'
import { chosenValue, entryOf } from './network-choice.ts'
import { PushRelayAddress } from './PushRelayAddress.tsx'
import { RestartOffer } from './RestartOffer.tsx'
import { useConfiguration } from './use-configuration.ts'
import { usePushTransports } from './use-settings-change.ts'

const KEYS = ['androidPushMode', 'iosPushMode', 'iosPushRelayUrl'] as const

/** How phones with the companion app are notified. */
export function PushTransportSettings() {
  const { t } = useTranslation()
  const query = useConfiguration()
  return (
    <Section title={t('pushTransports.title')} hint={t('pushTransports.hint')}>
      <OwnerQuery
        query={query}
        loading={t('settings.loading')}
        failed={(reason) => t('settings.failed', { reason })}
        shape="h-96"
      >
        {(configuration) => <Transports configuration={configuration} />}
      </OwnerQuery>
    </Section>
  )
}

function Transports({ configuration }: { configuration: HubConfiguration }) {
  const { t } = useTranslation()
  const [android, ios, relay] = KEYS.map((key) => entryOf(configuration, key))
  if (!android || !ios || !relay) return null
  const waits = [android, ios, relay].some(({ needsRestart }) => needsRestart)
  const modes = [chosenValue(android), chosenValue(ios)]
  const wantsRelay = modes.some((mode) => mode === 'relay' || mode === 'auto')
  return (
    <div className="flex flex-col gap-6">
      {waits && <RestartOffer />}
      <PushMode platform="android" entry={android} modes={AndroidPushMode.options} />
      <PushMode platform="ios" entry={ios} modes={IosPushMode.options} />
      {wantsRelay && chosenValue(relay) === '' && <Notice kind="warn">{t('pushTransports.noRelay')}</Notice>}
      {/* Somebody may have changed it elsewhere: the field then begins anew. */}
      <PushRelayAddress key={`${relay.value} ${relay.valueAfterRestart}`} entry={relay} />
    </div>
  )
}

interface PushModeProps {
  platform: 'android' | 'ios'
  entry: ConfigurationEntry
  modes: readonly AndroidPushMode[]
}

function PushMode({ platform, entry, modes }: PushModeProps) {
  const { t } = useTranslation()
  const { pending, problem, keep } = usePushTransports()
  const kept = chosenValue(entry)
  const chosen = pending === undefined ? kept : Object.values(pending)[0]
  const mode = modes.find((known) => known === chosen)
  const name = t(`pushTransports.platform.${platform}`)
  const change = (value: AndroidPushMode) => {
    if (pending === undefined) keep({ [`${platform}PushMode`]: value })
  }
  return (
    <div className="flex flex-col gap-2">
      {entry.source === 'environment' ? (
        <p>
          <span className="block text-sm font-medium">{name}</span>
          {mode === undefined ? kept : t(`pushTransports.mode.${mode}`)}
        </p>
      ) : (
        <SegmentedChoice
          label={name}
          showsLabel
          value={mode ?? ''}
          choices={modes.map((value) => ({ value, label: t(`pushTransports.mode.${value}`) }))}
          onChange={(value) => value !== '' && change(value)}
        />
      )}
      {mode === undefined ? (
        <Notice kind="warn">{t('pushTransports.unknownMode', { mode: kept })}</Notice>
      ) : (
        <p className="text-sm">{t(`pushTransports.modeText.${mode}`)}</p>
      )}
      <NetworkSource entry={entry} />
      {problem !== undefined && (
        <Notice kind="danger">{t('settings.saveFailed', { reason: problem })}</Notice>
      )}
    </div>
  )
}
