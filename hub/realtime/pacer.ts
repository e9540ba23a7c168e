import type { Clock } from '../clock.ts'

/** A flush that took t is followed by a rest of this many times t: sending gets a third of the process. */
const REST_FACTOR = 2

/** No event waits longer than this for the rest before it. */
const REST_MAX_MS = 50

/**
 * Decides when queued frames are sent: once at the end of an event-loop turn, and, when sending itself
 * takes time, with rests in between, so that under load several events share one write per connection
 * and the hub stays free for other work. An idle hub sends at once.
 */
export class Pacer {
  readonly #clock: Clock
  readonly #flush: () => void
  #isRequested = false
  #restUntil = 0

  constructor(clock: Clock, flush: () => void) {
    this.#clock = clock
    this.#flush = flush
  }

  /** Has `flush` called soon; any number of requests until then are one. */
  request(): void {
    if (this.#isRequested) return
    this.#isRequested = true
    // A clock that was set back must not stop the stream.
    const restMs = Math.min(this.#restUntil - this.#clock.now(), REST_MAX_MS)
    if (restMs > 0) this.#clock.after(restMs, () => this.#run())
    else setImmediate(() => this.#run())
  }

  #run(): void {
    this.#isRequested = false
    const startedAt = this.#clock.now()
    this.#flush()
    // Node hands the writes of one turn to the sockets in the tick after it: that is the costly part.
    process.nextTick(() => {
      const now = this.#clock.now()
      this.#restUntil = now + Math.min((now - startedAt) * REST_FACTOR, REST_MAX_MS)
    })
  }
}
