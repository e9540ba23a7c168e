import type { Clock } from '../clock.ts'
import { isLoopbackAddress, plainAddress } from './remote-address.ts'

export const AUTH_FAILURES_MAX = 30
export const AUTH_FAILURE_WINDOW_MS = 5 * 60 * 1000
const ADDRESSES_MAX = 10_000

interface Failures {
  count: number
  since: number
}

/**
 * Counts failed `POST /api/auth` per remote address in windows of five minutes. Generous, because a phone
 * with a rotated token retries; never for loopback, where every local tool and tunnel comes from.
 */
export class AuthAttempts {
  readonly #clock: Clock
  readonly #failures = new Map<string, Failures>()

  constructor({ clock }: { clock: Clock }) {
    this.#clock = clock
  }

  /** Milliseconds until this address may try again; 0 when it may now. */
  waitMs(address: string): number {
    const entry = this.#failures.get(plainAddress(address))
    if (!entry || entry.count < AUTH_FAILURES_MAX) return 0
    return Math.max(0, entry.since + AUTH_FAILURE_WINDOW_MS - this.#clock.now())
  }

  noteFailure(address: string): void {
    const key = plainAddress(address)
    if (isLoopbackAddress(key)) return
    const now = this.#clock.now()
    const entry = this.#failures.get(key)
    if (entry && now - entry.since < AUTH_FAILURE_WINDOW_MS) {
      entry.count += 1
      return
    }
    this.#failures.delete(key)
    this.#forgetOldest()
    this.#failures.set(key, { count: 1, since: now })
  }

  /** A caller who knows the token clears what a mistyped one left behind. */
  noteSuccess(address: string): void {
    this.#failures.delete(plainAddress(address))
  }

  #forgetOldest(): void {
    if (this.#failures.size < ADDRESSES_MAX) return
    const oldest = this.#failures.keys().next().value
    if (oldest !== undefined) this.#failures.delete(oldest)
  }
}
