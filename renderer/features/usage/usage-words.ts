import type { BarUnit, DaySpan } from './usage-days.ts'

/** 1,234,567 as “1.2M”. */
export const compactNumber = (value: number, locale: string) =>
  new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(value)

export const fullNumber = (value: number, locale: string) => new Intl.NumberFormat(locale).format(value)

/** 0.256 as “26%”; what is there but rounds to nothing as “<1%”. */
export function percent(share: number, locale: string): string {
  const format = (value: number) => new Intl.NumberFormat(locale, { style: 'percent' }).format(value)
  return share > 0 && share < 0.005 ? `<${format(0.01)}` : format(share)
}

const FORMATS: Record<BarUnit, { short: Intl.DateTimeFormatOptions; long: Intl.DateTimeFormatOptions }> = {
  day: {
    short: { day: 'numeric', month: 'short' },
    long: { weekday: 'short', day: 'numeric', month: 'short' },
  },
  week: {
    short: { day: 'numeric', month: 'short' },
    long: { day: 'numeric', month: 'short', year: 'numeric' },
  },
  month: {
    short: { month: 'short', year: '2-digit' },
    long: { month: 'long', year: 'numeric' },
  },
  year: { short: { year: 'numeric' }, long: { year: 'numeric' } },
}

/** What a bar is called; its day is a calendar day and has no time zone. */
export function barName(from: string, unit: BarUnit, length: 'short' | 'long', locale: string): string {
  return new Intl.DateTimeFormat(locale, { ...FORMATS[unit][length], timeZone: 'UTC' }).format(
    Date.parse(`${from}T00:00:00Z`),
  )
}

/** “Nov 15 – 21, 2026”; calendar days have no time zone. */
export function spanName({ from, to }: DaySpan, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return format.formatRange(Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`))
}
