import type { PushPayload } from '../../contract/push.ts'
import type { DeviceRecord } from '../store/devices.ts'

/**
 * What became of one attempt. Acceptance by a provider is not a receipt. `prune` says that the provider
 * knows the token to be dead (spec: Dead-token handling).
 */
export type Outcome =
  | { readonly result: 'accepted' }
  | { readonly result: 'rejected'; readonly code: string; readonly prune: boolean }
  | { readonly result: 'suppressed'; readonly reason: string }

export const ACCEPTED: Outcome = { result: 'accepted' }

/** The attempt failed; nothing is known about the token. */
export const rejected = (code: string): Outcome => ({ result: 'rejected', code, prune: false })

/** The provider says that the token is dead. */
export const dead = (code: string): Outcome => ({ result: 'rejected', code, prune: true })

/** Nothing was sent, on purpose. */
export const suppressed = (reason: string): Outcome => ({ result: 'suppressed', reason })

/** One way to reach native devices. */
export interface Transport {
  /** As the delivery log calls it. */
  readonly name: 'android-direct' | 'android-relay' | 'ios-direct' | 'ios-relay'
  /**
   * Sends once, without retry, and stops when `signal` says so.
   * @throws what went wrong on the way to the provider: SendFailed, or the network's own error
   */
  send(device: DeviceRecord, payload: PushPayload, signal: AbortSignal): Promise<Outcome>
  /** Hangs up. */
  close(): void
}

/** A send that failed for a reason of ours; `code` goes to the delivery log. */
export class SendFailed extends Error {
  readonly code: string

  constructor(code: string) {
    super(`The push failed: ${code}`)
    this.name = 'SendFailed'
    this.code = code
  }
}

/** What the delivery log says of an error on the way to a provider; undefined for one that is a fault of ours. */
export function failureCode(error: unknown): string | undefined {
  if (error instanceof SendFailed) return error.code
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } }
  const system = cause?.code ?? code
  return typeof system === 'string' ? plainCode('network', system) : undefined
}

/** Status and the provider's word for it, such as `410 Unregistered`; of that only a short plain word. */
export function plainCode(status: number | string, word: unknown): string {
  return typeof word === 'string' && /^[\w.-]{1,64}$/.test(word) ? `${status} ${word}` : `${status}`
}
