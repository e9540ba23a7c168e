import type { Statement } from 'better-sqlite3'
import type { Database } from './database.ts'

const LAST_SEQ = (pk: string) => `
  max((SELECT message_seq_floor FROM sessions WHERE pk = ${pk}),
    coalesce((SELECT max(seq) FROM messages WHERE session_pk = ${pk}), 0))`

/** Moves of messages between two sessions; each runs inside `db.write()`. */
export class MessageMoves {
  readonly #lastSeq: Statement
  readonly #hasAny: Statement
  readonly #releaseCollisions: Statement
  readonly #shiftAside: Statement
  readonly #shiftBack: Statement
  readonly #moveAll: Statement
  readonly #uninvoked: Statement
  readonly #hasLocalId: Statement
  readonly #moveOne: Statement
  readonly #delete: Statement
  readonly #closeSide: Statement

  constructor(db: Database) {
    this.#lastSeq = db.prepare(`SELECT ${LAST_SEQ('@pk')} AS seq`)
    this.#hasAny = db.prepare('SELECT 1 FROM messages WHERE session_pk = ? LIMIT 1')
    this.#releaseCollisions = db.prepare(`
      UPDATE messages SET local_id = NULL, invoked_at = coalesce(invoked_at, created_at), delivery_state = 'queued'
      WHERE session_pk = @fromPk AND local_id IN
        (SELECT local_id FROM messages WHERE session_pk = @toPk AND local_id IS NOT NULL)`)
    // By way of negative numbers: the unique index is checked row by row.
    this.#shiftAside = db.prepare('UPDATE messages SET seq = -(seq + @by) WHERE session_pk = @toPk')
    this.#shiftBack = db.prepare('UPDATE messages SET seq = -seq WHERE session_pk = @toPk AND seq < 0')
    this.#moveAll = db.prepare('UPDATE messages SET session_pk = @toPk WHERE session_pk = @fromPk')
    this.#uninvoked = db.prepare(`
      SELECT pk, local_id AS localId FROM messages
      WHERE session_pk = ? AND invoked_at IS NULL ORDER BY seq`)
    this.#hasLocalId = db.prepare('SELECT 1 FROM messages WHERE session_pk = ? AND local_id = ?')
    this.#moveOne = db.prepare('UPDATE messages SET session_pk = @toPk, seq = @seq WHERE pk = @pk')
    this.#delete = db.prepare('DELETE FROM messages WHERE pk = ?')
    this.#closeSide = db.prepare(`
      UPDATE sessions SET message_epoch = message_epoch + 1, message_seq_floor = max(message_seq_floor, @floor)
      WHERE pk = @pk`)
  }

  /** See MessagesTable.moveAll. */
  moveAll(fromPk: number, toPk: number): number {
    const by = this.#last(fromPk)
    const toLast = this.#last(toPk)
    this.#releaseCollisions.run({ fromPk, toPk })
    const bothSides = this.#hasAny.get(fromPk) !== undefined && this.#hasAny.get(toPk) !== undefined
    if (bothSides) {
      this.#shiftAside.run({ toPk, by })
      this.#shiftBack.run({ toPk })
    }
    const moved = this.#moveAll.run({ fromPk, toPk }).changes
    if (moved > 0) this.#close({ fromPk, fromLast: by, toPk, toLast: bothSides ? toLast + by : toLast })
    return moved
  }

  /** See MessagesTable.moveUninvoked. */
  moveUninvoked(fromPk: number, toPk: number): number {
    const rows = this.#uninvoked.all(fromPk) as { pk: number; localId: string }[]
    if (rows.length === 0) return 0
    const fromLast = this.#last(fromPk)
    let seq = this.#last(toPk)
    let moved = 0
    for (const { pk, localId } of rows) {
      if (this.#hasLocalId.get(toPk, localId)) {
        this.#delete.run(pk)
        continue
      }
      seq += 1
      moved += 1
      this.#moveOne.run({ pk, toPk, seq })
    }
    this.#close({ fromPk, fromLast, toPk, toLast: seq })
    return moved
  }

  #last(pk: number): number {
    return (this.#lastSeq.get({ pk }) as { seq: number }).seq
  }

  #close(sides: { fromPk: number; fromLast: number; toPk: number; toLast: number }): void {
    this.#closeSide.run({ pk: sides.fromPk, floor: sides.fromLast })
    this.#closeSide.run({ pk: sides.toPk, floor: sides.toLast })
  }
}
