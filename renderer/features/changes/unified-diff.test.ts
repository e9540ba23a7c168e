import { describe, expect, it } from 'vitest'
import { asAdded, DIFF_ROWS_MAX, parseDiff } from './unified-diff.ts'

const shown = (output: string) =>
  parseDiff(output).rows.map(
    ({ kind, text, before, after }) => `${kind} ${before ?? ''}/${after ?? ''} ${text}`,
  )

describe('parseDiff', () => {
  it('numbers the lines of both sides, with a gap between hunks', () => {
    const output = `diff --git a/a.ts b/a.ts
index 1..2 100644
--- a/a.ts
+++ b/a.ts
@@ -1,3 +1,3 @@
 one
-two
+zwei
 three
@@ -10 +10,2 @@ function later() {
 ten
+eleven
\\ No newline at end of file
`
    expect(shown(output)).toEqual([
      'same 1/1 one',
      'removed 2/ two',
      'added /2 zwei',
      'same 3/3 three',
      'gap / function later() {',
      'same 10/10 ten',
      'added /11 eleven',
    ])
  })

  it('takes lines that look like headers for what they are inside a hunk', () => {
    expect(shown('@@ -1,2 +1,2 @@\n--- old\n+++ new\n')).toEqual(['removed 1/ -- old', 'added /1 ++ new'])
  })

  it('drops the carriage returns of Windows', () => {
    expect(shown('@@ -1 +1 @@\n-a\r\n+b\r\n')).toEqual(['removed 1/ a', 'added /1 b'])
  })

  it('knows a change that is not text', () => {
    expect(parseDiff('diff --git a/p b/p\nBinary files a/p and b/p differ\n').isBinary).toBe(true)
  })

  it('shows nothing of an empty one', () => {
    expect(parseDiff('')).toEqual({ rows: [], isBinary: false, isCut: false })
  })

  it('is cut when it is very long', () => {
    const { rows, isCut } = parseDiff(`@@ -0,0 +1,9999 @@\n${'+x\n'.repeat(DIFF_ROWS_MAX + 1)}`)
    expect([rows.length, isCut]).toEqual([DIFF_ROWS_MAX, true])
  })
})

describe('asAdded', () => {
  it('adds every line', () => {
    expect(asAdded('a\nb\n').rows.map(({ kind, after, text }) => [kind, after, text])).toEqual([
      ['added', 1, 'a'],
      ['added', 2, 'b'],
    ])
  })

  it('has no line of an empty file', () => {
    expect(asAdded('').rows).toEqual([])
  })
})
