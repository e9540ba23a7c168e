import { describe, expect, it } from 'vitest'
import { SettingError } from './settings.ts'
import { readTitleSuggestion } from './title-suggestion.ts'

const PROVIDER = {
  SVC_TITLE_PROVIDER_BASE_URL: 'https://ai.example/v1/',
  SVC_TITLE_PROVIDER_API_KEY: 'key',
  SVC_TITLE_PROVIDER_MODEL: 'small',
}
const NUMBERS = [
  'SVC_TITLE_PROVIDER_MAX_TOKENS',
  'SVC_TITLE_PROVIDER_TIMEOUT_MS',
  'SVC_TITLE_SUGGESTION_RATE_LIMIT',
  'SVC_TITLE_SUGGESTION_RATE_WINDOW_MS',
]

describe('title suggestions', () => {
  it('are off and have their usual limits when nothing is said', () => {
    const config = { provider: null, rateLimit: 5, rateWindowMs: 600_000 }
    expect(readTitleSuggestion({ SVC_TITLE_PROVIDER_MODEL: ' ' })).toEqual({ config, warnings: [] })
  })

  it('are on with address, key and model', () => {
    expect(readTitleSuggestion(PROVIDER)).toEqual({
      config: {
        provider: {
          baseUrl: 'https://ai.example/v1',
          apiKey: 'key',
          model: 'small',
          maxTokens: 64,
          timeoutMs: 10_000,
        },
        rateLimit: 5,
        rateWindowMs: 600_000,
      },
      warnings: [],
    })
  })

  it('take their numbers from the environment', () => {
    const [tokens, timeout, limit, window] = NUMBERS as [string, string, string, string]
    const { config } = readTitleSuggestion({
      ...PROVIDER,
      [tokens]: '100',
      [timeout]: '1',
      [limit]: '2',
      [window]: '2147483647',
    })
    expect(config).toMatchObject({
      provider: { maxTokens: 100, timeoutMs: 1 },
      rateLimit: 2,
      rateWindowMs: 2_147_483_647,
    })
  })

  it.each(Object.keys(PROVIDER))('are off without %s, with a warning that names it', (variable) => {
    const { config, warnings } = readTitleSuggestion({ ...PROVIDER, [variable]: undefined })
    expect([config.provider, warnings]).toEqual([null, [expect.stringContaining(variable)]])
  })

  it.each(
    NUMBERS.flatMap((variable) => ['0', '-1', '1.5', 'x', '2147483648'].map((text) => [variable, text])),
  )('keep the hub from starting with %s=%s', (variable = '', text = '') => {
    expect(() => readTitleSuggestion({ [variable]: text })).toThrow(SettingError)
    expect(() => readTitleSuggestion({ [variable]: text })).toThrow(variable)
  })

  it.each([
    ['SVC_TITLE_PROVIDER_BASE_URL', 'sk-secret'],
    ['SVC_TITLE_PROVIDER_BASE_URL', 'ftp://ai.example'],
    ['SVC_TITLE_PROVIDER_API_KEY', 'sk secret'],
  ])('keep the hub from starting with a bad %s, whose text is not repeated', (variable, text) => {
    const start = () => readTitleSuggestion({ ...PROVIDER, [variable]: text })
    expect(start).toThrow(variable)
    expect(start).not.toThrow(text)
  })
})
