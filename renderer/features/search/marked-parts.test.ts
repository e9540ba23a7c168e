import { expect, it } from 'vitest'
import { markedParts } from './marked-parts.ts'

const parts = (text: string, ...matches: [number, number][]) =>
  markedParts({ text, matches: matches.map(([start, end]) => ({ start, end })) }).map(
    ({ text: part, isMatch }) => (isMatch ? `[${part}]` : part),
  )

it.each([
  [[], ['fix the bug']],
  [[[4, 7]], ['fix ', '[the]', ' bug']],
  [
    [
      [0, 3],
      [8, 11],
    ],
    ['[fix]', ' the ', '[bug]'],
  ],
  [[[0, 11]], ['[fix the bug]']],
] as [[number, number][], string[]][])('marks %j', (matches, expected) => {
  expect(parts('fix the bug', ...matches)).toEqual(expected)
})

it('leaves out ranges that overlap or lie outside', () => {
  expect(parts('fix', [0, 2], [1, 3], [2, 9])).toEqual(['[fi]', 'x'])
})
