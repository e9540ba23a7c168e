import { beforeEach, expect, it } from 'vitest'
import type { TranscriptionProvider, TranscriptionProviderId } from '../../../contract/voice.ts'
import { memoryStorage } from '../../memory-storage.ts'
import { chosenService, rememberService } from './service-choice.ts'

const services = (...ids: TranscriptionProviderId[]): TranscriptionProvider[] =>
  ids.map((id) => ({ id, label: id, modes: ['standard'] }))

let storage: Storage
beforeEach(() => {
  storage = memoryStorage()
})

it('is the first of the hub until one is chosen', () => {
  expect(chosenService(storage, services('groq', 'openai'))).toBe('groq')
})

it('is the one chosen last', () => {
  rememberService(storage, 'openai')
  expect(chosenService(storage, services('groq', 'openai'))).toBe('openai')
})

it('is another one while the hub lacks the key of the chosen one', () => {
  rememberService(storage, 'openai')
  expect(chosenService(storage, services('groq'))).toBe('groq')
})

it('is none where there is none', () => {
  expect(chosenService(storage, [])).toBeUndefined()
})
