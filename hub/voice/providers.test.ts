import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TranscriptionProviderId } from '../../contract/voice.ts'
import { createKeySeal } from '../config/key-seal.ts'
import { readVoiceEnvironment } from '../config/voice-environment.ts'
import { silentLog } from '../log.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { SpeechUpstream } from '../testing/speech-upstream.ts'
import type { Recording } from './providers.ts'
import { VoiceCredentialStore } from './voice-credentials.ts'
import { VoiceService } from './voice-service.ts'

let upstream: SpeechUpstream
let voice: VoiceService

beforeEach(async () => {
  upstream = await SpeechUpstream.start()
  const { origin } = upstream
  const environment = readVoiceEnvironment({
    OPENAI_API_KEY: 'key-o',
    ELEVENLABS_API_KEY: 'key-e',
    DEEPGRAM_API_KEY: 'key-d',
    GROQ_API_KEY: 'key-g',
    TRANSCRIPTION_BASE_URL: `${origin}/local/v1/`,
    TRANSCRIPTION_MODEL: 'tiny',
    SVC_OPENAI_ORIGIN: origin,
    SVC_ELEVENLABS_ORIGIN: `${origin}/`,
    SVC_DEEPGRAM_ORIGIN: origin,
    SVC_GROQ_ORIGIN: origin,
  })
  const settingsFile = { update: () => Promise.reject(new Error('Nothing is to be kept')) }
  const credentials = new VoiceCredentialStore({
    environment,
    settings: { providerCredentials: undefined },
    settingsFile,
    seal: createKeySeal(undefined),
  })
  voice = new VoiceService({
    credentials,
    origins: environment.origins,
    clock: new ManualClock(),
    log: silentLog,
  })
})
afterEach(() => upstream.close())

const sound = Buffer.from([0, 255, 13, 10, 45, 45, 128])

async function ask(provider: TranscriptionProviderId, answer: object, more: Partial<Recording> = {}) {
  upstream.answer = { body: JSON.stringify(answer) }
  const recording = { bytes: sound, contentType: 'audio/webm', filename: undefined, language: undefined }
  const text = await voice.transcribe(provider, { ...recording, ...more }, new AbortController().signal)
  const { method, url, headers, form, bytes } = upstream.calls.at(-1) as (typeof upstream.calls)[number]
  const fields = Object.fromEntries(
    Object.values(form).map(({ name, filename, contentType, bytes: value }) => [
      name,
      filename === undefined ? value.toString() : { filename, contentType, bytes: value },
    ]),
  )
  return { text, asked: `${method} ${url}`, headers, fields, bytes }
}

const file = { filename: 'recording.webm', contentType: 'audio/webm', bytes: sound }

describe.each([
  ['openai', '/v1', 'gpt-transcribe', 'Bearer key-o'],
  ['groq', '/openai/v1', 'whisper-large-v3', 'Bearer key-g'],
  ['openai-compatible', '/local/v1', 'tiny', undefined],
] as const)('%s', (provider, path, model, authorization) => {
  it('is asked in OpenAI’s protocol', async () => {
    const { text, asked, headers, fields } = await ask(
      provider,
      { text: 'Hello', language: 'english', usage: {} },
      { language: 'en-US' },
    )
    expect([text, asked, headers.authorization]).toEqual([
      { text: 'Hello', language: 'english' },
      `POST ${path}/audio/transcriptions`,
      authorization,
    ])
    expect(fields).toEqual({ file, model, response_format: 'json', language: 'en' })
  })

  it('is told no language when nobody chose one', async () => {
    const { text, fields } = await ask(provider, { text: '' })
    expect([text, fields]).toEqual([{ text: '' }, { file, model, response_format: 'json' }])
  })
})

describe('elevenlabs', () => {
  const usual = {
    file,
    model_id: 'scribe_v2',
    tag_audio_events: 'false',
    timestamps_granularity: 'none',
  }

  it('is asked with its own header and names', async () => {
    const { text, asked, headers, fields } = await ask(
      'elevenlabs',
      { text: 'Bonjour', language_code: 'fra', language_probability: 1, words: [] },
      { language: 'fr-CA' },
    )
    expect([text, asked, headers['xi-api-key'], headers.authorization]).toEqual([
      { text: 'Bonjour', language: 'fra' },
      'POST /v1/speech-to-text',
      'key-e',
      undefined,
    ])
    expect(fields).toEqual({ ...usual, language_code: 'fr' })
  })

  it('finds the language itself when nobody chose one', async () => {
    const { text, fields } = await ask('elevenlabs', { text: 'x', language_code: null })
    expect([text, fields]).toEqual([{ text: 'x' }, usual])
  })
})

describe('deepgram', () => {
  const channel = (more: object = {}) => ({
    metadata: {},
    results: { channels: [{ ...more, alternatives: [{ transcript: 'Hola', confidence: 1, words: [] }] }] },
  })

  it('gets the recording as the body, with its whole language tag', async () => {
    const { text, asked, headers, bytes } = await ask('deepgram', channel(), {
      language: 'es-MX',
      contentType: 'audio/ogg; codecs=opus',
    })
    expect([text, asked, headers.authorization, headers['content-type'], bytes]).toEqual([
      { text: 'Hola' },
      'POST /v1/listen?model=nova-3&smart_format=true&language=es-MX',
      'Token key-d',
      'audio/ogg; codecs=opus',
      sound,
    ])
  })

  it('finds the language itself when nobody chose one', async () => {
    const { text, asked, headers } = await ask('deepgram', channel({ detected_language: 'es' }), {
      contentType: undefined,
    })
    expect([text, asked, headers['content-type']]).toEqual([
      { text: 'Hola', language: 'es' },
      'POST /v1/listen?model=nova-3&smart_format=true&detect_language=true',
      'application/octet-stream',
    ])
  })
})

it.each([
  ['audio/mp4', undefined, 'recording.m4a'],
  ['audio/wav', 'Notes of Ann.txt', 'recording.wav'],
  ['video/mp4; codecs=x', undefined, 'recording.mp4'],
  [undefined, 'Notes of Ann.FLAC', 'recording.flac'],
  [undefined, 'no-ending', 'recording.webm'],
])('names a file of type %s called %s %s', async (contentType, filename, name) => {
  const { fields } = await ask('openai', { text: 'x' }, { contentType, filename })
  expect(fields.file).toMatchObject({ filename: name })
})
