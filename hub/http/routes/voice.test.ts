import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { VoiceCredentials } from '../../../contract/voice.ts'
import { createKeySeal } from '../../config/key-seal.ts'
import { SettingsFile } from '../../config/settings-file.ts'
import { readVoiceEnvironment } from '../../config/voice-environment.ts'
import { closeHttpApps, json, startHttpApp } from '../../testing/http-app.ts'
import { ManualClock } from '../../testing/manual-clock.ts'
import { RecordedLog } from '../../testing/recorded-log.ts'
import { SpeechUpstream } from '../../testing/speech-upstream.ts'
import { VoiceCredentialStore } from '../../voice/voice-credentials.ts'
import { VoiceService } from '../../voice/voice-service.ts'
import { voiceRoutes } from './voice.ts'

const PATH = '/api/voice/transcription'
const MIB = 1024 * 1024

let folder: string
let clock: ManualClock
let log: RecordedLog
let upstream: SpeechUpstream
let app: Awaited<ReturnType<typeof startHttpApp>>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-voice-'))
  upstream = await SpeechUpstream.start()
  upstream.answer = { body: '{"text":"Hello","language":"en"}' }
  await serve({ OPENAI_API_KEY: 'sk-secret-key-1234' })
})
afterEach(async () => {
  await closeHttpApps()
  await upstream.close()
  rmSync(folder, { recursive: true, force: true })
})

async function serve(env: Record<string, string>) {
  clock = new ManualClock()
  log = new RecordedLog()
  const environment = readVoiceEnvironment({ SVC_OPENAI_ORIGIN: upstream.origin, ...env })
  const settingsFile = new SettingsFile(join(folder, 'settings.json'))
  const { providerCredentials } = settingsFile.read()
  const voiceCredentials = new VoiceCredentialStore({
    environment,
    settings: { providerCredentials },
    settingsFile,
    seal: createKeySeal(undefined),
  })
  const voice = new VoiceService({ credentials: voiceCredentials, origins: environment.origins, clock, log })
  app = await startHttpApp(voiceRoutes({ voice, voiceCredentials }))
}

interface Form {
  fields?: Record<string, string>
  bytes?: Buffer
  type?: string | undefined
  fileField?: string
}

/** A form as clients send it; without a type the part has no such header. */
function formOf({ fields = {}, bytes = Buffer.from('sound'), fileField = 'file', ...more }: Form = {}) {
  const type = 'type' in more ? more.type : 'audio/webm'
  const texts = Object.entries({ provider: 'openai', mode: 'standard', ...fields }).map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const header = `--b\r\nContent-Disposition: form-data; name="${fileField}"; filename="r"\r\n`
  const body = Buffer.concat([
    Buffer.from(`${texts.join('')}${header}${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`),
    bytes,
    Buffer.from('\r\n--b--\r\n'),
  ])
  return { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=b' }, body }
}

const post = async (form?: Form) => json(await app.call(PATH, formOf(form)))
const HEARD = { status: 200, body: { text: 'Hello', language: 'en' } }

describe('the providers', () => {
  const listed = async () => {
    const { status, body } = json(await app.call(`${PATH}/providers`))
    return [status, body.providers.map(({ id }: { id: string }) => id)]
  }

  it.each([
    ['OPENAI_API_KEY', 'openai', 'OpenAI'],
    ['ELEVENLABS_API_KEY', 'elevenlabs', 'ElevenLabs'],
    ['DEEPGRAM_API_KEY', 'deepgram', 'Deepgram'],
    ['GROQ_API_KEY', 'groq', 'Groq'],
  ])('with %s are %s', async (variable, id, label) => {
    await serve({ [variable]: 'key' })
    expect(json(await app.call(`${PATH}/providers`))).toEqual({
      status: 200,
      body: { providers: [{ id, label, modes: ['standard'] }] },
    })
  })

  it('are none without keys', async () => {
    await serve({ TRANSCRIPTION_MODEL: 'tiny', TRANSCRIPTION_API_KEY: 'key' })
    expect(await listed()).toEqual([200, []])
  })

  it('are all that are configured, in one order, and follow a change of keys', async () => {
    await serve({ GROQ_API_KEY: 'k', TRANSCRIPTION_BASE_URL: 'http://x', TRANSCRIPTION_MODEL: 'm' })
    const body = JSON.stringify({ openai: 'key' })
    await app.call(`${PATH}/credentials`, { method: 'PUT', body })
    expect(await listed()).toEqual([200, ['openai', 'groq', 'openai-compatible']])
  })

  it('are told to every namespace', async () => {
    expect((await app.server.send(`${PATH}/providers`, { headers: await app.bearer('guest') })).status).toBe(
      200,
    )
  })
})

describe('a transcription', () => {
  it('answers what the service heard, to any namespace', async () => {
    const form = formOf({ fields: { language: 'en' } })
    const headers = { ...form.headers, ...(await app.bearer('guest')) }
    expect(json(await app.server.send(PATH, { ...form, headers }))).toEqual(HEARD)
    expect(upstream.calls[0]?.form.file?.bytes.toString()).toBe('sound')
  })

  it.each(['audio/webm', 'audio/mp4; codecs="mp4a.40.2"', 'AUDIO/OGG', 'video/webm', 'video/mp4', undefined])(
    'takes a file of type %s',
    async (type) => expect(await post({ type })).toEqual(HEARD),
  )

  it.each([
    'text/plain',
    'application/octet-stream',
    'video/quicktime',
    'image/png',
    'audio',
    'xaudio/webm',
    'audio/webm; a=\x01',
  ])('refuses a file of type %s', async (type) => {
    const fieldErrors = { file: ['The file is not audio'] }
    expect(await post({ type })).toEqual({
      status: 400,
      body: { error: 'Invalid body', issues: { formErrors: [], fieldErrors } },
    })
    expect(upstream.calls).toEqual([])
  })

  it.each(['en', 'cmn', 'en-US', 'zh-Hant-TW', 'EN-us', '', `en${'-abcdefgh'.repeat(3)}-abcde`])(
    'takes the language %j',
    async (language) => expect(await post({ fields: { language } })).toEqual(HEARD),
  )

  it.each([
    ['language', 'e'],
    ['language', 'english'],
    ['language', 'en_US'],
    ['language', 'en-'],
    ['language', 'en US'],
    ['language', `en${'-abcdefgh'.repeat(3)}-abcdef`],
    ['mode', 'realtime'],
    ['mode', ''],
    ['provider', 'siri'],
    ['provider', ''],
  ])('refuses %s %j', async (name, value) => {
    const { status, body } = await post({ fields: { [name]: value } })
    expect([status, body.error, Object.keys(body.issues.fieldErrors)]).toEqual([400, 'Invalid body', [name]])
    expect(upstream.calls).toEqual([])
  })

  it('takes no mode for the standard one', async () => {
    const { body, ...form } = formOf()
    const part = '--b\r\nContent-Disposition: form-data; name="mode"\r\n\r\nstandard\r\n'
    expect(json(await app.call(PATH, { ...form, body: body.toString().replace(part, '') }))).toEqual(HEARD)
  })

  it.each([
    ['an empty file', formOf({ bytes: Buffer.alloc(0) })],
    ['a file under another name', formOf({ fileField: 'audio' })],
    [
      'no file',
      { ...formOf(), body: '--b\r\nContent-Disposition: form-data; name="provider"\r\n\r\nopenai\r\n--b--' },
    ],
    ['JSON', { ...formOf(), headers: { 'content-type': 'application/json' }, body: '{}' }],
    ['a broken form', { ...formOf(), body: 'hello' }],
  ])('refuses %s', async (_, form) => {
    const { status, body } = json(await app.call(PATH, form))
    expect([status, body.error]).toEqual([400, 'Invalid body'])
    expect(upstream.calls).toEqual([])
  })

  it.each([
    ['takes a file of one byte', 1, 200],
    ['takes a file of 25 MB', 25 * MIB, 200],
    ['refuses a file of one byte more', 25 * MIB + 1, 413],
    ['refuses a body over 26 MB', 26 * MIB, 413],
  ])('%s', async (_, length, status) => {
    expect((await post({ bytes: Buffer.alloc(length, 1) })).status).toBe(status)
    expect(upstream.calls.map(({ form }) => form.file?.bytes.length)).toEqual(status === 200 ? [length] : [])
  })

  it('refuses a provider without its key', async () => {
    expect(await post({ fields: { provider: 'groq' } })).toEqual({
      status: 400,
      body: { error: 'This transcription provider is not configured' },
    })
  })

  it('needs a JWT', async () => {
    expect((await app.server.send(PATH, formOf())).status).toBe(401)
  })
})

describe('a service that fails', () => {
  const failed = (error: string) => ({ status: 502, body: { error } })

  it.each([
    [400, 'did not take the recording'],
    [401, 'refused its key'],
    [403, 'refused its key'],
    [404, 'is not at its address, or lacks its model'],
    [413, 'takes no recording as large as this'],
    [415, 'did not take the recording'],
    [422, 'did not take the recording'],
    [429, 'takes no more for now'],
    [500, 'could not be used'],
    [503, 'could not be used'],
  ])('with %s is a 502 in our own words', async (status, what) => {
    upstream.answer = { status, body: '{"error":{"message":"Incorrect key sk-secret-key-1234"}}' }
    expect(await post()).toEqual(failed(`The speech service OpenAI ${what}`))
    expect(log.lines).toHaveLength(1)
    expect(log.text).toContain(`answered ${status}`)
    expect(log.text).not.toContain('secret')
  })

  it.each([
    ['text instead of JSON', { body: '<html>' }],
    ['another shape', { body: '{"transcript":"x"}' }],
    ['a redirect', { status: 307, headers: { location: '/elsewhere' }, body: '' }],
  ])('with %s is a 502', async (_, answer) => {
    upstream.answer = answer
    expect(await post()).toEqual(failed('The speech service OpenAI could not be used'))
    expect(upstream.calls).toHaveLength(1)
  })

  it('that cannot be reached is a 502', async () => {
    await upstream.close()
    expect(await post()).toEqual(failed('The speech service OpenAI could not be used'))
    upstream = await SpeechUpstream.start()
  })

  it('that is left before the recording was sent leaves nothing behind', async () => {
    // A port no browser may talk to: the request is over before it begins.
    await serve({ TRANSCRIPTION_BASE_URL: 'http://127.0.0.1:9', TRANSCRIPTION_MODEL: 'm' })
    const form = { fields: { provider: 'openai-compatible' }, bytes: Buffer.alloc(MIB) }
    const unhandled: unknown[] = []
    const note = (error: unknown) => void unhandled.push(error)
    process.on('unhandledRejection', note)
    expect(await post(form)).toEqual(failed('The speech service OpenAI-compatible / local could not be used'))
    // Another request takes more turns of the event loop than a stray stream would.
    await app.call(`${PATH}/providers`)
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })

  it('that takes longer than two minutes is a 502, and is left', async () => {
    upstream.answer = undefined
    const [called, left] = [upstream.nextCall(), upstream.nextHangUp()]
    const answer = post()
    await called
    clock.advance(119_999)
    let hasLeft = false
    void left.then(() => {
      hasLeft = true
    })
    // An answer later, the hub would have hung up.
    await app.call(`${PATH}/providers`)
    expect(hasLeft).toBe(false)
    clock.advance(1)
    expect(await answer).toEqual(failed('The speech service OpenAI took too long'))
    await left
  })

  it('is not asked any longer when the client has gone', async () => {
    upstream.answer = undefined
    const [called, left] = [upstream.nextCall(), upstream.nextHangUp()]
    const { body, headers, method } = formOf()
    const outgoing = request({
      host: '127.0.0.1',
      port: app.server.port,
      path: PATH,
      method,
      headers: { ...headers, ...(await app.bearer()) },
    })
    outgoing.on('error', () => {})
    outgoing.end(body)
    await called
    outgoing.destroy()
    await left
    expect(log.lines).toEqual([])
  })
})

describe('the credentials', () => {
  const credentials = `${PATH}/credentials`
  const put = async (body: unknown) =>
    json(await app.call(credentials, { method: 'PUT', body: JSON.stringify(body) }))

  it('are shown without the keys, and never cached', async () => {
    const answer = await app.call(credentials)
    expect(VoiceCredentials.parse(JSON.parse(answer.text)).openai).toEqual({
      configured: true,
      source: 'env',
      hint: '••••1234',
      editable: false,
    })
    expect(answer.text).not.toContain('secret')
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('are changed, and answered as they are then', async () => {
    const { status, body } = await put({ groq: ' gsk-secret-key-9999 ', deepgram: null })
    expect([status, VoiceCredentials.parse(body).groq]).toEqual([
      200,
      { configured: true, source: 'settings', hint: '••••9999', editable: true },
    ])
    expect(body).toEqual(json(await app.call(credentials)).body)
  })

  it.each([
    ['an unknown key', { whisper: 'x' }],
    ['an unknown field of the compatible service', { openaiCompatible: { url: 'http://x' } }],
    ['a key that is no text', { groq: 5 }],
    ['a key that no header can carry', { groq: 'two\nlines' }],
    ['a key of 4097 characters', { groq: 'k'.repeat(4097) }],
    ['an address that is none', { openaiCompatible: { baseUrl: 'localhost' } }],
    ['an address of another kind', { openaiCompatible: { baseUrl: 'file:///etc/passwd' } }],
    ['an address with a password', { openaiCompatible: { baseUrl: 'http://a:b@host/v1' } }],
    ['a list', []],
  ])('refuse %s', async (_, body) => {
    expect(await put(body)).toEqual({ status: 400, body: { error: 'Invalid body' } })
  })

  it('take a key of 4096 characters, blanks that clear, and nothing', async () => {
    expect([
      (await put({ groq: 'k'.repeat(4096) })).status,
      (await put({ groq: ' ', openaiCompatible: { baseUrl: ' ' } })).body.groq.configured,
      (await put({})).status,
    ]).toEqual([200, false, 200])
  })

  it('refuse what an environment variable fixes', async () => {
    const { status, body } = await put({ openai: 'other' })
    expect([status, body.error]).toEqual([409, expect.stringContaining('OPENAI_API_KEY')])
  })

  it('are the owner’s alone', async () => {
    const headers = await app.bearer('guest')
    const answers = await Promise.all([
      app.server.send(credentials, { headers }),
      app.server.send(credentials, { headers, method: 'PUT', body: '{}' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([403, 403])
  })
})
