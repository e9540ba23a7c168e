import type { Statement } from 'better-sqlite3'
import type { Database } from './database.ts'
import { MESSAGE_ROW } from './message-queries.ts'
import type { MessageRow, Position } from './message-row.ts'

/** What an export would hold. */
export interface ExportSize {
  count: number
  /** Of the contents alone. */
  bytes: number
}

/** A message that already happened, put behind everything that is there. */
export interface AppendedMessage {
  id: string
  sessionPk: number
  localId: string | null
  contentJson: string
  createdAt: number
  invokedAt: number
  hidden: boolean
  fromUser: boolean
}

/** Later than every message. */
const END: Position = { at: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER }

const UUID = `lower(printf('%s-%s-4%s-%s%s-%s', hex(randomblob(4)), hex(randomblob(2)),
  substr(hex(randomblob(2)), 2), substr('89AB', 1 + (random() & 3), 1), substr(hex(randomblob(2)), 2),
  hex(randomblob(6))))`

const LAST_SEQ = `
  max(message_seq_floor, coalesce((SELECT max(seq) FROM messages WHERE session_pk = sessions.pk), 0))`

const EXPORTED = `FROM messages INDEXED BY messages_by_position
  WHERE session_pk = @sessionPk AND hidden = 0 AND invoked_at IS NOT NULL`

/**
 * Writes and reads of whole conversations, beneath the rules for single messages: nothing here is announced,
 * delivered or counted as usage. Every method that writes must be called inside `db.write()`.
 */
export class HistoryTable {
  readonly #hasUninvoked: Statement
  readonly #localIds: Statement
  readonly #copy: Statement
  readonly #bumpEpoch: Statement
  readonly #truncate: Statement
  readonly #noteTruncated: Statement
  readonly #next: Statement
  readonly #append: Statement
  readonly #todoMentions: Statement
  readonly #exportSize: Statement
  readonly #exportHead: Statement
  readonly #exportPage: Statement

  constructor(db: Database) {
    this.#hasUninvoked = db.prepare(`
      SELECT 1 FROM messages INDEXED BY messages_uninvoked
      WHERE session_pk = ? AND invoked_at IS NULL LIMIT 1`)
    this.#localIds = db
      .prepare('SELECT local_id FROM messages WHERE session_pk = ? AND local_id IS NOT NULL')
      .pluck()
    this.#copy = db.prepare(`
      INSERT INTO messages (id, session_pk, seq, local_id, content, created_at, invoked_at, scheduled_at,
        hidden, from_user)
      SELECT ${UUID}, @toPk, row_number() OVER (ORDER BY position_at, seq), local_id, content, created_at,
        invoked_at, scheduled_at, hidden, from_user
      FROM messages
      WHERE session_pk = @fromPk AND invoked_at IS NOT NULL AND (position_at, seq) < (@at, @seq)
      ORDER BY position_at, seq`)
    this.#bumpEpoch = db.prepare('UPDATE sessions SET message_epoch = message_epoch + 1 WHERE pk = ?')
    this.#noteTruncated = db.prepare(`
      UPDATE sessions SET message_epoch = message_epoch + 1, message_seq_floor = ${LAST_SEQ} WHERE pk = ?`)
    this.#truncate = db.prepare(`
      DELETE FROM messages WHERE session_pk = @sessionPk AND (position_at, seq) >= (@at, @seq)`)
    this.#next = db.prepare(`
      SELECT ${LAST_SEQ} + 1 AS seq,
        coalesce((SELECT max(position_at) FROM messages INDEXED BY messages_by_position
          WHERE session_pk = sessions.pk AND hidden = 0), 0) AS at
      FROM sessions WHERE pk = ?`)
    this.#append = db.prepare(`
      INSERT INTO messages (id, session_pk, seq, local_id, content, created_at, invoked_at, hidden, from_user)
      VALUES (@id, @sessionPk, @seq, @localId, @contentJson, @createdAt, @invokedAt, @hidden, @fromUser)
      ON CONFLICT (session_pk, local_id) WHERE local_id IS NOT NULL DO NOTHING`)
    this.#todoMentions = db
      .prepare(`
        SELECT content FROM messages INDEXED BY messages_with_todos
        WHERE session_pk = ? AND from_user = 0
          AND (instr(content, '"TodoWrite"') > 0 OR instr(content, '"plan"') > 0)
        ORDER BY position_at DESC, seq DESC`)
      .pluck()
    this.#exportSize = db.prepare(`
      SELECT count(*) AS count, coalesce(sum(octet_length(content)), 0) AS bytes ${EXPORTED}`)
    this.#exportHead = db.prepare(`
      SELECT position_at AS at, seq ${EXPORTED} ORDER BY position_at DESC, seq DESC LIMIT 1`)
    this.#exportPage = db.prepare(`
      SELECT ${MESSAGE_ROW} ${EXPORTED} AND (position_at, seq) > (@at, @seq)
        AND (position_at, seq) <= (@untilAt, @untilSeq)
      ORDER BY position_at, seq LIMIT @limit`)
  }

  /** Whether anything, scheduled or not, still waits for the agent. */
  hasUninvoked(sessionPk: number): boolean {
    return this.#hasUninvoked.get(sessionPk) !== undefined
  }

  localIds(sessionPk: number): Set<string> {
    return new Set(this.#localIds.all(sessionPk) as string[])
  }

  /**
   * Copies what the agent has taken and stands before `before` (everything when absent) into a conversation
   * that is empty, in order of position and with ids and numbers of its own; its epoch rises once. Answers
   * how many rows were copied.
   */
  copyPrefix(fromPk: number, toPk: number, before: Position = END): number {
    const { changes } = this.#copy.run({ fromPk, toPk, ...before })
    this.#bumpEpoch.run(toPk)
    return changes
  }

  /**
   * Deletes everything at or after `from`, hidden and queued rows too; the epoch rises once and the numbers
   * are never given again. Answers how many rows went.
   */
  truncate(sessionPk: number, from: Position): number {
    this.#noteTruncated.run(sessionPk)
    return this.#truncate.run({ sessionPk, ...from }).changes
  }

  /**
   * Puts a row behind everything that is there, whatever time it gives; does nothing when the conversation
   * holds its localId. The epoch stays.
   */
  append(message: AppendedMessage): void {
    const { seq, at } = this.#next.get(message.sessionPk) as Position
    const { hidden, fromUser } = message
    this.#append.run({
      ...message,
      seq,
      invokedAt: Math.max(message.invokedAt, at),
      hidden: hidden ? 1 : 0,
      fromUser: fromUser ? 1 : 0,
    })
  }

  /** Contents that may set a to-do list, the newest position first; read lazily, do not write meanwhile. */
  todoMentions(sessionPk: number): IterableIterator<string> {
    return this.#todoMentions.iterate(sessionPk) as IterableIterator<string>
  }

  exportSize(sessionPk: number): ExportSize {
    return this.#exportSize.get({ sessionPk }) as ExportSize
  }

  /** Position of the last row an export holds; undefined when there is none. */
  exportHead(sessionPk: number): Position | undefined {
    return this.#exportHead.get({ sessionPk }) as Position | undefined
  }

  /** Visible rows the agent has taken, newer than `after` and not newer than `until`, oldest first. */
  exportPage(sessionPk: number, after: Position, until: Position, limit: number): MessageRow[] {
    const params = { sessionPk, ...after, untilAt: until.at, untilSeq: until.seq, limit }
    return this.#exportPage.all(params) as MessageRow[]
  }
}
