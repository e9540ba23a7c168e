import type { Notice } from '../../contract/push.ts'

/** What became of one attempt; `prune` is for device tokens, of which channels have none. */
export type ChannelOutcome =
  | { readonly result: 'accepted' }
  | { readonly result: 'rejected'; readonly code: string; readonly prune: boolean }
  | { readonly result: 'suppressed'; readonly reason: string }

/** A way to reach people besides devices and browsers. */
export interface Channel {
  /** As the delivery log calls it. */
  readonly name: string
  /** Sends once and stops when `signal` says so; never throws. */
  send(notice: Notice, signal: AbortSignal): Promise<ChannelOutcome>
}

export const accepted: ChannelOutcome = { result: 'accepted' }
export const suppressed = (reason: string): ChannelOutcome => ({ result: 'suppressed', reason })
export const rejected = (code: string): ChannelOutcome => ({ result: 'rejected', code, prune: false })
