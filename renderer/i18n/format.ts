const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** What a date can be at most; a clock that is wrong enough says more, and formatting that throws. */
const LATEST_MS = 8.64e15
const within = (at: number) => Math.min(Math.max(at, -LATEST_MS), LATEST_MS)

/** How long ago, as short as a list row allows: “now”, “5m”, “3h”, “2d”, then the date. */
export function formatAge(at: number, now: number, locale: string): string {
  const age = Math.max(0, now - at)
  // “5m” is understood; without “ago” the Chinese “5分钟” would be a duration.
  const short = (value: number, unit: 'minute' | 'hour' | 'day') =>
    locale.startsWith('zh')
      ? new Intl.RelativeTimeFormat(locale, { style: 'narrow' }).format(-value, unit)
      : new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' }).format(value)
  if (age < MINUTE_MS) return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second')
  if (age < HOUR_MS) return short(Math.floor(age / MINUTE_MS), 'minute')
  if (age < DAY_MS) return short(Math.floor(age / HOUR_MS), 'hour')
  if (age < 7 * DAY_MS) return short(Math.floor(age / DAY_MS), 'day')
  return formatDate(at, now, locale)
}

/** The day, with the year only when it is another one. */
export function formatDate(at: number, now: number, locale: string): string {
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  }).format(within(at))
}

/** A moment people plan for: the time when it is today, else weekday and time. */
export function formatMoment(at: number, now: number, locale: string): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  return new Intl.DateTimeFormat(locale, {
    hour: 'numeric',
    minute: '2-digit',
    ...(!isToday && { weekday: 'short', day: 'numeric', month: 'short' }),
  }).format(within(at))
}

/** The full date and time, for titles and screen readers. */
export function formatFull(at: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(within(at))
}

/** A moment for machines, as `<time>` wants it. */
export const isoTime = (at: number): string => new Date(within(at)).toISOString()

/** A running time: `0:07`, `12:40`, `1:02:09`. */
export function formatElapsed(durationMs: number): string {
  const total = Math.max(0, Math.floor(durationMs / 1000))
  const seconds = String(total % 60).padStart(2, '0')
  const minutes = Math.floor(total / 60) % 60
  const hours = Math.floor(total / 3600)
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`
}

/** How long something took, in its largest unit: “4 sec”, “2 min”, “3 hr”; at least a second. */
export function formatDuration(durationMs: number, locale: string): string {
  const format = (value: number, unit: 'second' | 'minute' | 'hour') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(Math.round(value))
  if (durationMs < MINUTE_MS) return format(Math.max(1, durationMs / 1000), 'second')
  return durationMs < HOUR_MS
    ? format(durationMs / MINUTE_MS, 'minute')
    : format(durationMs / HOUR_MS, 'hour')
}

/** A share of the whole, 0 to 1, in whole percent. */
export function formatPercent(share: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'percent' }).format(share)
}
