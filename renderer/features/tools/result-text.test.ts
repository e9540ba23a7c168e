import { expect, it } from 'vitest'
import { resultText } from './result-text.ts'

it.each([
  [null, ''],
  ['plain', 'plain'],
  [
    [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ],
    'a\nb',
  ],
  [{ stdout: 'out', stderr: '' }, 'out'],
  [{ output: 'done', exit_code: 0 }, 'done'],
  [{ content: [{ type: 'text', text: 'nested' }] }, 'nested'],
  [{ odd: 1 }, '{\n  "odd": 1\n}'],
])('reads %j', (result, text) => {
  expect(resultText(result)).toBe(text)
})
