import { describe, expect, it } from 'vitest'
import { DIFF_LINES_MAX, lineDiff, patchLines } from './line-diff.ts'

const marks = { same: ' ', added: '+', removed: '-' }
const show = (before: string, after: string) =>
  lineDiff(before, after).map(({ kind, text }) => marks[kind] + text)

describe('lineDiff', () => {
  it.each([
    ['a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']],
    ['', 'new\n', ['+new']],
    ['gone', '', ['-gone']],
    ['a\nb', 'a\nb', [' a', ' b']],
    ['a\nb\nc\nd', 'b\nc\nd\ne', ['-a', ' b', ' c', ' d', '+e']],
  ])('from %j to %j', (before, after, expected) => {
    expect(show(before, after)).toEqual(expected)
  })

  it('does not compare very long texts', () => {
    const long = 'x\n'.repeat(DIFF_LINES_MAX + 1)
    expect(lineDiff(long, 'x').every(({ kind }) => kind !== 'same')).toBe(true)
  })
})

it('reads a patch line by line', () => {
  const lines = patchLines('--- a.ts\n+++ a.ts\n@@ -1,2 +1,2 @@\n same\n-old\n+new\n')
  expect(lines.map(({ kind, text }) => marks[kind] + text)).toEqual([
    ' --- a.ts',
    ' +++ a.ts',
    ' @@ -1,2 +1,2 @@',
    ' same',
    '-old',
    '+new',
  ])
})
