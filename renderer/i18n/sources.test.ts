import { expect, it } from 'vitest'
import { HOLE, sourceTexts } from '../testing/source-literals.ts'
import { firstTexts } from './first-texts.ts'
import { screenTexts } from './screen-texts.ts'
import { sessionTexts } from './session-texts.ts'

const files = import.meta.glob<string>(
  ['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}', '!../testing/**', '!../i18n/{en,zh}*', '!../i18n/*-texts*'],
  { query: '?raw', import: 'default', eager: true },
)
const texts = Object.entries(files).flatMap(([file, source]) => sourceTexts(file, source))

function keysOf(part: object, prefix = ''): string[] {
  return Object.entries(part).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [prefix + name.replace(/_(one|other)$/, '')]
      : keysOf(value, `${prefix}${name}.`),
  )
}
const keys = new Set(keysOf({ ...firstTexts, ...sessionTexts, ...screenTexts }))

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

it('shows people no words that are not in the texts', () => {
  const shown = texts.filter(({ text, isShown }) => isShown && /\p{L}{2}/u.test(text.replace('Svc Hub', '')))
  expect(shown).toEqual([])
})

it('has sentences in the texts only', () => {
  const sentences = texts.filter(
    // What errors are made with is for programmers; people get a sentence for their status and code.
    ({ file, text, callee }) =>
      !file.startsWith('../client/') &&
      !/^Super$|Error$/.test(callee ?? '') &&
      /^\p{Lu}\p{Ll}+ \p{L}+ /u.test(text),
  )
  expect(sentences).toEqual([])
})

it('asks only for texts there are', () => {
  const asked = texts.filter(({ callee, text }) => callee === 't' && !text.includes(HOLE))
  expect(asked.filter(({ text }) => !keys.has(text))).toEqual([])
})

it('has no text that nothing asks for', () => {
  const said = new Set(texts.map(({ text }) => text))
  const patterns = [...said]
    .filter((text) => /^[a-zA-Z]+\./.test(text) && text.includes(HOLE))
    .map((text) => new RegExp(`^${text.split(HOLE).map(escaped).join('[^.]+')}$`))
  expect([...keys].filter((key) => !said.has(key) && !patterns.some((pattern) => pattern.test(key)))).toEqual(
    [],
  )
})
