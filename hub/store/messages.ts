import type { Statement } from 'better-sqlite3'
import type { Database } from './database.ts'
import { MessageMoves } from './message-moves.ts'
import { MESSAGE_QUERIES } from './message-queries.ts'
import {
  type ConversationHead,
  comparePositions,
  type DeliveryState,
  type MessageRow,
  type NewMessage,
  type Position,
} from './message-row.ts'

export type { ConversationHead, DeliveryState, MessageRow, NewMessage, Position } from './message-row.ts'

/** A scheduled prompt whose time has come. */
export interface DueMessage {
  pk: number
  id: string
  sessionId: string
  namespace: string
}

export interface ScheduledSummary {
  count: number
  nextAt: number | null
}

type Queries = { [Name in keyof typeof MESSAGE_QUERIES]: Statement }

/**
 * The messages table and the counters of a conversation (its epoch and last number) on the sessions
 * table. Every method that writes must be called inside `db.write()`.
 */
export class MessagesTable {
  readonly #read: Queries
  readonly #moves: MessageMoves
  readonly #insert: Statement
  readonly #markInvoked: Statement
  readonly #setDeliveryState: Statement
  readonly #rewrite: Statement
  readonly #deleteUninvoked: Statement
  readonly #delete: Statement
  readonly #bumpEpoch: Statement
  readonly #noteDeletion: Statement

  constructor(db: Database) {
    this.#read = Object.fromEntries(
      Object.entries(MESSAGE_QUERIES).map(([name, sql]) => [name, db.prepare(sql)]),
    ) as Queries
    this.#moves = new MessageMoves(db)
    this.#insert = db.prepare(`
      INSERT INTO messages (id, session_pk, seq, local_id, content, created_at, invoked_at, scheduled_at,
        hidden, from_user)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
    this.#markInvoked = db.prepare(`
      UPDATE messages SET invoked_at = max(@at, created_at), delivery_state = 'queued'
      WHERE session_pk = @sessionPk AND local_id = @localId AND invoked_at IS NULL
      RETURNING invoked_at AS invokedAt, scheduled_at AS scheduledAt`)
    this.#setDeliveryState = db.prepare(`
      UPDATE messages SET delivery_state = @to
      WHERE session_pk = @sessionPk AND local_id = @localId AND invoked_at IS NULL AND delivery_state <> @to`)
    this.#rewrite = db.prepare('UPDATE messages SET content = ? WHERE pk = ?')
    this.#deleteUninvoked = db.prepare('DELETE FROM messages WHERE pk = ? AND invoked_at IS NULL')
    this.#delete = db.prepare('DELETE FROM messages WHERE pk = ?')
    this.#bumpEpoch = db.prepare('UPDATE sessions SET message_epoch = message_epoch + 1 WHERE pk = ?')
    this.#noteDeletion = db.prepare(`
      UPDATE sessions SET message_epoch = message_epoch + 1, message_seq_floor = max(message_seq_floor, ?)
      WHERE pk = ?`)
  }

  /**
   * Stores a message under the next number of its conversation; a localId the session already holds
   * returns that row and changes nothing. A row without localId is invoked at once. A visible row that
   * lands before the newest one raises the epoch (CLI-plane reference 8.1).
   */
  insert(message: NewMessage, now: number): { row: MessageRow; inserted: boolean } {
    const { id, sessionPk, localId, contentJson, scheduledAt, hidden, fromUser } = message
    if (localId !== null) {
      const row = this.findByLocalId(sessionPk, localId)
      if (row) return { row, inserted: false }
    }
    const { seq: lastSeq, head } = this.head(sessionPk)
    const seq = lastSeq + 1
    const createdAt = Math.min(message.createdAt, now)
    const invokedAt = localId === null ? createdAt : null
    if (!hidden && head && comparePositions({ at: createdAt, seq }, head) < 0) this.#bumpEpoch.run(sessionPk)
    const { lastInsertRowid } = this.#insert.run(
      id,
      sessionPk,
      seq,
      localId,
      contentJson,
      createdAt,
      invokedAt,
      scheduledAt,
      hidden ? 1 : 0,
      fromUser ? 1 : 0,
    )
    const row: MessageRow = {
      pk: Number(lastInsertRowid),
      id,
      sessionPk,
      seq,
      localId,
      contentJson,
      createdAt,
      invokedAt,
      scheduledAt,
      deliveryState: 'queued',
    }
    return { row, inserted: true }
  }

  head(sessionPk: number): ConversationHead {
    const row = this.#read.head.get({ sessionPk }) as
      | { epoch: number; seq: number; headAt: number | null; headSeq: number | null }
      | undefined
    if (!row) return { epoch: 0, seq: 0, head: null }
    const { epoch, seq, headAt, headSeq } = row
    return { epoch, seq, head: headAt === null || headSeq === null ? null : { at: headAt, seq: headSeq } }
  }

  /** The newest visible rows, newest first. */
  latest(sessionPk: number, limit: number): MessageRow[] {
    return this.#read.latest.all({ sessionPk, limit }) as MessageRow[]
  }

  /** Visible rows older than `cursor`, newest first. */
  before(sessionPk: number, cursor: Position, limit: number): MessageRow[] {
    return this.#read.before.all({ sessionPk, ...cursor, limit }) as MessageRow[]
  }

  /** Visible rows newer than `cursor` and not newer than `until`, oldest first. */
  after(sessionPk: number, cursor: Position, until: Position, limit: number): MessageRow[] {
    const params = { sessionPk, ...cursor, untilAt: until.at, untilSeq: until.seq, limit }
    return this.#read.after.all(params) as MessageRow[]
  }

  /** Uninvoked rows of people older than `position`, oldest first. */
  pinsBefore(sessionPk: number, position: Position): MessageRow[] {
    return this.#read.pinsBefore.all({ sessionPk, ...position }) as MessageRow[]
  }

  findByPk(pk: number): MessageRow | undefined {
    return this.#read.findByPk.get({ pk }) as MessageRow | undefined
  }

  /** The session that holds the row now; rows move when two sessions become one. */
  holder(pk: number): { pk: number; id: string; namespace: string } | undefined {
    return this.#read.holder.get({ pk }) as { pk: number; id: string; namespace: string } | undefined
  }

  findByLocalId(sessionPk: number, localId: string): MessageRow | undefined {
    return this.#read.findByLocalId.get({ sessionPk, localId }) as MessageRow | undefined
  }

  /** The row of the session with this id or this localId. */
  find(sessionPk: number, idOrLocalId: string): MessageRow | undefined {
    const row = this.#read.findById.get({ id: idOrLocalId }) as MessageRow | undefined
    return row?.sessionPk === sessionPk ? row : this.findByLocalId(sessionPk, idOrLocalId)
  }

  /** What a CLI may have missed: rows past `afterSeq`, hidden ones too, oldest first (reference 8.8). */
  backfill(sessionPk: number, afterSeq: number, now: number, limit: number): MessageRow[] {
    return this.#read.backfill.all({ sessionPk, afterSeq, now, limit }) as MessageRow[]
  }

  /** Prompts that wait for the session's CLI, oldest first; scheduled ones excluded. */
  queuedPrompts(sessionPk: number): MessageRow[] {
    return this.#read.queuedPrompts.all({ sessionPk }) as MessageRow[]
  }

  /** LocalIds of everything that waits for the session's CLI; scheduled rows excluded. */
  queuedLocalIds(sessionPk: number): string[] {
    return (this.#read.queuedLocalIds.all({ sessionPk }) as { localId: string }[]).map((row) => row.localId)
  }

  /** Queued scheduled prompts of all sessions whose time has come, the earliest schedule first. */
  dueScheduled(now: number): DueMessage[] {
    return this.#read.dueScheduled.all({ now }) as DueMessage[]
  }

  /** How many prompts of the session are scheduled for later, and when the next one is due. */
  scheduledSummary(sessionPk: number, now: number): ScheduledSummary {
    return this.#read.scheduledSummary.get({ sessionPk, now }) as ScheduledSummary
  }

  /** `scheduledSummary` of every session that has such prompts, by its pk. */
  scheduledSummaries(now: number): Map<number, ScheduledSummary> {
    const rows = this.#read.scheduledSummaries.all({ now }) as (ScheduledSummary & { sessionPk: number })[]
    return new Map(rows.map(({ sessionPk, count, nextAt }) => [sessionPk, { count, nextAt }]))
  }

  countAll(sessionPk: number): number {
    return (this.#read.countAll.get({ sessionPk }) as { n: number }).n
  }

  /** Contents as JSON text, the last stored first; hidden rows included. */
  newestContents(sessionPk: number, limit: number): string[] {
    return contents(this.#read.newest.all({ sessionPk, limit }))
  }

  /** Contents as JSON text, the first stored first; hidden rows included. */
  oldestContents(sessionPk: number, limit: number): string[] {
    return contents(this.#read.oldest.all({ sessionPk, limit }))
  }

  /** Those of the newest `limit` rows whose content says `live`. */
  newestLive(sessionPk: number, limit: number): { pk: number; contentJson: string }[] {
    return this.#read.newestLiveReasoning.all({ sessionPk, limit }) as { pk: number; contentJson: string }[]
  }

  /** Stamps the row invoked unless it is; the first stamp stands. Undefined when nothing changed. */
  markInvoked(
    sessionPk: number,
    localId: string,
    at: number,
  ): { invokedAt: number; scheduledAt: number | null } | undefined {
    return this.#markInvoked.get({ sessionPk, localId, at }) as
      | { invokedAt: number; scheduledAt: number | null }
      | undefined
  }

  /** Moves an uninvoked row to another state; answers whether it changed. */
  setDeliveryState(sessionPk: number, localId: string, to: DeliveryState): boolean {
    return this.#setDeliveryState.run({ sessionPk, localId, to }).changes > 0
  }

  rewrite(pk: number, contentJson: string): void {
    this.#rewrite.run(contentJson, pk)
  }

  /** Deletes a row that was not invoked and raises the epoch; its number is never given again. */
  deleteUninvoked({ pk, sessionPk, seq }: MessageRow): boolean {
    if (this.#deleteUninvoked.run(pk).changes === 0) return false
    this.#noteDeletion.run(seq, sessionPk)
    return true
  }

  /** Deletes a row without raising the epoch; only for rows that a later one replaces. */
  deleteReplaced(pk: number): void {
    this.#delete.run(pk)
  }

  /**
   * Moves a whole conversation in front of another: the moved rows keep their numbers and those of the
   * target rise past them; a moved row whose localId the target holds loses it and counts as invoked;
   * both epochs rise (reference 10.8). Answers how many rows moved; nothing changes when there are none.
   */
  moveAll(fromPk: number, toPk: number): number {
    return this.#moves.moveAll(fromPk, toPk)
  }

  /**
   * Moves what was not invoked behind another conversation, in its order; rows whose localId the target
   * holds are dropped; both epochs rise (reference 3.5). Answers how many rows moved.
   */
  moveUninvoked(fromPk: number, toPk: number): number {
    return this.#moves.moveUninvoked(fromPk, toPk)
  }
}

const contents = (rows: unknown[]) => (rows as { contentJson: string }[]).map((row) => row.contentJson)
