import type { UsageHour } from '../../../contract/usage.ts'

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const
export const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** A Monday; a weekday or an hour alone has no date, and no zone. */
const MONDAY = Date.UTC(2024, 0, 1)
const HOUR_MS = 60 * 60_000

export interface HeatRow {
  /** 1 is Monday. */
  weekday: number
  /** Midnight's first; undefined where nothing was used. */
  cells: readonly (UsageHour | undefined)[]
}

/** A row per weekday from Monday, a cell per hour from midnight. */
export function heatRows(hours: readonly UsageHour[]): HeatRow[] {
  const byPlace = new Map(hours.map((hour) => [hour.weekday * 24 + hour.hour, hour]))
  return WEEKDAYS.map((weekday) => ({
    weekday,
    cells: HOURS.map((hour) => byPlace.get(weekday * 24 + hour)),
  }))
}

/** How strongly a cell is coloured, 0 to 4 of 4: quarters of the root, so that one great hour hides no other. */
export function heatLevel(tokens: number, most: number): number {
  return tokens <= 0 || most <= 0 ? 0 : Math.max(1, Math.ceil(Math.sqrt(tokens / most) * 4))
}

/** “Monday”, or “Mon”. */
export const weekdayName = (weekday: number, length: 'short' | 'long', locale: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: length, timeZone: 'UTC' }).format(
    MONDAY + (weekday - 1) * 24 * HOUR_MS,
  )

/** From the beginning to the end of an hour: “14:00 – 15:00”, “2:00 PM – 3:00 PM”. */
export function hourName(hour: number, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
  return [hour, hour + 1].map((at) => format.format(MONDAY + at * HOUR_MS)).join(' – ')
}
