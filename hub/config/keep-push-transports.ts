import type { PushTransportsChange } from '../../contract/hub-configuration.ts'
import type { Config } from './config.ts'
import { keepSettings, requireNoCredentials } from './keep-settings.ts'

/** Keeps how phones are notified. A relay of null leaves the file. @throws HubError as `keepSettings` */
export function keepPushTransports(
  config: Pick<Config, 'settingsFile' | 'sources'>,
  change: PushTransportsChange,
): Promise<void> {
  return keepSettings<keyof PushTransportsChange>(config, change, ({ iosPushRelayUrl: address }) => {
    if (typeof address === 'string') requireNoCredentials('iosPushRelayUrl', address)
  })
}
