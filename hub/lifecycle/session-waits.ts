import type { Clock } from '../clock.ts'

/** Waits for something to become true of a session, looked at again whenever the session gives a sign. */
export class SessionWaits {
  readonly #clock: Clock
  readonly #waiting = new Map<string, Set<() => void>>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Resolves true as soon as `isDone` holds, false when it does not within `timeoutMs`. */
  until(id: string, isDone: () => boolean, timeoutMs: number): Promise<boolean> {
    if (isDone()) return Promise.resolve(true)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const waiting = this.#waiting.get(id) ?? new Set()
    this.#waiting.set(id, waiting)
    const end = (done: boolean): void => {
      timer.cancel()
      waiting.delete(look)
      if (waiting.size === 0 && this.#waiting.get(id) === waiting) this.#waiting.delete(id)
      resolve(done)
    }
    const look = (): void => {
      if (isDone()) end(true)
    }
    const timer = this.#clock.after(timeoutMs, () => end(false))
    waiting.add(look)
    return promise
  }

  /** The session gave a sign: a keep-alive, or its end. */
  recheck(id: string): void {
    const waiting = this.#waiting.get(id)
    if (waiting) for (const look of [...waiting]) look()
  }
}
