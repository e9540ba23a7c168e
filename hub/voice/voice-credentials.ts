import { errorText } from '../../contract/error-texts.ts'
import type { CredentialStatus, VoiceCredentials, VoiceCredentialsChange } from '../../contract/voice.ts'
import { isSealed, type KeySeal } from '../config/key-seal.ts'
import type { Settings } from '../config/settings.ts'
import type { SettingsFile } from '../config/settings-file.ts'
import { VOICE_KEY_VARIABLES, type VoiceEnvironment, type VoiceKey } from '../config/voice-environment.ts'
import { HubError } from '../errors.ts'

export interface VoiceCredentialsParts {
  environment: Pick<VoiceEnvironment, 'keys' | 'compatible'>
  /** `providerCredentials` of what is in force; replaced by every change. */
  settings: Pick<Settings, 'providerCredentials'>
  settingsFile: Pick<SettingsFile, 'update'>
  /** Closes the keys before they are kept. */
  seal: KeySeal
}

type Stored = Record<string, unknown>
type CompatibleField = keyof VoiceEnvironment['compatible']

const COMPATIBLE = 'openaiCompatible'
const COMPATIBLE_VARIABLES: Record<CompatibleField, string> = {
  baseUrl: 'TRANSCRIPTION_BASE_URL',
  model: 'TRANSCRIPTION_MODEL',
  apiKey: 'TRANSCRIPTION_API_KEY',
}
const HINT_CHARACTERS = 4
/** Four characters of a shorter key would be too much of it. */
const HINTED_KEY_MIN = 12

/** The keys of speech services: from the environment, else from the settings file (reference: not-shown A15). */
export class VoiceCredentialStore {
  readonly #environment: VoiceCredentialsParts['environment']
  readonly #settings: VoiceCredentialsParts['settings']
  readonly #file: VoiceCredentialsParts['settingsFile']
  readonly #seal: KeySeal

  constructor({ environment, settings, settingsFile, seal }: VoiceCredentialsParts) {
    this.#environment = environment
    this.#settings = settings
    this.#file = settingsFile
    this.#seal = seal
  }

  key(name: VoiceKey): string | undefined {
    return this.#environment.keys[name] ?? this.#opened(this.#stored[name])
  }

  /** A field of the service that speaks OpenAI's protocol. */
  compatible(field: CompatibleField): string | undefined {
    return this.#environment.compatible[field] ?? this.#opened(objectOf(this.#stored[COMPATIBLE])[field])
  }

  /** Everything but the keys themselves. */
  describe(): VoiceCredentials {
    const status = (name: VoiceKey) => this.#status(this.key(name), this.#environment.keys[name])
    const { baseUrl, model, apiKey } = this.#environment.compatible
    const isConfigured = this.compatible('baseUrl') !== undefined && this.compatible('model') !== undefined
    const isFixed = baseUrl !== undefined || model !== undefined
    return {
      openai: status('openai'),
      elevenlabs: status('elevenlabs'),
      deepgram: status('deepgram'),
      groq: status('groq'),
      openaiCompatible: {
        configured: isConfigured,
        source: isConfigured ? (isFixed ? 'env' : 'settings') : 'none',
        baseUrl: this.compatible('baseUrl') ?? null,
        model: this.compatible('model') ?? null,
        baseUrlEditable: baseUrl === undefined,
        modelEditable: model === undefined,
        apiKey: this.#status(this.compatible('apiKey'), apiKey),
      },
      voiceBackends: {
        elevenlabs: status('elevenlabs'),
        geminiLive: status('geminiLive'),
        qwenRealtime: status('qwenRealtime'),
      },
    }
  }

  /**
   * Keeps the values named in the settings file; null and blank ones leave it.
   * @throws HubError 409 when an environment variable fixes one of them; nothing is kept then
   */
  async change({ openaiCompatible, ...keys }: VoiceCredentialsChange): Promise<VoiceCredentials> {
    this.#refuseFixed(keys, this.#environment.keys, VOICE_KEY_VARIABLES)
    this.#refuseFixed(openaiCompatible ?? {}, this.#environment.compatible, COMPATIBLE_VARIABLES)
    const { providerCredentials } = await this.#file.update((settings) => {
      const stored = settings.providerCredentials ?? {}
      const compatible = filled({
        ...objectOf(stored[COMPATIBLE]),
        ...openaiCompatible,
        ...this.#sealed({ apiKey: openaiCompatible?.apiKey }),
      })
      const next = filled({ ...stored, ...this.#sealed(keys), [COMPATIBLE]: compatible })
      return { ...settings, providerCredentials: Object.keys(next).length > 0 ? next : undefined }
    })
    this.#settings.providerCredentials = providerCredentials
    return this.describe()
  }

  /** Names of the keys in the settings file that were sealed where this hub cannot open them. */
  unopened(): string[] {
    const all = { ...this.#stored, [COMPATIBLE]: objectOf(this.#stored[COMPATIBLE]).apiKey }
    return Object.entries(all)
      .filter(
        ([, value]) => typeof value === 'string' && isSealed(value) && this.#opened(value) === undefined,
      )
      .map(([name]) => name)
  }

  /** What is typed in as it goes into the file; what is not given, or taken away, stays as it is. */
  #sealed(keys: Stored): Stored {
    const given = Object.entries(keys).filter(([, value]) => value !== undefined)
    return Object.fromEntries(
      given.map(([name, value]) => {
        const text = textOf(value)
        return [name, text === undefined ? value : this.#seal.seal(text)]
      }),
    )
  }

  #opened(value: unknown): string | undefined {
    const text = textOf(value)
    return text === undefined ? undefined : this.#seal.open(text)
  }

  get #stored(): Stored {
    return this.#settings.providerCredentials ?? {}
  }

  #status(value: string | undefined, fromEnvironment: string | undefined): CredentialStatus {
    return {
      configured: value !== undefined,
      source: fromEnvironment !== undefined ? 'env' : value !== undefined ? 'settings' : 'none',
      hint: value === undefined ? null : hintOf(value),
      editable: fromEnvironment === undefined,
    }
  }

  #refuseFixed(change: Stored, fixed: Stored, variables: Record<string, string>): void {
    for (const [name, value] of Object.entries(change)) {
      if (value === undefined || fixed[name] === undefined) continue
      throw new HubError(409, errorText('fixedByEnvironment', String(variables[name])))
    }
  }
}

const hintOf = (value: string) => `••••${value.length < HINTED_KEY_MIN ? '' : value.slice(-HINT_CHARACTERS)}`

/** A hand-written file may hold anything here; what is no text counts as absent. */
const textOf = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined

const objectOf = (value: unknown): Stored =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Stored) : {}

/** Without what is null, blank or an empty object. */
function filled(values: Stored): Stored {
  const isFilled = (value: unknown) =>
    typeof value === 'object'
      ? value !== null && Object.keys(value).length > 0
      : value !== undefined && value !== ''
  return Object.fromEntries(Object.entries(values).filter(([, value]) => isFilled(value)))
}
