import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Spec: Limits, "25 MB"; counted in binary megabytes like every size here. */
export const TRANSCRIPTION_AUDIO_MAX_BYTES = 25 * 1024 * 1024
/** The audio with the rest of its form. */
export const TRANSCRIPTION_BODY_MAX_BYTES = 26 * 1024 * 1024
export const TRANSCRIPTION_LANGUAGE_MAX = 35
export const CREDENTIAL_MAX_LENGTH = 4096

/** Four services by name, and any that speaks OpenAI's protocol. */
export const TranscriptionProviderId = z.enum([
  'openai',
  'elevenlabs',
  'deepgram',
  'groq',
  'openai-compatible',
])
export type TranscriptionProviderId = z.infer<typeof TranscriptionProviderId>

/** Whole recordings; a recording is answered when it has been read to its end. */
export const TranscriptionMode = z.enum(['standard'])
export type TranscriptionMode = z.infer<typeof TranscriptionMode>

export const TranscriptionProvider = z.object({
  id: TranscriptionProviderId,
  label: z.string(),
  modes: z.array(TranscriptionMode),
})
export type TranscriptionProvider = z.infer<typeof TranscriptionProvider>

/** Content type of the `file` part: a recording, whatever its parameters; absent is accepted too. */
export const TranscriptionAudioType = z
  .string()
  .regex(/^(audio\/[\w.+-]+|video\/(webm|mp4)) *(;[\x20-\x7e]*)?$/i)

/** The text fields of a transcription's form; an empty language counts as none. */
export const TranscriptionFields = z.object({
  provider: TranscriptionProviderId,
  mode: TranscriptionMode.default('standard'),
  language: z
    .string()
    .max(TRANSCRIPTION_LANGUAGE_MAX)
    .regex(/^([a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*)?$/)
    .optional(),
})
export type TranscriptionFields = z.infer<typeof TranscriptionFields>

export const TranscriptionResponse = z.object({
  text: z.string(),
  /** The language the service heard, in its own notation. */
  language: z.string().optional(),
})
export type TranscriptionResponse = z.infer<typeof TranscriptionResponse>

/** The providers whose keys are configured (spec: Voice dictation). */
export const listTranscriptionProviders = endpoint('GET', '/api/voice/transcription/providers', {
  response: z.object({ providers: z.array(TranscriptionProvider) }),
})

/** A recording as multipart/form-data: `file`, and the texts of `TranscriptionFields`. */
export const transcribe = endpoint('POST', '/api/voice/transcription', {
  response: TranscriptionResponse,
  bodyLimitBytes: TRANSCRIPTION_BODY_MAX_BYTES,
})

/** Where a key comes from, and its last four characters; never the key. */
export const CredentialStatus = z.object({
  configured: z.boolean(),
  source: z.enum(['env', 'settings', 'none']),
  hint: z.string().nullable(),
  editable: z.boolean(),
})
export type CredentialStatus = z.infer<typeof CredentialStatus>

/** Which keys the hub has (reference: not-shown A15). */
export const VoiceCredentials = z.object({
  openai: CredentialStatus,
  elevenlabs: CredentialStatus,
  deepgram: CredentialStatus,
  groq: CredentialStatus,
  openaiCompatible: z.object({
    configured: z.boolean(),
    source: z.enum(['env', 'settings', 'none']),
    baseUrl: z.string().nullable(),
    model: z.string().nullable(),
    baseUrlEditable: z.boolean(),
    modelEditable: z.boolean(),
    apiKey: CredentialStatus,
  }),
  voiceBackends: z.object({
    elevenlabs: CredentialStatus,
    geminiLive: CredentialStatus,
    qwenRealtime: CredentialStatus,
  }),
})
export type VoiceCredentials = z.infer<typeof VoiceCredentials>

/** Visible ASCII, as it travels in a header; null or blank clears. */
const secret = z
  .string()
  .trim()
  .max(CREDENTIAL_MAX_LENGTH)
  .regex(/^[\x21-\x7e]*$/)
  .nullable()
  .optional()

const webAddress = z
  .url({ protocol: /^https?$/ })
  .max(CREDENTIAL_MAX_LENGTH)
  // No request can be made to an address that carries a user or password.
  .regex(/^[^@]*$/)

export const VoiceCredentialsChange = z.strictObject({
  openai: secret,
  elevenlabs: secret,
  deepgram: secret,
  groq: secret,
  geminiLive: secret,
  qwenRealtime: secret,
  openaiCompatible: z
    .strictObject({
      baseUrl: z
        .string()
        .trim()
        .pipe(z.union([z.literal(''), webAddress]))
        .nullable()
        .optional(),
      model: z.string().trim().max(200).nullable().optional(),
      apiKey: secret,
    })
    .optional(),
})
export type VoiceCredentialsChange = z.infer<typeof VoiceCredentialsChange>

const credentialsPath = '/api/voice/transcription/credentials'

export const getVoiceCredentials = endpoint('GET', credentialsPath, {
  response: VoiceCredentials,
  access: 'owner',
})
/** Stores the keys named; 409 for one that an environment variable fixes, and then nothing is stored. */
export const updateVoiceCredentials = endpoint('PUT', credentialsPath, {
  body: VoiceCredentialsChange,
  response: VoiceCredentials,
  access: 'owner',
  issues: 'none',
})
