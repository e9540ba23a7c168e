import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CredentialStatus, VoiceCredentialsChange } from '../../contract/voice.ts'
import { createKeySeal } from '../config/key-seal.ts'
import { SettingsFile } from '../config/settings-file.ts'
import { readVoiceEnvironment } from '../config/voice-environment.ts'
import { VoiceCredentialStore } from './voice-credentials.ts'

let folder: string
let settingsFile: SettingsFile

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-voice-'))
  settingsFile = new SettingsFile(join(folder, 'settings.json'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The store of a hub that starts now. */
function open(env: Record<string, string> = {}, sealingKey?: string) {
  const { providerCredentials } = settingsFile.read()
  return new VoiceCredentialStore({
    environment: readVoiceEnvironment(env),
    settings: { providerCredentials },
    settingsFile,
    seal: createKeySeal(sealingKey),
  })
}
const stored = () => JSON.parse(readFileSync(settingsFile.path, 'utf8'))

const NONE: CredentialStatus = { configured: false, source: 'none', hint: null, editable: true }
const saved = (hint: string): CredentialStatus => ({ ...NONE, configured: true, source: 'settings', hint })
const fixed = (hint: string): CredentialStatus => ({
  configured: true,
  source: 'env',
  hint,
  editable: false,
})
const NO_SERVICE = {
  configured: false,
  source: 'none',
  baseUrl: null,
  model: null,
  baseUrlEditable: true,
  modelEditable: true,
  apiKey: NONE,
}

describe('what is told', () => {
  it('is that nothing is configured', () => {
    expect(open().describe()).toEqual({
      openai: NONE,
      elevenlabs: NONE,
      deepgram: NONE,
      groq: NONE,
      openaiCompatible: NO_SERVICE,
      voiceBackends: { elevenlabs: NONE, geminiLive: NONE, qwenRealtime: NONE },
    })
  })

  it.each([
    ['openai', 'OPENAI_API_KEY'],
    ['elevenlabs', 'ELEVENLABS_API_KEY'],
    ['deepgram', 'DEEPGRAM_API_KEY'],
    ['groq', 'GROQ_API_KEY'],
  ] as const)('is where the key of %s comes from and how it ends, never the key', async (name, variable) => {
    const key = 'a-long-secret-key-1234'
    await open().change({ [name]: ` ${key} ` })
    const fromFile = open()
    const fromEnvironment = open({ [variable]: 'another-long-secret-9876' })
    expect([fromFile.describe()[name], fromEnvironment.describe()[name]]).toEqual([
      saved('••••1234'),
      fixed('••••9876'),
    ])
    expect([fromFile.key(name), fromEnvironment.key(name)]).toEqual([key, 'another-long-secret-9876'])
    expect(JSON.stringify(fromFile.describe())).not.toContain('secret')
  })

  it.each([
    ['geminiLive', 'GEMINI_API_KEY'],
    ['qwenRealtime', 'DASHSCOPE_API_KEY'],
  ] as const)('is the same for %s', async (name, variable) => {
    await open().change({ [name]: 'a-long-secret-key-1234' })
    const told = [open(), open({ [variable]: 'another-long-secret-9876' })]
    expect(told.map((store) => store.describe().voiceBackends[name])).toEqual([
      saved('••••1234'),
      fixed('••••9876'),
    ])
  })

  it('hides a short key altogether', async () => {
    expect((await open().change({ groq: 'short-12345' })).groq).toEqual(saved('••••'))
  })

  it.each([
    ['from the file', {}, 'settings', [true, true]],
    ['in part from the environment', { TRANSCRIPTION_MODEL: 'large' }, 'env', [true, false]],
    ['from the environment', { TRANSCRIPTION_BASE_URL: 'https://e/v1' }, 'env', [false, true]],
  ] as const)('is a compatible service %s', async (_, env, source, editable) => {
    await open().change({ openaiCompatible: { baseUrl: 'http://localhost:8000/v1', model: 'tiny' } })
    const { configured, baseUrlEditable, modelEditable, ...told } = open(env).describe().openaiCompatible
    expect([configured, told.source, baseUrlEditable, modelEditable]).toEqual([true, source, ...editable])
  })

  it.each([{ baseUrl: 'http://localhost/v1' }, { model: 'tiny' }])(
    'is no compatible service by %j alone',
    async (openaiCompatible) => {
      const { configured, source } = (await open().change({ openaiCompatible })).openaiCompatible
      expect([configured, source]).toEqual([false, 'none'])
    },
  )

  it('counts what a hand has garbled as absent', () => {
    writeFileSync(
      settingsFile.path,
      JSON.stringify({ providerCredentials: { openai: { apiKey: 'k' }, groq: ' ', openaiCompatible: 'x' } }),
    )
    expect(open().describe()).toMatchObject({ openai: NONE, groq: NONE, openaiCompatible: NO_SERVICE })
  })
})

describe('a change', () => {
  const all: VoiceCredentialsChange = {
    openai: 'key-openai-1',
    geminiLive: 'key-gemini-1',
    openaiCompatible: { baseUrl: 'http://localhost/v1', model: 'tiny', apiKey: 'key-local-12' },
  }

  it('is kept beside the other settings and in force at once', async () => {
    writeFileSync(settingsFile.path, '{"listenPort":4000}')
    const store = open()
    await store.change(all)
    expect([store.key('openai'), store.compatible('baseUrl')]).toEqual([
      'key-openai-1',
      'http://localhost/v1',
    ])
    expect(stored()).toEqual({ listenPort: 4000, providerCredentials: all })
  })

  it('leaves what it does not name, and what it does not know', async () => {
    writeFileSync(settingsFile.path, '{"providerCredentials":{"later":"x"}}')
    const store = open()
    await store.change(all)
    await store.change({ openai: 'key-openai-2', openaiCompatible: { model: 'large' } })
    expect(stored().providerCredentials).toEqual({
      ...all,
      later: 'x',
      openai: 'key-openai-2',
      openaiCompatible: { ...all.openaiCompatible, model: 'large' },
    })
  })

  it.each([null, '', '  '])('to %j clears', async (nothing) => {
    const store = open()
    await store.change(all)
    await store.change({
      openai: nothing?.trim() ?? null,
      geminiLive: nothing?.trim() ?? null,
      openaiCompatible: { baseUrl: nothing?.trim() ?? null, model: null, apiKey: null },
    })
    expect([stored(), store.describe()]).toEqual([{}, open().describe()])
    expect(store.describe()).toMatchObject({ openai: NONE, openaiCompatible: NO_SERVICE })
  })

  it.each([
    [{ OPENAI_API_KEY: 'fixed' }, { openai: 'key', groq: 'key' }],
    [{ OPENAI_API_KEY: 'fixed' }, { openai: null }],
    [{ DASHSCOPE_API_KEY: 'fixed' }, { qwenRealtime: 'key' }],
    [{ TRANSCRIPTION_BASE_URL: 'http://e' }, { openaiCompatible: { baseUrl: 'http://x' } }],
    [{ TRANSCRIPTION_MODEL: 'm' }, { openaiCompatible: { model: 'x' } }],
    [{ TRANSCRIPTION_API_KEY: 'k' }, { groq: 'key', openaiCompatible: { apiKey: 'x' } }],
  ] satisfies [Record<string, string>, VoiceCredentialsChange][])(
    'with %j in the environment refuses %j as a whole',
    async (env, change) => {
      writeFileSync(settingsFile.path, '{}')
      await expect(open(env).change(change)).rejects.toMatchObject({
        status: 409,
        message: expect.stringContaining(Object.keys(env)[0] as string),
      })
      expect(stored()).toEqual({})
    },
  )

  it('of the others passes while the environment fixes one', async () => {
    await open({ OPENAI_API_KEY: 'fixed' }).change({ groq: 'key-groq-123' })
    expect(stored().providerCredentials).toEqual({ groq: 'key-groq-123' })
  })
})

describe('keys typed in where the system seals them', () => {
  const KEY = Buffer.alloc(32, 7).toString('base64')
  const typed = {
    openai: 'sk-openai-key-1234',
    openaiCompatible: { baseUrl: 'http://a.example/v1', model: 'm', apiKey: 'local-key-5678' },
  }

  it('lie sealed in the settings file, are used as they were typed, and are told like any other', async () => {
    const store = open({}, KEY)
    const told = await store.change(typed)
    expect(readFileSync(settingsFile.path, 'utf8')).not.toMatch(/sk-openai|local-key/)
    expect(stored().providerCredentials).toMatchObject({
      openai: expect.stringMatching(/^sealed:v1:/),
      openaiCompatible: {
        baseUrl: 'http://a.example/v1',
        model: 'm',
        apiKey: expect.stringMatching(/^sealed:v1:/),
      },
    })
    expect(told.openai).toEqual(saved('••••1234'))
    for (const hub of [store, open({}, KEY)]) {
      expect([hub.key('openai'), hub.compatible('apiKey')]).toEqual(['sk-openai-key-1234', 'local-key-5678'])
    }
  })

  it('stay as they are when another key is changed, and go when they are taken away', async () => {
    const store = open({}, KEY)
    await store.change(typed)
    await store.change({ groq: 'gsk-another-key-1', openaiCompatible: { model: 'm2' } })
    expect([store.key('openai'), store.compatible('apiKey')]).toEqual([
      'sk-openai-key-1234',
      'local-key-5678',
    ])
    await store.change({ openai: null, openaiCompatible: { apiKey: null } })
    expect([store.key('openai'), store.compatible('apiKey')]).toEqual([undefined, undefined])
    expect(stored().providerCredentials).not.toHaveProperty('openai')
  })

  it('count as not entered in a hub that cannot open them, which names them and leaves them', async () => {
    await open({}, KEY).change(typed)
    const headless = open()
    expect(headless.describe().openai).toEqual(NONE)
    expect(headless.unopened()).toEqual(['openai', 'openaiCompatible'])
    await headless.change({ groq: 'gsk-another-key-1' })
    expect(open({}, KEY).key('openai')).toBe('sk-openai-key-1234')
    expect(open({}, KEY).unopened()).toEqual([])
  })

  it('do not keep keys from working that somebody wrote into the file', () => {
    writeFileSync(settingsFile.path, JSON.stringify({ providerCredentials: { openai: 'sk-by-hand' } }))
    expect(open({}, KEY).key('openai')).toBe('sk-by-hand')
  })
})
