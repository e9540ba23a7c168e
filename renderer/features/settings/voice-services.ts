import type { CredentialStatus, VoiceCredentials, VoiceCredentialsChange } from '../../../contract/voice.ts'

/** Services that one key is enough for, in the order they are shown. */
export const KEY_SERVICES = ['openai', 'elevenlabs', 'deepgram', 'groq'] as const
export type KeyService = (typeof KEY_SERVICES)[number]

/** The status of a service's key. */
export const keyStatus = (credentials: VoiceCredentials, service: KeyService): CredentialStatus =>
  credentials[service]

/** What stores `key` for a service; null removes it. */
export const keyChange = (service: KeyService, key: string | null): VoiceCredentialsChange => ({
  [service]: key,
})

export interface CompatibleForm {
  baseUrl: string
  model: string
  /** Empty: the key stays as it is. */
  apiKey: string
}

/** Only what differs and may be changed: a value that an environment variable fixes would refuse all. */
export function compatibleChange(
  { openaiCompatible: now }: VoiceCredentials,
  form: CompatibleForm,
): VoiceCredentialsChange | undefined {
  const baseUrl = form.baseUrl.trim()
  const model = form.model.trim()
  const change = {
    ...(now.baseUrlEditable && baseUrl !== (now.baseUrl ?? '') && { baseUrl: baseUrl || null }),
    ...(now.modelEditable && model !== (now.model ?? '') && { model: model || null }),
    ...(now.apiKey.editable && form.apiKey.trim() !== '' && { apiKey: form.apiKey.trim() }),
  }
  return Object.keys(change).length > 0 ? { openaiCompatible: change } : undefined
}
