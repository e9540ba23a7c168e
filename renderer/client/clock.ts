/** Something that will happen unless it is cancelled. */
export interface Timer {
  cancel(): void
}

/** Where the client takes the time and its timers from, so that tests can own both. */
export interface Clock {
  /** Milliseconds since 1970, by this device. */
  now(): number
  /** Runs `fn` once after `ms`. */
  after(ms: number, fn: () => void): Timer
  /** Runs `fn` every `ms` until cancelled. */
  every(ms: number, fn: () => void): Timer
}

/** The clock of the page. */
export const browserClock: Clock = {
  now: () => Date.now(),
  after(ms, fn) {
    const timer = setTimeout(fn, ms)
    return { cancel: () => clearTimeout(timer) }
  },
  every(ms, fn) {
    const timer = setInterval(fn, ms)
    return { cancel: () => clearInterval(timer) }
  },
}
