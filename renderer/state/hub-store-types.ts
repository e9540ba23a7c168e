import type { Machine } from '../../contract/machine.ts'
import type { AttachmentMetadata, RetryResponse, SteerResponse } from '../../contract/message.ts'
import type { Session, SessionSummary } from '../../contract/session.ts'
import type { ClientError } from '../client/client-error.ts'
import type { MessageRow } from './message-row.ts'

/** What people are told of the stream. */
export interface Connection {
  state: 'connecting' | 'live' | 'reconnecting' | 'offline'
  /** When this state began, epoch ms. */
  since: number
  /** When the next try is due, epoch ms; absent while one is under way or none is planned. */
  nextRetryAt?: number
}

/** The session list; shown rows stay while they are fetched again. */
export interface SessionListSnapshot {
  status: 'loading' | 'ready' | 'error'
  /** In the default order of the spec. */
  sessions: readonly SessionSummary[]
  error?: string
}

/** One full session record. */
export interface SessionSnapshot {
  status: 'loading' | 'ready' | 'missing' | 'error'
  session?: Session
  error?: ClientError
}

/** One conversation. */
export interface MessagesSnapshot {
  status: 'loading' | 'ready' | 'error'
  /** The conversation in order, without what waits in `queued`; no message is in both. */
  rows: readonly MessageRow[]
  /** Queued, scheduled and unresolved (`deliveryState: 'indeterminate'`) messages, in order. */
  queued: readonly MessageRow[]
  hasOlder: boolean
  loadingOlder: boolean
  /** Newer rows than the held ones are there, for `loadNewer` or `returnToTail`. */
  hasNewer: boolean
  loadingNewer: boolean
  /** `history`: what is held may end before the newest row. */
  mode: 'tail' | 'history'
  error?: string
}

/** The online machines. */
export interface MachinesSnapshot {
  status: 'loading' | 'ready' | 'error'
  machines: readonly Machine[]
  error?: string
}

/**
 * How a send ended. `isKept`: the hub has not confirmed it; the row stays and the message goes out, or is asked
 * about, by itself. After a refusal the row is gone and the composer gets `text` and `attachments` back, except
 * that a row with attachments stays, marked `failed` (`rowKept`).
 */
export type SendOutcome =
  | { ok: true; localId: string; isKept: boolean }
  | {
      ok: false
      localId: string
      text: string
      attachments: readonly AttachmentMetadata[]
      rowKept: boolean
      error: ClientError
    }

/** How a cancel ended (spec: Cancel rules). */
export type CancelOutcome = 'cancelled' | 'invoked' | 'busy'
/** How a retry ended (spec: Retry rules); `resent` and `failed` are of rows that never reached the hub. */
export type RetryOutcome = RetryResponse['status'] | 'resent' | 'failed'
/** How a steer ended (spec: Steer rules). */
export type SteerOutcome = { status: SteerResponse['status']; error?: string }
