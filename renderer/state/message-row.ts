import type { AttachmentMetadata, DecryptedMessage } from '../../contract/message.ts'
import { isObject, readEnvelope } from '../decode/envelope.ts'

/** The client's own view of a message it sent (spec: Message delivery). */
export type MessageStatus = 'sending' | 'queued' | 'sent' | 'failed'

/** A message as the window keeps it. An optimistic row has `seq: null` and its localId as id. */
export interface MessageRow extends DecryptedMessage {
  status?: MessageStatus
  /**
   * Why a `sending` row is not on its way. `waiting`: the hub cannot be reached; `unsure`: it was given to the
   * hub, and whether it arrived is asked once the hub can be reached.
   */
  pending?: 'waiting' | 'unsure'
}

/** Where a message stands in the conversation (spec: Position key). */
export interface Position {
  at: number
  seq: number
}

/** What the composer hands over (spec: Send body rules). */
export interface OutgoingMessage {
  text: string
  deliveryMode?: 'queue' | 'steer'
  /** Epoch ms, at most seven days ahead; excludes attachments and steer. */
  scheduledAt?: number
  attachments?: AttachmentMetadata[]
}

/** `(invokedAt ?? createdAt, seq)`; a row the hub has not numbered stands after its contemporaries. */
export function positionOf(row: DecryptedMessage): Position {
  return { at: row.invokedAt ?? row.createdAt, seq: row.seq ?? Number.POSITIVE_INFINITY }
}

/** Ascending by `at`, ties by `seq`. */
export function comparePositions(a: Position, b: Position): number {
  if (a.at !== b.at) return a.at - b.at
  // Two infinite seqs are equal; their difference is NaN.
  return a.seq === b.seq ? 0 : a.seq - b.seq
}

/** Whether a person wrote it, in whichever envelope it came. */
export function isUserRow(row: DecryptedMessage): boolean {
  return readEnvelope(row.content)?.role === 'user'
}

/** The hub has not numbered it: this page made it. */
export function isOptimistic(row: MessageRow): boolean {
  return row.seq === null && row.id === row.localId
}

/** The strict rule (spec: Message delivery): an absent `invokedAt` means already invoked. */
export function isQueued(row: MessageRow): boolean {
  return (
    row.invokedAt === null &&
    row.deliveryState !== 'indeterminate' &&
    row.status !== 'failed' &&
    isUserRow(row)
  )
}

/** Its delivery is unresolved: the person chooses Retry or Cancel. */
export function isIndeterminate(row: MessageRow): boolean {
  return row.invokedAt === null && row.deliveryState === 'indeterminate'
}

/**
 * Whether the row waits in the queue bar rather than in the conversation. What this page just sent to an idle
 * agent stays in the conversation (`sending`, `sent`) while its acknowledgement is on the way.
 */
export function isWaiting(row: MessageRow): boolean {
  if (isIndeterminate(row)) return true
  if (!isQueued(row)) return false
  return row.scheduledAt != null || (row.status !== 'sending' && row.status !== 'sent')
}

/** Rows of sub-agents, which are counted apart so that a talkative one does not empty the window. */
export function isAgentRunRow(row: DecryptedMessage): boolean {
  const content = readEnvelope(row.content)?.content
  if (!isObject(content) || content.type !== 'codex' || !isObject(content.data)) return false
  const { type } = content.data
  return typeof type === 'string' && type.startsWith('agent-run-')
}
