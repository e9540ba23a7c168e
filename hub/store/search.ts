import type { Statement } from 'better-sqlite3'
import type { Database } from './database.ts'

/** A message that holds the words, of whatever namespace. */
export interface FoundMessage {
  pk: number
  namespace: string
}

export interface SearchedMessage {
  id: string
  sessionId: string
  seq: number
  createdAt: number
  invokedAt: number | null
  contentJson: string
}

/** The words of messages, and which messages have not been read yet. What writes must be called in `db.write()`. */
export class SearchTable {
  readonly #pending: Statement
  readonly #isPending: Statement
  readonly #content: Statement
  readonly #settle: Statement
  readonly #index: Statement
  readonly #remove: Statement
  readonly #find: Statement
  readonly #message: Statement

  constructor(db: Database) {
    this.#pending = db
      .prepare('SELECT message_pk FROM search_pending ORDER BY message_pk DESC LIMIT ?')
      .pluck()
    this.#isPending = db.prepare('SELECT 1 FROM search_pending LIMIT 1')
    this.#content = db.prepare('SELECT content, hidden FROM messages WHERE pk = ?')
    this.#settle = db.prepare('DELETE FROM search_pending WHERE message_pk = ?')
    this.#index = db.prepare('INSERT OR REPLACE INTO message_words (rowid, words) VALUES (?, ?)')
    this.#remove = db.prepare('DELETE FROM message_words WHERE rowid = ?')
    this.#find = db.prepare(`
      SELECT message_words.rowid AS pk, sessions.namespace AS namespace FROM message_words
        CROSS JOIN messages ON messages.pk = message_words.rowid
        CROSS JOIN sessions ON sessions.pk = messages.session_pk
      WHERE message_words MATCH @match AND message_words.rowid < @before
      ORDER BY message_words.rowid DESC LIMIT @limit`)
    this.#message = db.prepare(`
      SELECT messages.id AS id, sessions.id AS sessionId, messages.seq AS seq, messages.created_at AS createdAt,
        invoked_at AS invokedAt, content AS contentJson
      FROM messages JOIN sessions ON sessions.pk = messages.session_pk WHERE messages.pk = ?`)
  }

  /** Messages that wait to be read, the last stored first. */
  pending(limit: number): number[] {
    return this.#pending.all(limit) as number[]
  }

  isPending(): boolean {
    return this.#isPending.get() !== undefined
  }

  /** The content of a message that can be found; undefined when it is hidden or gone. */
  content(pk: number): string | undefined {
    const row = this.#content.get(pk) as { content: string; hidden: number } | undefined
    return row?.hidden === 0 ? row.content : undefined
  }

  /** The message was read and is found by these words from now on; by none when they are empty. */
  index(pk: number, words: string): void {
    if (words === '') this.#remove.run(pk)
    else this.#index.run(pk, words)
    this.#settle.run(pk)
  }

  /** Messages older than `before` that the FTS5 expression `match` finds, the last stored first. */
  find(match: string, before: number, limit: number): FoundMessage[] {
    return this.#find.all({ match, before, limit }) as FoundMessage[]
  }

  message(pk: number): SearchedMessage | undefined {
    return this.#message.get(pk) as SearchedMessage | undefined
  }
}
