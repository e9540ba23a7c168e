import { SCHEDULE_HORIZON_MS } from '../../../contract/message.ts'

const HOUR_MS = 60 * 60 * 1000
const TONIGHT_HOUR = 20
const MORNING_HOUR = 9
/** A suggestion nearer than this is not worth making. */
const NEAREST_MS = 30 * 60 * 1000

export interface ScheduleOption {
  key: 'inOneHour' | 'tonight' | 'tomorrowMorning'
  /** Epoch ms. */
  at: number
}

/** The moments offered with one press, in the viewer's time zone. */
export function scheduleOptions(now: number): readonly ScheduleOption[] {
  const options: ScheduleOption[] = [{ key: 'inOneHour', at: now + HOUR_MS }]
  const tonight = atHour(now, 0, TONIGHT_HOUR)
  if (tonight - now > HOUR_MS + NEAREST_MS) options.push({ key: 'tonight', at: tonight })
  options.push({ key: 'tomorrowMorning', at: atHour(now, 1, MORNING_HOUR) })
  return options
}

function atHour(now: number, daysAhead: number, hour: number): number {
  const date = new Date(now)
  date.setDate(date.getDate() + daysAhead)
  return date.setHours(hour, 0, 0, 0)
}

/** What a `datetime-local` field accepts: from the next minute to the hub's horizon. */
export function scheduleRange(now: number): { min: string; max: string } {
  return { min: toFieldValue(now + 60_000), max: toFieldValue(now + SCHEDULE_HORIZON_MS - 60_000) }
}

/** `2026-06-15T20:00` in the viewer's time zone. */
export function toFieldValue(at: number): string {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The moment a `datetime-local` field names, or why it cannot be taken. */
export function readFieldValue(value: string, now: number): number | 'empty' | 'past' | 'too-far' {
  const at = new Date(value).getTime()
  if (Number.isNaN(at)) return 'empty'
  if (at <= now) return 'past'
  return at > now + SCHEDULE_HORIZON_MS ? 'too-far' : at
}
