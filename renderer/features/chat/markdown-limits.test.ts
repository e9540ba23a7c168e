import { expect, it } from 'vitest'
import { isDrawable } from './markdown-limits.ts'

it.each([
  ['quotes in quotes', '>'.repeat(60_000)],
  ['quotes with spaces', '> '.repeat(3000)],
  ['lists in lists on one line', `${'- '.repeat(2000)}x`],
  ['numbered lists in lists', `${'1. '.repeat(500)}x`],
  [
    'lists nested line by line',
    Array.from({ length: 500 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n'),
  ],
  ['two megabytes', 'word '.repeat(400_000)],
])('leaves %s as they were written', (_, text) => {
  expect(isDrawable(text)).toBe(false)
})

it.each([
  ['an ordinary answer', '# Title\n\n- a\n  - b\n    - c\n\n> said\n>> before\n\n```\n    code\n```\n'],
  ['a line of dashes', '-'.repeat(500)],
  ['a table', `| a | b |\n|${'-'.repeat(200)}|---|\n| 1 | 2 |`],
  ['deeply indented code', `${' '.repeat(120)}return 1`],
  ['a long paragraph', 'word '.repeat(20_000)],
])('draws %s', (_, text) => {
  expect(isDrawable(text)).toBe(true)
})
