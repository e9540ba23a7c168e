import { z } from 'zod'
import type { TranscriptionProviderId, TranscriptionResponse } from '../../contract/voice.ts'

/** A recording as it was sent to the hub. */
export interface Recording {
  bytes: Buffer
  /** Undefined when the sender named none. */
  contentType: string | undefined
  filename: string | undefined
  /** A BCP-47 tag. */
  language: string | undefined
}

/** What a service is asked with. */
export interface Access {
  /** Of the hub's services their origin; of a compatible one its base address. Without a slash at the end. */
  address: string
  /** Compatible services may need none. */
  apiKey: string | undefined
  model: string
}

export interface UpstreamRequest {
  url: string
  headers: Record<string, string>
  body: FormData | Uint8Array<ArrayBuffer>
}

/** How one kind of service is asked for the text of a recording. */
export interface Provider {
  readonly id: TranscriptionProviderId
  readonly label: string
  /** Undefined where the owner names it. */
  readonly model: string | undefined
  request(recording: Recording, access: Access): UpstreamRequest
  /** @throws ZodError for an answer that is not the service's */
  read(answer: unknown): TranscriptionResponse
}

const OpenAiAnswer = z.object({ text: z.string(), language: z.string().optional() })

const ElevenLabsAnswer = z
  .object({ text: z.string(), language_code: z.string().nullish() })
  .transform(({ text, language_code }) => answer(text, language_code))

const DeepgramAnswer = z
  .object({
    results: z.object({
      channels: z
        .array(
          z.object({
            detected_language: z.string().nullish(),
            alternatives: z.array(z.object({ transcript: z.string() })).min(1),
          }),
        )
        .min(1),
    }),
  })
  .transform(({ results }) => {
    const [channel] = results.channels
    return answer(channel?.alternatives[0]?.transcript ?? '', channel?.detected_language)
  })

function answer(text: string, language: string | null | undefined): TranscriptionResponse {
  return { text, ...(language && { language }) }
}

/** `POST <address>/<path>/audio/transcriptions`, multipart: OpenAI, and who speaks its protocol. */
function openAiProtocol(path: string): Pick<Provider, 'request' | 'read'> {
  return {
    request: (recording, { address, apiKey, model }) => {
      const body = new FormData()
      body.set('file', blobOf(recording), filenameOf(recording))
      body.set('model', model)
      body.set('response_format', 'json')
      if (recording.language) body.set('language', primaryLanguage(recording.language))
      const headers: Record<string, string> =
        apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }
      return { url: `${address}${path}/audio/transcriptions`, headers, body }
    },
    read: (json) => OpenAiAnswer.parse(json),
  }
}

/** Every service the hub can ask, in the order clients list them. */
export const PROVIDERS: readonly Provider[] = [
  { id: 'openai', label: 'OpenAI', model: 'gpt-transcribe', ...openAiProtocol('/v1') },
  {
    id: 'elevenlabs',
    label: 'ElevenLabs',
    model: 'scribe_v2',
    request(recording, { address, apiKey = '', model }) {
      const body = new FormData()
      body.set('file', blobOf(recording), filenameOf(recording))
      body.set('model_id', model)
      // Dictation: neither "(laughter)" nor a time for each word.
      body.set('tag_audio_events', 'false')
      body.set('timestamps_granularity', 'none')
      if (recording.language) body.set('language_code', primaryLanguage(recording.language))
      return { url: `${address}/v1/speech-to-text`, headers: { 'xi-api-key': apiKey }, body }
    },
    read: (json) => ElevenLabsAnswer.parse(json),
  },
  {
    id: 'deepgram',
    label: 'Deepgram',
    model: 'nova-3',
    request(recording, { address, apiKey = '', model }) {
      const { bytes, contentType = 'application/octet-stream', language } = recording
      const query = new URLSearchParams({ model, smart_format: 'true' })
      if (language) query.set('language', language)
      else query.set('detect_language', 'true')
      return {
        url: `${address}/v1/listen?${query}`,
        headers: { Authorization: `Token ${apiKey}`, 'Content-Type': contentType },
        body: new Uint8Array(bytes),
      }
    },
    read: (json) => DeepgramAnswer.parse(json),
  },
  { id: 'groq', label: 'Groq', model: 'whisper-large-v3', ...openAiProtocol('/openai/v1') },
  {
    id: 'openai-compatible',
    label: 'OpenAI-compatible / local',
    model: undefined,
    ...openAiProtocol(''),
  },
]

const blobOf = ({ bytes, contentType = '' }: Recording) =>
  new Blob([new Uint8Array(bytes)], { type: contentType })

/** These services know a language by its first part: `en` of `en-US`. */
const primaryLanguage = (tag: string) => (tag.split('-')[0] ?? tag).toLowerCase()

const EXTENSIONS: Record<string, string> = {
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/x-m4a': 'm4a',
  'audio/aac': 'm4a',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/wave': 'wav',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/webm': 'webm',
  'video/webm': 'webm',
  'video/mp4': 'mp4',
}

/** Services tell the format by the name's ending; the rest of the sender's name is nobody's business. */
function filenameOf({ contentType, filename }: Recording): string {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? ''
  const ending = EXTENSIONS[type] ?? /\.([a-z0-9]{1,5})$/i.exec(filename ?? '')?.[1] ?? 'webm'
  return `recording.${ending.toLowerCase()}`
}
