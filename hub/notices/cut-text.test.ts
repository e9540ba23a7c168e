import { describe, expect, it } from 'vitest'
import { codePoints, cutText, isReadable, oneLine } from './cut-text.ts'

const family = '👨‍👩‍👧‍👦'
const flag = '🇩🇪'

describe('cutText', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 4, 'abcd'],
    ['abcdefgh', 7, 'abcd...'],
    // Seven code points that are one character: kept whole or left out whole.
    [`ab${family}`, 9, `ab${family}`],
    [`ab${family}c`, 9, 'ab...'],
    [`${flag}${flag}${flag}`, 5, `${flag}...`],
    ['e\u0301e\u0301e\u0301e\u0301', 7, 'e\u0301e\u0301...'],
    ['', 5, ''],
    ['abcdef', 2, ''],
  ])('cuts %j to %i', (text, limit, expected) => expect(cutText(text, limit)).toBe(expected))

  it('never passes the limit, and never splits a character', () => {
    const characters = ['a', family, flag, 'e\u0301', '漢', '🙂']
    const text = Array.from({ length: 60 }, (_, i) => characters[(i * 7) % characters.length]).join('')
    const whole = new Set([...new Intl.Segmenter().segment(text)].map(({ index }) => index))
    for (let limit = 3; limit < codePoints(text); limit += 1) {
      const cut = cutText(text, limit)
      expect(codePoints(cut)).toBeLessThanOrEqual(limit)
      expect(cut.endsWith('...') && whole.has(cut.length - 3)).toBe(true)
    }
  })
})

it('makes one line of many, without control characters', () => {
  expect(oneLine(' a\r\n\t b\u0000c\u2028d \ud800')).toBe('a b c d \ufffd')
})

it.each([
  ['a', true],
  ['漢', true],
  ['?', true],
  [' \n\t', false],
  ['\u200b\u2060', false],
  ['', false],
  [5, false],
])('takes %j for readable: %s', (value, expected) => expect(isReadable(value)).toBe(expected))
