import type { HubSettings, HubSettingsChange } from '../../contract/hub-settings.ts'
import type { Settings } from '../config/settings.ts'
import type { SettingsFile } from '../config/settings-file.ts'

export interface HubSettingsParts {
  /** What is in force; a change is in force at once for whoever reads it. */
  settings: Pick<Settings, keyof HubSettings>
  settingsFile: Pick<SettingsFile, 'update'>
}

/** The settings of the hub that clients read and its owner changes (reference: not-shown A16). */
export class HubSettingsService {
  readonly #settings: HubSettingsParts['settings']
  readonly #file: HubSettingsParts['settingsFile']

  constructor({ settings, settingsFile }: HubSettingsParts) {
    this.#settings = settings
    this.#file = settingsFile
  }

  get(): HubSettings {
    const { sessionSummaryContract, sessionSummaryInChat } = this.#settings
    return { sessionSummaryContract, sessionSummaryInChat }
  }

  /** Keeps the change in the settings file, then puts it in force. @throws SettingError for a damaged file */
  async update(change: HubSettingsChange): Promise<HubSettings> {
    await this.#file.update((stored) => ({ ...stored, ...change }))
    Object.assign(this.#settings, change)
    return this.get()
  }
}
