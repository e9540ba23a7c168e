import { ClientError } from '../client/client-error.ts'
import type { Clock, Timer } from '../client/clock.ts'
import { nextDelay } from '../client/reconnect.ts'

/** What a repeated read works with. */
export interface RefetchOptions {
  run: () => Promise<void>
  /** Told every failed run. */
  onError: (error: ClientError) => void
  clock: Clock
  random: () => number
}

/**
 * One read that may be asked for at any time: one run at a time, and a trailing run when it was asked for again
 * meanwhile. A transient failure is tried again with back-off (spec: Retry guidance); a refusal is not.
 */
export class Refetch {
  readonly #options: RefetchOptions
  #running: Promise<void> | undefined
  #isWanted = false
  #isStopped = false
  #failures = 0
  #retry: Timer | undefined

  constructor(options: RefetchOptions) {
    this.#options = options
  }

  /** Resolves when a run that began after this call is over, whatever its outcome. */
  request(): Promise<void> {
    this.#isStopped = false
    this.#isWanted = true
    this.#retry?.cancel()
    this.#retry = undefined
    this.#running ??= this.#loop()
    return this.#running
  }

  /** Tries again at once what failed last time; nothing otherwise. */
  retryFailed(): void {
    if (this.#retry) void this.request()
  }

  /** No more runs and retries until it is asked for again. */
  stop(): void {
    this.#isStopped = true
    this.#isWanted = false
    this.#retry?.cancel()
    this.#retry = undefined
  }

  async #loop(): Promise<void> {
    try {
      while (this.#isWanted) {
        this.#isWanted = false
        await this.#runOnce()
      }
    } finally {
      this.#running = undefined
    }
  }

  async #runOnce(): Promise<void> {
    try {
      await this.#options.run()
      this.#failures = 0
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    if (this.#isStopped) return
    if (!(error instanceof ClientError)) throw error
    this.#options.onError(error)
    if (!error.isTransient || this.#isWanted) return
    this.#failures += 1
    const delay = nextDelay(this.#failures, this.#options.random)
    this.#retry = this.#options.clock.after(delay, () => void this.request())
  }
}
