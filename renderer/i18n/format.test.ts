import { describe, expect, it } from 'vitest'
import { formatAge, formatElapsed } from './format.ts'

const now = new Date('2026-06-15T12:00:00').getTime()

describe('formatAge', () => {
  it.each([
    [0, 'now'],
    [-5000, 'now'],
    [59_000, 'now'],
    [60_000, '1m'],
    [3_599_000, '59m'],
    [3_600_000, '1h'],
    [86_400_000, '1d'],
    [8 * 86_400_000, 'Jun 7'],
    [400 * 86_400_000, 'May 11, 2025'],
  ])('tells %i ms as %s', (age, text) => {
    expect(formatAge(now - age, now, 'en-US')).toBe(text)
  })
})

describe('formatElapsed', () => {
  it.each([
    [-1, '0:00'],
    [7400, '0:07'],
    [760_000, '12:40'],
    [3_729_000, '1:02:09'],
  ])('tells %i ms as %s', (duration, text) => {
    expect(formatElapsed(duration)).toBe(text)
  })
})
