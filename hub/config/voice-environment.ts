import { SettingError } from './settings.ts'

/** The services with a key of their own, and the variable that may hold it. */
export const VOICE_KEY_VARIABLES = {
  openai: 'OPENAI_API_KEY',
  elevenlabs: 'ELEVENLABS_API_KEY',
  deepgram: 'DEEPGRAM_API_KEY',
  groq: 'GROQ_API_KEY',
  geminiLive: 'GEMINI_API_KEY',
  qwenRealtime: 'DASHSCOPE_API_KEY',
} as const
export type VoiceKey = keyof typeof VOICE_KEY_VARIABLES

/** Where the named services are reached; another address is for self-hosting and tests. */
export const VOICE_ORIGINS = {
  openai: { variable: 'SVC_OPENAI_ORIGIN', usual: 'https://api.openai.com' },
  elevenlabs: { variable: 'SVC_ELEVENLABS_ORIGIN', usual: 'https://api.elevenlabs.io' },
  deepgram: { variable: 'SVC_DEEPGRAM_ORIGIN', usual: 'https://api.deepgram.com' },
  groq: { variable: 'SVC_GROQ_ORIGIN', usual: 'https://api.groq.com' },
} as const
export type VoiceOriginKey = keyof typeof VOICE_ORIGINS

/** What the environment says of speech services; it is never kept in the settings file. */
export interface VoiceEnvironment {
  keys: Partial<Record<VoiceKey, string>>
  /** A service that speaks OpenAI's protocol. */
  compatible: { baseUrl?: string; model?: string; apiKey?: string }
  /** Without a slash at the end. */
  origins: Record<VoiceOriginKey, string>
}

/** @throws SettingError naming the variable whose address is none */
export function readVoiceEnvironment(env: Record<string, string | undefined>): VoiceEnvironment {
  const text = (variable: string) => env[variable]?.trim() || undefined
  const baseUrl = address('TRANSCRIPTION_BASE_URL', text('TRANSCRIPTION_BASE_URL'))
  const model = text('TRANSCRIPTION_MODEL')
  const apiKey = text('TRANSCRIPTION_API_KEY')
  return {
    keys: compact(mapValues(VOICE_KEY_VARIABLES, text)),
    compatible: { ...(baseUrl && { baseUrl }), ...(model && { model }), ...(apiKey && { apiKey }) },
    origins: mapValues(VOICE_ORIGINS, ({ variable, usual }) => address(variable, text(variable)) ?? usual),
  }
}

function address(variable: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    // Its text is not repeated: it may be a key in the wrong place.
    throw new SettingError(`The environment variable ${variable} must be an http:// or https:// address.`)
  }
  return text.replace(/\/+$/, '')
}

function mapValues<Key extends string, From, To>(
  from: Readonly<Record<Key, From>>,
  change: (value: From) => To,
): Record<Key, To> {
  const entries = Object.entries<From>(from).map(([key, value]) => [key, change(value)])
  return Object.fromEntries(entries) as Record<Key, To>
}

function compact<Key extends string>(from: Record<Key, string | undefined>): Partial<Record<Key, string>> {
  const entries = Object.entries<string | undefined>(from).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Partial<Record<Key, string>>
}
