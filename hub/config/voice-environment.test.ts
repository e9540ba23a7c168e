import { expect, it } from 'vitest'
import { SettingError } from './settings.ts'
import { readVoiceEnvironment } from './voice-environment.ts'

it('reads nothing from an empty environment, blank variables included', () => {
  expect(
    readVoiceEnvironment({ OPENAI_API_KEY: ' ', TRANSCRIPTION_BASE_URL: '', SVC_GROQ_ORIGIN: ' ' }),
  ).toEqual({
    keys: {},
    compatible: {},
    origins: {
      openai: 'https://api.openai.com',
      elevenlabs: 'https://api.elevenlabs.io',
      deepgram: 'https://api.deepgram.com',
      groq: 'https://api.groq.com',
    },
  })
})

it('reads keys, the compatible service and other addresses', () => {
  expect(
    readVoiceEnvironment({
      OPENAI_API_KEY: ' o ',
      ELEVENLABS_API_KEY: 'e',
      DEEPGRAM_API_KEY: 'd',
      GROQ_API_KEY: 'g',
      GEMINI_API_KEY: 'l',
      DASHSCOPE_API_KEY: 'q',
      TRANSCRIPTION_BASE_URL: 'http://localhost:8000/v1/',
      TRANSCRIPTION_MODEL: 'tiny',
      TRANSCRIPTION_API_KEY: 'k',
      SVC_OPENAI_ORIGIN: 'http://127.0.0.1:1',
      SVC_ELEVENLABS_ORIGIN: 'http://127.0.0.1:2/',
      SVC_DEEPGRAM_ORIGIN: 'http://127.0.0.1:3',
      SVC_GROQ_ORIGIN: 'http://127.0.0.1:4',
    }),
  ).toEqual({
    keys: { openai: 'o', elevenlabs: 'e', deepgram: 'd', groq: 'g', geminiLive: 'l', qwenRealtime: 'q' },
    compatible: { baseUrl: 'http://localhost:8000/v1', model: 'tiny', apiKey: 'k' },
    origins: {
      openai: 'http://127.0.0.1:1',
      elevenlabs: 'http://127.0.0.1:2',
      deepgram: 'http://127.0.0.1:3',
      groq: 'http://127.0.0.1:4',
    },
  })
})

it.each(['TRANSCRIPTION_BASE_URL', 'SVC_OPENAI_ORIGIN', 'SVC_DEEPGRAM_ORIGIN'])(
  'refuses a %s that is no web address, without repeating it',
  (variable) => {
    for (const text of ['sk-secret', 'ftp://secret']) {
      const read = () => readVoiceEnvironment({ [variable]: text })
      expect(read).toThrow(SettingError)
      expect(read).toThrow(variable)
      expect(read).not.toThrow(/secret/)
    }
  },
)
