import type { ServiceKeysChange } from '../../contract/hub-configuration.ts'
import type { Config } from './config.ts'
import { isSealed, type KeySeal } from './key-seal.ts'
import { changeSettingsFile, fixedByEnvironment } from './setting-refusals.ts'
import { SETTINGS, type Settings } from './settings.ts'

/** The settings that may lie sealed in the file as a whole. */
export const SERVICE_KEYS = ['messagingBotToken', 'pushGatewaySendKey'] as const
export type ServiceKeyName = (typeof SERVICE_KEYS)[number]

/** The settings with their service keys opened; one that cannot be opened here counts as not set. */
export function openServiceKeys(settings: Settings, seal: KeySeal): Settings {
  const opened = { ...settings }
  for (const key of SERVICE_KEYS) {
    const text = settings[key]
    opened[key] = text === undefined ? undefined : seal.open(text)
  }
  return opened
}

/** A service key that only the desktop app can open, and a sentence that says so. */
export interface ClosedServiceKey {
  key: ServiceKeyName
  message: string
}

/** The service keys that cannot be opened here. */
export function closedServiceKeys(
  settings: Pick<Settings, ServiceKeyName>,
  seal: KeySeal,
): ClosedServiceKey[] {
  const isClosed = (text: string | undefined) =>
    text !== undefined && isSealed(text) && seal.open(text) === undefined
  return SERVICE_KEYS.filter((key) => isClosed(settings[key])).map((key) => ({
    key,
    message: `The setting "${key}" was sealed by the desktop app and cannot be used here: set ${SETTINGS[key].variable}, or enter it again.`,
  }))
}

/**
 * Keeps the keys somebody typed in, sealed where possible; null takes one out of the file.
 * @throws HubError 409 for a key that the environment fixes, or a file that cannot be read; nothing is kept then
 */
export async function keepServiceKeys(
  { settingsFile, sources, keySeal }: Pick<Config, 'settingsFile' | 'sources' | 'keySeal'>,
  change: ServiceKeysChange,
): Promise<void> {
  const named = SERVICE_KEYS.filter((key) => change[key] !== undefined)
  for (const key of named) {
    if (sources[key] === 'environment') throw fixedByEnvironment(key)
  }
  await changeSettingsFile(() =>
    settingsFile.update((stored) => {
      const next = { ...stored }
      for (const key of named) {
        const text = change[key]
        if (text) next[key] = keySeal.seal(text)
        else delete next[key]
      }
      return next
    }),
  )
}
