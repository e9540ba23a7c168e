import type { Statement } from 'better-sqlite3'
import type { Database } from './database.ts'

/** Accounts of other platforms and the namespace each is bound to. Writes happen inside `db.write()`. */
export class UsersTable {
  readonly #namespaceOf: Statement
  readonly #boundTo: Statement
  readonly #insert: Statement
  readonly #deleteAll: Statement

  constructor(db: Database) {
    this.#namespaceOf = db.prepare('SELECT namespace FROM users WHERE platform = ? AND platform_user_id = ?')
    this.#boundTo = db.prepare(
      'SELECT platform_user_id AS id FROM users WHERE platform = ? AND namespace = ? ORDER BY created_at, id',
    )
    this.#insert = db.prepare(
      'INSERT INTO users (platform, platform_user_id, namespace, created_at) VALUES (?, ?, ?, ?)',
    )
    this.#deleteAll = db.prepare('DELETE FROM users WHERE platform = ?')
  }

  namespaceOf(platform: string, userId: string): string | undefined {
    const row = this.#namespaceOf.get(platform, userId) as { namespace: string } | undefined
    return row?.namespace
  }

  /** The accounts of a namespace, the first bound first. */
  boundTo(platform: string, namespace: string): string[] {
    return (this.#boundTo.all(platform, namespace) as { id: string }[]).map(({ id }) => id)
  }

  insert(platform: string, userId: string, namespace: string, createdAt: number): void {
    this.#insert.run(platform, userId, namespace, createdAt)
  }

  deleteAll(platform: string): void {
    this.#deleteAll.run(platform)
  }
}
