import { describe, expect, it } from 'vitest'
import { languageOf, localeOf, spokenLanguageOf } from './language.ts'

describe('languageOf', () => {
  it.each([
    [['en-GB', 'zh-CN'], 'en'],
    [['zh-CN', 'en'], 'zh-CN'],
    [['zh'], 'zh-CN'],
    [['zh-Hans-SG'], 'zh-CN'],
    [['zh-TW', 'en'], 'zh-CN'],
    [['fr-FR', 'zh-CN', 'en'], 'zh-CN'],
    [['fr-FR'], 'en'],
    [[], 'en'],
  ] as const)('follows a browser that prefers %j: %s', (preferred, language) => {
    expect(languageOf('system', preferred)).toBe(language)
  })

  it('is the chosen one whatever the browser prefers', () => {
    expect([languageOf('en', ['zh-CN']), languageOf('zh-CN', ['en'])]).toEqual(['en', 'zh-CN'])
  })
})

describe('spokenLanguageOf', () => {
  it.each([
    ['system', ['en-GB', 'zh-CN'], 'en'],
    ['system', ['zh-TW'], 'zh-CN'],
    ['system', ['de-DE', 'en'], undefined],
    ['system', [], undefined],
    ['zh-CN', ['de-DE', 'en'], 'zh-CN'],
    ['en', ['zh-CN'], 'en'],
  ] as const)('of the choice %s in a browser that prefers %j is %s', (choice, preferred, language) => {
    expect(spokenLanguageOf(choice, preferred)).toBe(language)
  })
})

describe('localeOf', () => {
  it.each([
    ['en', ['zh-CN', 'en-GB', 'en-US'], 'en-GB'],
    ['en', ['zh-CN'], 'en'],
    ['zh-CN', ['zh-TW', 'en'], 'zh-CN'],
  ] as const)(
    'writes dates of %s for a browser that prefers %j by the rules of %s',
    (language, preferred, locale) => {
      expect(localeOf(language, preferred)).toBe(locale)
    },
  )
})
