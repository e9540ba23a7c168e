import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { withFileLock } from './file-lock.ts'
import { jsonFaultAt } from './json-fault.ts'
import { nearestOf } from './nearest-name.ts'
import { ensurePrivateFolder, tighten, writePrivateFile } from './private-file.ts'
import {
  checkSetting,
  REPLACED_KEYS,
  SETTING_KEYS,
  SETTINGS,
  SettingError,
  type SettingKey,
  type StoredSettings,
} from './settings.ts'

/**
 * The settings file: read strictly, written in one step under a lock, never touched when it cannot be
 * understood (spec: Configuration file).
 */
export class SettingsFile {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }

  /**
   * What the file holds; nothing when it does not exist.
   * @throws SettingError for a file that is not JSON, an unknown or replaced key, or a bad value
   */
  read(): StoredSettings {
    if (!existsSync(this.path)) return {}
    tighten(this.path, 0o600)
    const content = this.#parse(withoutMark(readFileSync(this.path, 'utf8')))
    for (const key of Object.keys(content)) this.#requireKnown(key)
    const entries = Object.entries(content) as [SettingKey, unknown][]
    return Object.fromEntries(
      entries.map(([key, value]) => [key, checkSetting(key, value, 'file', this.path)]),
    )
  }

  /**
   * Changes the file to what `change` makes of its present content; writes nothing when that is the very
   * object it was given. Undefined values leave the file.
   * @throws SettingError as `read()` does, and for a bad value in the outcome
   */
  async update(change: (stored: StoredSettings) => StoredSettings): Promise<StoredSettings> {
    ensurePrivateFolder(dirname(this.path))
    return withFileLock(`${this.path}.lock`, () => {
      const stored = this.read()
      const changed = change(stored)
      if (changed === stored) return stored
      for (const key of SETTING_KEYS) {
        if (changed[key] !== undefined) checkSetting(key, changed[key], 'file', this.path)
      }
      writePrivateFile(this.path, `${JSON.stringify(changed, null, 2)}\n`)
      return changed
    })
  }

  #parse(text: string): object {
    let content: unknown
    try {
      content = JSON.parse(text)
    } catch {
      throw new SettingError(
        `The settings file ${this.path} is not valid JSON and was left as it is: look at ${placeOf(text)}.`,
      )
    }
    if (typeof content !== 'object' || content === null || Array.isArray(content)) {
      throw new SettingError(`The settings file ${this.path} must hold a JSON object; it was left as it is.`)
    }
    return content
  }

  #requireKnown(key: string): void {
    if (Object.hasOwn(SETTINGS, key)) return
    const replacement = Object.hasOwn(REPLACED_KEYS, key) ? REPLACED_KEYS[key] : undefined
    if (replacement) {
      const { variable } = SETTINGS[replacement]
      throw new SettingError(
        `The setting "${key}" in ${this.path} is no longer used: write "${replacement}" instead (environment variable ${variable}).`,
      )
    }
    throw new SettingError(
      `The settings file ${this.path} has an unknown setting "${key}"${suggestionFor(key)}.`,
      'settings-newer',
    )
  }
}

/** Some editors begin a file with a mark of its encoding, which is no JSON. */
const withoutMark = (text: string) => text.replace(/^\ufeff/, '')

/** Where the text stops being JSON; never what stands there, which may be a secret. */
function placeOf(text: string): string {
  const before = text.slice(0, jsonFaultAt(text)).split('\n')
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`
}

function suggestionFor(key: string): string {
  const meant = nearestOf(SETTING_KEYS, key)
  return meant === undefined ? '' : `; did you mean "${meant}"?`
}
