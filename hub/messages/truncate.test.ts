import { describe, expect, it } from 'vitest'
import { truncateStrings } from './truncate.ts'

const MAX = 65_536
const HEAD = 49_152
const TAIL = 12_288

describe('truncateStrings', () => {
  it('returns the very value when nothing is too long', () => {
    const value = { a: ['x'.repeat(MAX), { b: null, c: 1 }] }
    expect(truncateStrings(value)).toBe(value)
  })

  it('keeps head and tail of a long string and says how much is missing', () => {
    const text = 'a'.repeat(HEAD) + 'b'.repeat(5000) + 'c'.repeat(TAIL)
    expect(truncateStrings(text)).toBe(
      `${'a'.repeat(HEAD)}\n…[svc: truncated 5000 chars]…\n${'c'.repeat(TAIL)}`,
    )
  })

  it('reaches every depth and leaves the rest alone', () => {
    const kept = { other: [1, 'x'] }
    const result = truncateStrings({ list: [{ text: 'y'.repeat(MAX + 1) }, kept] }) as {
      list: [{ text: string }, unknown]
    }
    expect(result.list[0].text).toContain(`truncated ${MAX + 1 - HEAD - TAIL} chars`)
    expect(result.list[1]).toBe(kept)
  })

  it('cuts no character in half', () => {
    const text = `a${'😀'.repeat(MAX / 2)}`
    const cut = truncateStrings(text) as string
    expect(cut.isWellFormed()).toBe(true)
    const missing = Number(/truncated (\d+) chars/.exec(cut)?.[1])
    expect(cut.replace(/\n….*…\n/, '').length).toBe(text.length - missing)
  })
})
