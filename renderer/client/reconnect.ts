/** Constants of the reconnect policy (spec: Reconnect policy). */
export const STALE_AFTER_MS = 90_000
export const WATCHDOG_TICK_MS = 10_000
export const FOREGROUND_STALE_AFTER_MS = 45_000
export const CONNECT_TIMEOUT_MS = 10_000
export const BACKOFF_FIRST_MS = 1000
export const BACKOFF_MAX_MS = 30_000
export const JITTER_MAX_MS = 500
export const SLOW_AFTER_ATTEMPTS = 8
export const SLOW_DELAY_MS = 300_000
export const VISIBILITY_RETRY_MS = 2000

/**
 * Milliseconds to wait before the next try. `attempt` counts the retries made since the last successful open:
 * 0 is immediate but for the jitter, n waits min(30 s, 1 s * 2^(n-1)), and after eight the ceiling is 300 s.
 * `random` is uniform in [0, 1).
 */
export function nextDelay(attempt: number, random: () => number): number {
  const jitter = random() * JITTER_MAX_MS
  if (attempt <= 0) return jitter
  if (attempt >= SLOW_AFTER_ATTEMPTS) return SLOW_DELAY_MS + jitter
  return Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** (attempt - 1)) + jitter
}

/** Whether the watchdog tears the connection down: nothing at all arrived for 90 s. */
export function isStale(lastFrameAt: number, now: number): boolean {
  return now - lastFrameAt >= STALE_AFTER_MS
}

/** Whether coming to the foreground reconnects at once: the last frame is older than 45 s. */
export function isStaleOnForeground(lastFrameAt: number, now: number): boolean {
  return now - lastFrameAt > FOREGROUND_STALE_AFTER_MS
}
