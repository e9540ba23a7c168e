import { describe, expect, it } from 'vitest'
import { isStale, isStaleOnForeground, nextDelay } from './reconnect.ts'

describe('nextDelay', () => {
  it.each([
    [0, 0],
    [1, 1000],
    [2, 2000],
    [3, 4000],
    [5, 16_000],
    [6, 30_000],
    [7, 30_000],
    [8, 300_000],
    [20, 300_000],
  ])('waits, after %i retries, %i ms apart from jitter', (attempt, expected) => {
    expect(nextDelay(attempt, () => 0)).toBe(expected)
  })

  it('adds up to 500 ms of jitter to every delay', () => {
    expect([0, 3, 9].map((attempt) => nextDelay(attempt, () => 0.5))).toEqual([250, 4250, 300_250])
  })
})

describe('staleness', () => {
  it('tears down at 90 s without a frame', () => {
    expect([isStale(0, 89_999), isStale(0, 90_000)]).toEqual([false, true])
  })

  it('reconnects in the foreground when the last frame is older than 45 s', () => {
    expect([isStaleOnForeground(0, 45_000), isStaleOnForeground(0, 45_001)]).toEqual([false, true])
  })
})
