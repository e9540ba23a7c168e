import { errorText } from '../../contract/error-texts.ts'
import { HubError } from '../errors.ts'
import { SETTINGS, SettingError, type SettingKey } from './settings.ts'

/** 409: what the environment fixes cannot be changed in the file. */
export function fixedByEnvironment(key: SettingKey): HubError {
  const { variable } = SETTINGS[key]
  return new HubError(409, errorText('fixedByEnvironment', String(variable)), {
    code: 'fixed_by_environment',
    details: { variable },
  })
}

/**
 * Runs a change of the settings file.
 * @throws HubError 409 where the file cannot be read by now; it is left as it is
 */
export async function changeSettingsFile(change: () => Promise<unknown>): Promise<void> {
  try {
    await change()
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    throw new HubError(409, error.message, { code: 'settings_unreadable' })
  }
}
