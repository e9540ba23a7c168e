/** Where a message stands in its conversation: `at` first, ties broken by `seq` (spec: Position key). */
export interface Position {
  at: number
  seq: number
}

export type DeliveryState = 'queued' | 'dispatching' | 'indeterminate'

/** A stored message; `contentJson` is the content as compact JSON text. */
export interface MessageRow {
  pk: number
  id: string
  sessionPk: number
  seq: number
  localId: string | null
  contentJson: string
  createdAt: number
  /** null: queued and not yet consumed. */
  invokedAt: number | null
  scheduledAt: number | null
  /** Meaningful only while `invokedAt` is null. */
  deliveryState: DeliveryState
}

export interface NewMessage {
  id: string
  sessionPk: number
  localId: string | null
  contentJson: string
  /** A time later than now is stored as now. */
  createdAt: number
  scheduledAt: number | null
  /** Kept for the agent's own backfill, never part of a page. */
  hidden: boolean
  /** Written by a person; only such rows are pinned and delivered again while they are queued. */
  fromUser: boolean
}

/** Where a conversation stands: its newest position, its last number and its epoch. */
export interface ConversationHead {
  epoch: number
  /** The last number given to a message, 0 before the first. */
  seq: number
  /** The newest visible message, null when there is none. */
  head: Position | null
}

export const positionOf = ({ invokedAt, createdAt, seq }: MessageRow): Position => ({
  at: invokedAt ?? createdAt,
  seq,
})

/** Negative when `a` comes before `b`. */
export const comparePositions = (a: Position, b: Position): number => a.at - b.at || a.seq - b.seq
