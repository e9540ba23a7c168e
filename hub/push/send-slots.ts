import { SendFailed } from '../../providers/answer.ts'
import type { Clock } from '../clock.ts'

/** From the moment a send is asked for; waiting for a free slot counts. */
export const SEND_TIMEOUT_MS = 10_000
/** Sends under way at once through one channel. */
export const SEND_SLOTS = 32
/** Sends that may wait for a slot; further ones fail at once. */
export const SEND_QUEUE = 256

/**
 * Bounds what one channel may hold: connections, memory and time, however slow its provider is. A send
 * that waited too long fails rather than arrive when nobody needs it.
 */
export class SendSlots {
  readonly #clock: Clock
  readonly #waiting: (() => void)[] = []
  readonly #stops = new Set<AbortController>()
  #free = SEND_SLOTS
  #isClosed = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Runs `send` when a slot is free. The caller waits no longer than SEND_TIMEOUT_MS; the slot is free again
   * when `send` has ended, which it should soon after `signal` is aborted.
   * @throws SendFailed `busy`, `timeout` or `closed`; else whatever `send` throws
   */
  async run<T>(send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new SendFailed('closed')
    if (this.#free === 0 && this.#waiting.length >= SEND_QUEUE) throw new SendFailed('busy')
    const stop = new AbortController()
    const stopped = rejectionBy(stop.signal)
    this.#stops.add(stop)
    const timer = this.#clock.after(SEND_TIMEOUT_MS, () => stop.abort(new SendFailed('timeout')))
    try {
      await this.#take(stop.signal)
      return await Promise.race([stopped, send(stop.signal).finally(() => this.#release())])
    } finally {
      timer.cancel()
      this.#stops.delete(stop)
    }
  }

  /** Stops what is under way or waiting; what comes later fails. */
  close(): void {
    this.#isClosed = true
    for (const stop of this.#stops) stop.abort(new SendFailed('closed'))
  }

  async #take(signal: AbortSignal): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.push(resolve)
    const giveUp = () => {
      const position = this.#waiting.indexOf(resolve)
      if (position === -1) return
      this.#waiting.splice(position, 1)
      reject(signal.reason)
    }
    signal.addEventListener('abort', giveUp, { once: true })
    await promise
    signal.removeEventListener('abort', giveUp)
  }

  #release(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free += 1
  }
}

/** Rejects with the signal's reason when it is aborted, whether or not anybody still waits. */
function rejectionBy(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  promise.catch(() => {})
  return promise
}
