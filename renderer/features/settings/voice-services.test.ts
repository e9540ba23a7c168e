import { describe, expect, it } from 'vitest'
import type { CredentialStatus, VoiceCredentials } from '../../../contract/voice.ts'
import { VoiceCredentialsChange } from '../../../contract/voice.ts'
import { compatibleChange, keyChange } from './voice-services.ts'

const none: CredentialStatus = { configured: false, source: 'none', hint: null, editable: true }

function credentials(changes: Partial<VoiceCredentials['openaiCompatible']> = {}): VoiceCredentials {
  return {
    openai: none,
    elevenlabs: none,
    deepgram: none,
    groq: none,
    openaiCompatible: {
      configured: false,
      source: 'none',
      baseUrl: 'https://a.example/v1',
      model: 'm',
      baseUrlEditable: true,
      modelEditable: true,
      apiKey: none,
      ...changes,
    },
    voiceBackends: { elevenlabs: none, geminiLive: none, qwenRealtime: none },
  }
}

const form = { baseUrl: 'https://a.example/v1', model: 'm', apiKey: '' }

describe('compatibleChange', () => {
  it('is nothing when nothing was changed', () => {
    expect(compatibleChange(credentials(), { ...form, model: ' m ' })).toBeUndefined()
  })

  it('names only what was changed, and clears what was emptied', () => {
    expect(compatibleChange(credentials(), { ...form, model: '', apiKey: ' sk-1 ' })).toEqual({
      openaiCompatible: { model: null, apiKey: 'sk-1' },
    })
  })

  it('never names what an environment variable fixes', () => {
    const fixed = credentials({ baseUrlEditable: false, apiKey: { ...none, editable: false } })
    expect(compatibleChange(fixed, { baseUrl: 'https://b.example', model: 'n', apiKey: 'k' })).toEqual({
      openaiCompatible: { model: 'n' },
    })
  })
})

it('makes changes the contract accepts', () => {
  expect(VoiceCredentialsChange.parse(keyChange('groq', 'gsk_1'))).toEqual({ groq: 'gsk_1' })
  expect(VoiceCredentialsChange.parse(keyChange('openai', null))).toEqual({ openai: null })
})
