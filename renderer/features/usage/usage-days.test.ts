import { describe, expect, it } from 'vitest'
import {
  barStart,
  barUnit,
  comparePeriods,
  type DayBucket,
  dayOf,
  tokenParts,
  usageBars,
} from './usage-days.ts'

const day = (key: string, input = 10, output = 5, cacheRead = 4): DayBucket => ({
  key,
  inputTokens: input,
  outputTokens: output,
  cacheReadTokens: cacheRead,
  cacheCreationTokens: 0,
  totalTokens: input + output,
  uncachedTokens: input - cacheRead + output,
  requests: 1,
})

describe('usageBars', () => {
  it('shows days without use as bars of nothing', () => {
    const { unit, bars } = usageBars([day('2026-03-01'), day('2026-03-03')], '2026-03-01', '2026-03-03')
    expect(unit).toBe('day')
    expect(bars.map(({ from, total }) => [from, total])).toEqual([
      ['2026-03-01', 15],
      ['2026-03-02', 0],
      ['2026-03-03', 15],
    ])
  })

  it('shows one bar for one day', () => {
    expect(usageBars([day('2026-03-01')], '2026-03-01', '2026-03-01').bars).toEqual([
      { from: '2026-03-01', newInput: 6, cached: 4, output: 5, requests: 1, total: 15 },
    ])
  })

  it('sums ten years into a bar for each year, losing nothing', () => {
    const daily = Array.from({ length: 3653 }, (_, index) =>
      day(new Date(Date.UTC(2016, 0, 1 + index)).toISOString().slice(0, 10)),
    )
    const { unit, bars } = usageBars(daily, '2016-01-01', '2025-12-31')
    expect(unit).toBe('year')
    expect(bars.map(({ from }) => from)).toEqual(
      Array.from({ length: 10 }, (_, index) => `${2016 + index}-01-01`),
    )
    expect(bars.reduce((sum, { requests }) => sum + requests, 0)).toBe(3653)
  })

  it('steps over months of every length', () => {
    const { unit, bars } = usageBars([day('2024-02-29')], '2023-12-15', '2026-01-10')
    expect(unit).toBe('month')
    expect(bars).toHaveLength(26)
    expect(bars.find(({ total }) => total > 0)?.from).toBe('2024-02-01')
  })

  it.each([
    ['2026-01-01', '2026-01-08', 'day'],
    ['2026-01-01', '2026-03-03', 'day'],
    ['2026-01-01', '2026-03-04', 'week'],
    ['2025-01-01', '2026-03-01', 'month'],
    ['2016-01-01', '2026-01-01', 'year'],
  ] as const)('shows %s to %s by %s', (first, last, unit) => {
    expect(barUnit(first, last)).toBe(unit)
  })

  it.each([
    ['2026-11-21', 'week', '2026-11-16'],
    ['2026-11-16', 'week', '2026-11-16'],
    ['2026-11-15', 'week', '2026-11-09'],
    ['2026-11-21', 'month', '2026-11-01'],
    ['2026-11-21', 'year', '2026-01-01'],
  ] as const)('puts %s into the %s of %s', (key, unit, start) => {
    expect(barStart(key, unit)).toBe(start)
  })
})

describe('dayOf', () => {
  it('is the day of the viewer', () => {
    const at = Date.parse('2026-11-21T23:30:00Z')
    expect(dayOf(at, 'UTC')).toBe('2026-11-21')
    expect(dayOf(at, 'Asia/Kathmandu')).toBe('2026-11-22')
    expect(dayOf(Date.parse('2026-11-21T03:00:00Z'), 'America/Los_Angeles')).toBe('2026-11-20')
  })
})

describe('tokenParts', () => {
  it('never counts cached tokens as new, whatever an agent reports', () => {
    expect(tokenParts(day('d', 10, 5, 4))).toEqual({ newInput: 6, cached: 4, output: 5 })
    expect(tokenParts(day('d', 10, 5, 40))).toEqual({ newInput: 0, cached: 10, output: 5 })
  })
})

describe('comparePeriods', () => {
  const month = Array.from({ length: 21 }, (_, index) =>
    day(`2026-11-${String(index + 1).padStart(2, '0')}`, index >= 13 ? 25 : 15),
  )

  it('compares whole days, of which today is one', () => {
    expect(comparePeriods(month, '2026-11-20', 7)).toEqual({
      days: 7,
      now: 210,
      before: 140,
      beforeSpan: { from: '2026-11-07', to: '2026-11-13' },
      change: 0.5,
    })
  })

  it('is of the days that the bars show', () => {
    const { bars } = usageBars(month, '2026-11-15', '2026-11-21')
    const shown = bars.reduce((sum, { total }) => sum + total, 0)
    expect(comparePeriods(month, '2026-11-21', 7)?.now).toBe(shown)
  })

  it('compares nothing with a time before the first record', () => {
    expect(comparePeriods(month, '2026-11-21', 30)).toBeUndefined()
    expect(comparePeriods([], '2026-11-21', 7)).toBeUndefined()
  })

  it('compares nothing with a time in which nothing was used', () => {
    expect(comparePeriods([day('2026-01-01'), day('2026-11-20')], '2026-11-21', 7)).toBeUndefined()
  })
})
