import type { UsageCounters } from '../../../contract/usage.ts'

export type DayBucket = { key: string } & UsageCounters

/** What the charts stack: what agents read anew, what they read from a cache, what they wrote. */
export interface TokenParts {
  newInput: number
  cached: number
  output: number
}

/** One bar: a day, or all days of a week, month or year. */
export interface UsageBar extends TokenParts {
  /** First day, `YYYY-MM-DD`. */
  from: string
  requests: number
  total: number
}

export type BarUnit = 'day' | 'week' | 'month' | 'year'

const DAY_MS = 24 * 60 * 60_000
/** More bars of one unit than these are too thin to tell apart. */
const MOST_DAYS = 62
const MOST_WEEKS = 60
const MOST_MONTHS = 72

/** A calendar day has no zone of its own: reckoned in UTC, where every day has 24 hours. */
const toTime = (day: string) => Date.parse(`${day}T00:00:00Z`)
const toDay = (time: number) => new Date(time).toISOString().slice(0, 10)

/** `day` and `count` days on, as a calendar reckons. */
export const addDays = (day: string, count: number): string => toDay(toTime(day) + count * DAY_MS)

/** The calendar day of a moment in a zone, `YYYY-MM-DD`. */
export function dayOf(at: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${parts.year}-${parts.month}-${parts.day}`
}

/** `input` counts include what came from a cache (contract/usage.ts). */
export function tokenParts(counters: UsageCounters): TokenParts {
  const cached = Math.min(counters.cacheReadTokens, counters.inputTokens)
  return { newInput: counters.inputTokens - cached, cached, output: counters.outputTokens }
}

/** The longest unit the time needs so that its bars can be told apart. */
export function barUnit(first: string, last: string): BarUnit {
  const days = (toTime(last) - toTime(first)) / DAY_MS + 1
  if (days <= MOST_DAYS) return 'day'
  if (days <= MOST_WEEKS * 7) return 'week'
  return days <= MOST_MONTHS * 30.4 ? 'month' : 'year'
}

/** First day of the bar that a day belongs to; weeks begin on Monday. */
export function barStart(day: string, unit: BarUnit): string {
  if (unit === 'day') return day
  if (unit === 'year') return `${day.slice(0, 4)}-01-01`
  if (unit === 'month') return `${day.slice(0, 7)}-01`
  const weekday = (new Date(toTime(day)).getUTCDay() + 6) % 7
  return addDays(day, -weekday)
}

function nextStart(start: string, unit: BarUnit): string {
  if (unit === 'day') return addDays(start, 1)
  if (unit === 'week') return addDays(start, 7)
  return barStart(addDays(start, unit === 'month' ? 31 : 366), unit)
}

/** The bars from `first` to `last`, without gaps: a time in which nothing was used is a bar of nothing. */
export function usageBars(
  daily: readonly DayBucket[],
  first: string,
  last: string,
): { unit: BarUnit; bars: UsageBar[] } {
  const unit = barUnit(first, last)
  const bars = new Map<string, UsageBar>()
  for (let from = barStart(first, unit); from <= last; from = nextStart(from, unit)) {
    bars.set(from, { from, newInput: 0, cached: 0, output: 0, requests: 0, total: 0 })
  }
  for (const day of daily) {
    const bar = bars.get(barStart(day.key, unit))
    if (!bar) continue
    const { newInput, cached, output } = tokenParts(day)
    bar.newInput += newInput
    bar.cached += cached
    bar.output += output
    bar.requests += day.requests
    bar.total += newInput + cached + output
  }
  return { unit, bars: [...bars.values()] }
}

/** Days from `from` to `to`, both included. */
export interface DaySpan {
  from: string
  to: string
}

export interface Comparison {
  /** Length of each of the two periods, in days. */
  days: number
  now: number
  before: number
  beforeSpan: DaySpan
  /** Change against before: 0.25 is a quarter more. */
  change: number
}

/**
 * The last whole days, of which today is one, against as many before them, of all days there are. Undefined
 * where the records do not reach back that far, or hold nothing to compare with.
 */
export function comparePeriods(
  daily: readonly DayBucket[],
  today: string,
  days: number,
): Comparison | undefined {
  const nowFrom = addDays(today, 1 - days)
  const beforeSpan = { from: addDays(nowFrom, -days), to: addDays(nowFrom, -1) }
  const first = daily[0]?.key
  if (first === undefined || first > beforeSpan.from) return undefined
  const sum = ({ from, to }: DaySpan) =>
    daily
      .filter(({ key }) => key >= from && key <= to)
      .reduce((total, { totalTokens }) => total + totalTokens, 0)
  const before = sum(beforeSpan)
  if (before === 0) return undefined
  const now = sum({ from: nowFrom, to: today })
  return { days, now, before, beforeSpan, change: (now - before) / before }
}
