import type { Clock, Timer } from '../client/clock.ts'

interface Entry {
  at: number
  everyMs: number | undefined
  fn: () => void
}

/** A clock that stands still until a test advances it; timers fire in order of their due time. */
export class ManualClock implements Clock {
  #now: number
  readonly #entries = new Set<Entry>()

  constructor(now = 1_700_000_000_000) {
    this.#now = now
  }

  now(): number {
    return this.#now
  }

  after(ms: number, fn: () => void): Timer {
    return this.#add({ at: this.#now + ms, everyMs: undefined, fn })
  }

  every(ms: number, fn: () => void): Timer {
    return this.#add({ at: this.#now + ms, everyMs: ms, fn })
  }

  /** Moves the time by `ms`, firing what falls due on the way at its own moment. */
  advance(ms: number): void {
    const end = this.#now + ms
    for (;;) {
      let next: Entry | undefined
      for (const entry of this.#entries) if (entry.at <= end && (!next || entry.at < next.at)) next = entry
      if (!next) break
      this.#now = next.at
      if (next.everyMs === undefined) this.#entries.delete(next)
      else next.at += next.everyMs
      next.fn()
    }
    this.#now = end
  }

  #add(entry: Entry): Timer {
    this.#entries.add(entry)
    return { cancel: () => this.#entries.delete(entry) }
  }
}
