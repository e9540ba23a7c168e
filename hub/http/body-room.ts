import type { IncomingMessage } from 'node:http'
import { ByteBudget } from './byte-budget.ts'

/** Large bodies that are in memory at once, whoever sends them: two of the largest, or many smaller ones. */
const BODIES_IN_MEMORY_BYTES = 144 * 1024 * 1024

/** A body of which nothing more came for so long is given up: others wait for its room. */
const STALLED_AFTER_MS = 15_000

/** Room for large request bodies: who finds none waits, in order of arrival, before anything of theirs is read. */
export class BodyRoom {
  readonly #budget: ByteBudget
  readonly #stalledAfterMs: number

  constructor({ inMemoryBytes = BODIES_IN_MEMORY_BYTES, stalledAfterMs = STALLED_AFTER_MS } = {}) {
    this.#budget = new ByteBudget(inMemoryBytes)
    this.#stalledAfterMs = stalledAfterMs
  }

  /**
   * Runs `work`, which reads the body and whose end gives the room back. A body that says no length may be as
   * long as its limit. Hangs up on one that stalls while it comes.
   */
  hold<T>(request: IncomingMessage, limitBytes: number, work: () => Promise<T>): Promise<T> {
    const announced = Number(request.headers['content-length'] ?? limitBytes)
    return this.#budget.hold(Math.min(announced, limitBytes), async () => {
      const isHere = () => request.setTimeout(0)
      request.setTimeout(this.#stalledAfterMs, () => request.destroy())
      request.once('end', isHere)
      try {
        return await work()
      } finally {
        isHere()
      }
    })
  }
}
