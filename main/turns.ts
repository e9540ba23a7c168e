import type { Clock, Timer } from './clock.ts'
import type { HubState } from './hub-process.ts'

/** So long after a hub's start its list of working sessions may not be whole: agents come back one by one. */
export const SETTLE_MS = 60_000

export interface TurnsParts {
  hubStatus(): HubState['status']
  /** How many sessions the hub says are working; none while there is no hub. */
  working(): number
  /** The list of working sessions is whole from now on. */
  onSettled(): void
  clock: Clock
}

/**
 * Whether agents may be in the middle of a turn. Agents go on without a hub, so one that is away, or has just come
 * back, cannot say that they rest. Where the hub failed for good nothing is waited for.
 */
export class Turns {
  readonly #parts: TurnsParts
  #settling: Timer | undefined

  constructor(parts: TurnsParts) {
    this.#parts = parts
  }

  /** To be called when the hub has become ready. */
  hubIsReady(): void {
    const { clock, onSettled } = this.#parts
    this.#settling?.cancel()
    this.#settling = clock.after(SETTLE_MS, () => {
      this.#settling = undefined
      onSettled()
    })
  }

  get mayBeUnderWay(): boolean {
    const status = this.#parts.hubStatus()
    if (status === 'failed') return false
    return status !== 'running' || this.#parts.working() > 0 || this.#settling !== undefined
  }
}
