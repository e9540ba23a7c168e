import { describe, expect, it } from 'vitest'
import { firstTexts } from './first-texts.ts'
import { firstTextsZh } from './first-texts-zh.ts'
import { screenTexts } from './screen-texts.ts'
import { screenTextsZh } from './screen-texts-zh.ts'
import { sessionTexts } from './session-texts.ts'
import { sessionTextsZh } from './session-texts-zh.ts'

/** Every text by its whole key. */
function flat(texts: object, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[prefix + name, value]] : [...flat(value, `${prefix}${name}.`)],
    ),
  )
}

const variables = (text: string | undefined) => (text?.match(/\{\{.*?\}\}/g) ?? []).sort()

/** What stays as it is in every language. */
const NAMES =
  /\b(Svc|Companion|OpenAI|ElevenLabs|Deepgram|Groq|Android|iPhone|MIT|Markdown|JSON|CSV|OpenAPI|Wi-Fi)\b/g

const parts = [
  ['first screen', firstTexts, firstTextsZh],
  ['session', sessionTexts, sessionTextsZh],
  ['other screens', screenTexts, screenTextsZh],
] as const

describe.each(parts)('the texts of the %s', (_, english, chinese) => {
  const en = flat(english)
  const zh = flat(chinese)
  const isPlural = (key: string) => key.endsWith('_one')

  it('are there in both languages', () => {
    expect([...zh.keys()].sort()).toEqual([...en.keys()].filter((key) => !isPlural(key)).sort())
  })

  it('have a general form beside each singular, with the same variables', () => {
    const wrong = [...en]
      .filter(([key]) => isPlural(key))
      .filter(([key, text]) => {
        const general = en.get(key.replace(/_one$/, '_other'))
        // One thing need not be counted.
        const allowed = [...variables(text), '{{count}}']
        return general === undefined || variables(general).some((name) => !allowed.includes(name))
      })
    expect(wrong).toEqual([])
  })

  it('are not empty, and do not begin or end with a blank', () => {
    expect([...en, ...zh].filter(([, text]) => text === '' || text !== text.trim())).toEqual([])
  })

  it('take the same variables in both languages', () => {
    const wrong = [...zh].filter(([key, text]) => variables(text).join() !== variables(en.get(key)).join())
    expect(wrong).toEqual([])
  })

  it('are Chinese where they are said to be', () => {
    const wrong = [...zh].filter(([, text]) => {
      const words = text.replace(/\{\{.*?\}\}/g, '').replace(NAMES, '')
      return /[A-Za-z]/.test(words) && !/\p{Script=Han}/u.test(words)
    })
    expect(wrong).toEqual([])
  })

  it('use full-width punctuation between Chinese characters', () => {
    expect([...zh].filter(([, text]) => /\p{Script=Han}[,;:!?()]|\.\.\./u.test(text))).toEqual([])
  })
})

it('never hides one text behind another of the same name', () => {
  const names = parts.flatMap(([, english]) => Object.keys(english))
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
