import { expect, it } from 'vitest'
import { cutText } from './cut-text.ts'

const limits = { lines: 4, characters: 40 }

it.each([
  ['short', 'a\nb', { shown: 'a\nb', lineCount: 2, isCut: false }],
  ['little longer', 'a\nb\nc\nd\ne', { shown: 'a\nb\nc\nd\ne', lineCount: 5, isCut: false }],
  ['too many lines', 'a\nb\nc\nd\ne\nf\n', { shown: 'a\nb\nc\nd', lineCount: 6, isCut: true }],
  ['one long line', 'x'.repeat(60), { shown: 'x'.repeat(40), lineCount: 1, isCut: true }],
  [
    'a character on the edge',
    `${'x'.repeat(39)}😀${'x'.repeat(40)}`,
    { shown: 'x'.repeat(39), lineCount: 1, isCut: true },
  ],
  [
    'a word on the edge',
    'abc de '.repeat(9),
    { shown: `${'abc de '.repeat(5)}abc `, lineCount: 1, isCut: true },
  ],
  ['empty', '', { shown: '', lineCount: 1, isCut: false }],
])('%s', (_, text, expected) => {
  expect(cutText(text, limits)).toEqual(expected)
})
