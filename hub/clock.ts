export interface Timer {
  cancel(): void
}

/** Where the hub takes the time and its timers from, so that tests can own both. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs `fn` once after `ms`. The timer never keeps the process alive. */
  after(ms: number, fn: () => void): Timer
  /** Runs `fn` every `ms` until cancelled. The timer never keeps the process alive. */
  every(ms: number, fn: () => void): Timer
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, fn) {
    const timer = setTimeout(fn, ms)
    timer.unref()
    return { cancel: () => clearTimeout(timer) }
  },
  every(ms, fn) {
    const timer = setInterval(fn, ms)
    timer.unref()
    return { cancel: () => clearInterval(timer) }
  },
}
