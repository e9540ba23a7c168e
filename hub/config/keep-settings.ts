import { HubError } from '../errors.ts'
import type { Config } from './config.ts'
import { changeSettingsFile, fixedByEnvironment } from './setting-refusals.ts'
import { SETTINGS, type SettingKey, type StoredSettings } from './settings.ts'

/** New values by their names in the settings file: null takes one out of it, undefined leaves it as it is. */
export type SettingsChange<Key extends SettingKey> = { [K in Key]?: StoredSettings[K] | null }

/**
 * Keeps settings in the settings file, whose other keys stay as they are; in force from the next start.
 * @param check refuses what a setting takes but must not be kept all the same
 * @throws HubError 400 with `setting` for a value the settings do not take; 409 for one that the environment
 *   fixes, or a file that cannot be read; nothing is kept then
 */
export async function keepSettings<Key extends SettingKey>(
  { settingsFile, sources }: Pick<Config, 'settingsFile' | 'sources'>,
  change: SettingsChange<Key>,
  check: (change: SettingsChange<Key>) => void | Promise<void> = () => {},
): Promise<void> {
  const named = (Object.keys(change) as Key[]).filter((key) => change[key] !== undefined)
  for (const key of named) {
    if (sources[key] === 'environment') throw fixedByEnvironment(key)
  }
  for (const key of named) requireTaken(key, change[key])
  await check(change)
  await changeSettingsFile(() =>
    settingsFile.update((stored) => {
      const next: StoredSettings = { ...stored }
      for (const key of named) next[key] = change[key] ?? undefined
      return named.some((key) => next[key] !== stored[key]) ? next : stored
    }),
  )
}

/** 400: this value of a setting is not kept. */
export const invalidSetting = (setting: SettingKey, reason: string) =>
  new HubError(400, `${setting} ${reason}`, { details: { setting } })

/** A link that holds a name or a password would be written to logs and shown to others. */
export function requireNoCredentials(key: SettingKey, address: string): void {
  const { username, password } = new URL(address)
  if (username !== '' || password !== '') throw invalidSetting(key, 'must not hold a name or a password')
}

function requireTaken(key: SettingKey, value: unknown): void {
  const { schema, expected } = SETTINGS[key]
  if (value !== null && !schema.safeParse(value).success) throw invalidSetting(key, `must be ${expected}`)
}
