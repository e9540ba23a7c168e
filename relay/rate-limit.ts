import { isIPv6 } from 'node:net'

/** More callers than this at a time: the longest silent are forgotten first. */
const REMEMBERED_MAX = 50_000
const MINUTE_MS = 60_000

interface Bucket {
  tokens: number
  at: number
}

/**
 * At most `perMinute` in any burst, refilled evenly over a minute, for each key. In memory only, and
 * bounded: a relay that restarts, or that meets too many callers, forgets.
 */
export class RateLimit {
  readonly #perMinute: number
  readonly #now: () => number
  readonly #buckets = new Map<string, Bucket>()

  constructor({ perMinute, now = Date.now }: { perMinute: number; now?: () => number }) {
    this.#perMinute = perMinute
    this.#now = now
  }

  /** Takes one from the key's share; answers 0, or how many seconds to wait when there is none left. */
  take(key: string): number {
    const now = this.#now()
    const bucket = this.#bucket(key, now)
    if (bucket.tokens < 1) return Math.ceil(((1 - bucket.tokens) * MINUTE_MS) / this.#perMinute / 1000)
    bucket.tokens -= 1
    return 0
  }

  /** The key's share as it is now, moved to the end of the line of the forgotten. */
  #bucket(key: string, now: number): Bucket {
    const known = this.#buckets.get(key)
    this.#buckets.delete(key)
    const refilled = known ? known.tokens + ((now - known.at) * this.#perMinute) / MINUTE_MS : Infinity
    const bucket = { tokens: Math.min(this.#perMinute, refilled), at: now }
    this.#buckets.set(key, bucket)
    if (this.#buckets.size > REMEMBERED_MAX) {
      const oldest = this.#buckets.keys().next().value
      if (oldest !== undefined) this.#buckets.delete(oldest)
    }
    return bucket
  }
}

/**
 * Whom an address stands for: itself, or for IPv6 its network of 64 bits, because whoever has one such address
 * has all of its network.
 */
export function callerOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.replace(/%.*$/, '').split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = Array.from({ length: 8 - left.length - right.length }, () => '0')
  const groups = [...left, ...(tail === undefined ? [] : missing), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
