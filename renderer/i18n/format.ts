const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long ago, as short as a list row allows: “now”, “5m”, “3h”, “2d”, then the date. */
export function formatAge(at: number, now: number, locale: string): string {
  const age = Math.max(0, now - at)
  const short = (value: number, unit: 'minute' | 'hour' | 'day') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' }).format(value)
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
  }).format(at)
}

/** A moment people plan for: the time when it is today, else weekday and time. */
export function formatMoment(at: number, now: number, locale: string): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  return new Intl.DateTimeFormat(locale, {
    hour: 'numeric',
    minute: '2-digit',
    ...(!isToday && { weekday: 'short', day: 'numeric', month: 'short' }),
  }).format(at)
}

/** The full date and time, for titles and screen readers. */
export function formatFull(at: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}

/** A running time: `0:07`, `12:40`, `1:02:09`. */
export function formatElapsed(durationMs: number): string {
  const total = Math.max(0, Math.floor(durationMs / 1000))
  const seconds = String(total % 60).padStart(2, '0')
  const minutes = Math.floor(total / 60) % 60
  const hours = Math.floor(total / 3600)
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`
}
