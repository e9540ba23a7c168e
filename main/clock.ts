/** Something that waits and can be told not to. */
export interface Timer {
  cancel(): void
}

/** Time for everything in the shell that waits, so that tests can move it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
  after(delayMs: number, fn: () => void): Timer
  every(intervalMs: number, fn: () => void): Timer
}

export const systemClock: Clock = {
  now: Date.now,
  after(delayMs, fn) {
    const timer = setTimeout(fn, delayMs)
    return { cancel: () => clearTimeout(timer) }
  },
  every(intervalMs, fn) {
    const timer = setInterval(fn, intervalMs)
    return { cancel: () => clearInterval(timer) }
  },
}
