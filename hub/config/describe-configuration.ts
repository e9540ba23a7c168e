import { homedir } from 'node:os'
import { isDeepStrictEqual } from 'node:util'
import type { ConfigurationEntry, HubConfiguration } from '../../contract/hub-configuration.ts'
import { type Config, effective } from './config.ts'
import { openServiceKeys } from './service-keys.ts'
import {
  SETTING_KEYS,
  SETTINGS,
  type Setting,
  SettingError,
  type SettingKey,
  type StoredSettings,
} from './settings.ts'

/** What the file says of these holds at once: the CLIs on this computer read them, or the hub made them itself. */
const HOLDS_AT_ONCE: ReadonlySet<SettingKey> = new Set([
  'apiUrl',
  'extraHeaders',
  'machineId',
  'machineIdConfirmedByServer',
  'runnerAutoStartWhenRunningCli',
  'vapidKeys',
])

/**
 * Every setting with its value in force, where that comes from, and whether the file says something else by
 * now. Secrets are told to be set or not, nothing more.
 */
export function describeConfiguration(
  {
    home,
    settings,
    sources,
    settingsFile,
    keySeal,
  }: Pick<Config, 'home' | 'settings' | 'sources' | 'settingsFile' | 'keySeal'>,
  userHome = homedir(),
): HubConfiguration {
  const file = readNow(settingsFile)
  const afterRestart =
    'stored' in file ? openServiceKeys(effective(file.stored, userHome), keySeal) : settings
  const stored = 'stored' in file ? file.stored : undefined
  const entries = SETTING_KEYS.map((key): ConfigurationEntry => {
    const { variable, isSecret }: Setting = SETTINGS[key]
    const isFixed = sources[key] === 'environment'
    const value: unknown = HOLDS_AT_ONCE.has(key) && !isFixed ? afterRestart[key] : settings[key]
    const needsRestart = !isFixed && !isDeepStrictEqual(value, afterRestart[key])
    const forPeople = (told: unknown) => (isSecret || !isSet(told) ? null : shown(told))
    return {
      key,
      variable: variable ?? null,
      source: isFixed
        ? 'environment'
        : stored
          ? stored[key] === undefined
            ? 'default'
            : 'file'
          : sources[key],
      isSet: isSet(value),
      value: forPeople(value),
      needsRestart,
      ...(needsRestart && { valueAfterRestart: forPeople(afterRestart[key]) }),
    }
  })
  return {
    dataFolder: home,
    settingsPath: settingsFile.path,
    entries,
    restartRequired: entries.some(({ needsRestart }) => needsRestart),
    problem: 'problem' in file ? file.problem : null,
  }
}

function readNow(file: Config['settingsFile']): { stored: StoredSettings } | { problem: string } {
  try {
    return { stored: file.read() }
  } catch (error) {
    if (error instanceof SettingError) return { problem: error.message }
    throw error
  }
}

const isSet = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0)

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join(', ')
  return typeof value === 'string' ? value.replace(/(:\/\/)[^/@]*@/, '$1•••@') : JSON.stringify(value)
}
