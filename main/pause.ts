import type { PauseFor } from '../contract/desktop.ts'

const HOUR_MS = 3_600_000
/** Local time at which a pause "until tomorrow" ends. */
const MORNING_HOUR = 8

/** When a pause that begins now ends, in epoch milliseconds; null for none. */
export function pauseEnd(length: PauseFor, now: number): number | null {
  if (length === 'off') return null
  if (length === 'hour') return now + HOUR_MS
  const morning = new Date(now)
  morning.setDate(morning.getDate() + 1)
  morning.setHours(MORNING_HOUR, 0, 0, 0)
  return morning.getTime()
}

/** Whether notifications are silent at this moment. */
export const isPausedAt = (pausedUntil: number | null, now: number) =>
  pausedUntil !== null && now < pausedUntil
