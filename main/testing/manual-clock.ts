import type { Clock, Timer } from '../clock.ts'

interface Waiting {
  at: number
  everyMs: number | undefined
  fn: () => void
}

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #now: number
  readonly #waiting = new Set<Waiting>()

  constructor(now = Date.UTC(2026, 10, 20, 12)) {
    this.#now = now
  }

  now(): number {
    return this.#now
  }

  after(delayMs: number, fn: () => void): Timer {
    return this.#add({ at: this.#now + delayMs, everyMs: undefined, fn })
  }

  every(intervalMs: number, fn: () => void): Timer {
    return this.#add({ at: this.#now + intervalMs, everyMs: intervalMs, fn })
  }

  /** Moves time on and runs what has become due, in order. */
  advance(ms: number): void {
    const end = this.#now + ms
    for (;;) {
      const next = [...this.#waiting].sort((a, b) => a.at - b.at).find(({ at }) => at <= end)
      if (!next) break
      this.#now = next.at
      if (next.everyMs === undefined) this.#waiting.delete(next)
      else next.at += next.everyMs
      next.fn()
    }
    this.#now = end
  }

  #add(waiting: Waiting): Timer {
    this.#waiting.add(waiting)
    return { cancel: () => void this.#waiting.delete(waiting) }
  }
}
