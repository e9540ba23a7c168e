import type { PushPayload, SendOutcome } from '../../contract/push.ts'
import { plainCode, SendFailed } from '../../providers/answer.ts'
import type { DeviceRecord } from '../store/devices.ts'

/** One way to reach native devices. */
export interface Transport {
  /** As the delivery log calls it. */
  readonly name: 'android-direct' | 'android-relay' | 'ios-direct' | 'ios-relay'
  /**
   * Sends once, without retry, and stops when `signal` says so.
   * @throws what went wrong on the way to the provider: SendFailed, or the network's own error
   */
  send(device: DeviceRecord, payload: PushPayload, signal: AbortSignal): Promise<SendOutcome>
  /** Hangs up. */
  close(): void
}

/** What the delivery log says of an error on the way to a provider; undefined for one that is a fault of ours. */
export function failureCode(error: unknown): string | undefined {
  if (error instanceof SendFailed) return error.code
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } }
  const system = cause?.code ?? code
  return typeof system === 'string' ? plainCode('network', system) : undefined
}
