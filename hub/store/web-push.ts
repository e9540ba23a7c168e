import type { Statement } from 'better-sqlite3'
import { BROWSERS_PER_NAMESPACE, type BrowserSubscription } from '../../contract/push.ts'
import type { Database } from './database.ts'

export interface SubscriptionRecord extends BrowserSubscription {
  /** Another one after every subscription. */
  pk: number
  namespace: string
  createdAt: number
}

interface SubscriptionRow {
  pk: number
  namespace: string
  endpoint: string
  p256dh: string
  auth: string
  created_at: number
}

/** Browsers that are notified. An endpoint stands for one browser: its newest subscription wins. */
export class WebPushTable {
  readonly #db: Database
  readonly #ofNamespace: Statement
  readonly #clear: Statement
  readonly #insert: Statement
  readonly #makeRoom: Statement
  readonly #removeByEndpoint: Statement
  readonly #remove: Statement
  readonly #removeAll: Statement

  constructor(db: Database) {
    this.#db = db
    this.#ofNamespace = db.prepare('SELECT * FROM web_push_subscriptions WHERE namespace = ? ORDER BY pk')
    this.#clear = db.prepare('DELETE FROM web_push_subscriptions WHERE endpoint = ?')
    this.#insert = db.prepare(
      'INSERT INTO web_push_subscriptions (namespace, endpoint, p256dh, auth, created_at) VALUES (?, ?, ?, ?, ?)',
    )
    this.#makeRoom = db.prepare(`
      DELETE FROM web_push_subscriptions WHERE namespace = @namespace AND pk NOT IN
        (SELECT pk FROM web_push_subscriptions WHERE namespace = @namespace
         ORDER BY pk DESC LIMIT ${BROWSERS_PER_NAMESPACE})`)
    this.#removeByEndpoint = db.prepare(
      'DELETE FROM web_push_subscriptions WHERE namespace = ? AND endpoint = ?',
    )
    this.#remove = db.prepare('DELETE FROM web_push_subscriptions WHERE pk = ?')
    this.#removeAll = db.prepare('DELETE FROM web_push_subscriptions')
  }

  ofNamespace(namespace: string): SubscriptionRecord[] {
    return (this.#ofNamespace.all(namespace) as SubscriptionRow[]).map((row) => ({
      pk: row.pk,
      namespace: row.namespace,
      endpoint: row.endpoint,
      keys: { p256dh: row.p256dh, auth: row.auth },
      createdAt: row.created_at,
    }))
  }

  subscribe(namespace: string, { endpoint, keys }: BrowserSubscription, at: number): void {
    this.#db.write(() => {
      this.#clear.run(endpoint)
      this.#insert.run(namespace, endpoint, keys.p256dh, keys.auth, at)
      this.#makeRoom.run({ namespace })
    })
  }

  removeByEndpoint(namespace: string, endpoint: string): void {
    this.#db.write(() => this.#removeByEndpoint.run(namespace, endpoint))
  }

  /** Of every namespace. */
  removeAll(): void {
    this.#db.write(() => this.#removeAll.run())
  }

  /** Removes the row unless the browser has subscribed again since it was read; answers whether it did. */
  removeSubscription({ pk }: Pick<SubscriptionRecord, 'pk'>): boolean {
    return this.#db.write(() => this.#remove.run(pk).changes > 0)
  }
}
