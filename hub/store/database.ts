import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import BetterSqlite3, { type Database as Sqlite, type Statement } from 'better-sqlite3'
import type { Log } from '../log.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { becomeSoleOwner } from './sole-owner.ts'
import { applyStagedRestore, type RestoreOutcome } from './staged-restore.ts'
import { backUpBeforeUpgrade } from './upgrade-backup.ts'

interface Turn {
  readonly callbacks: (() => void)[]
  readonly committed: Promise<void>
  resolve(): void
  reject(error: Error): void
}

function openTurn(): Turn {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // Nobody may be waiting for a turn that no request wrote in; its failure is logged by #fail.
  promise.catch(() => {})
  return { callbacks: [], committed: promise, resolve, reject }
}

/**
 * The hub's one SQLite connection with group commit: the first write of an event-loop turn opens a
 * transaction, every operation runs in a savepoint of its own and returns at once, and one commit at
 * the end of the turn makes them durable together (`synchronous=FULL`). Whatever the world may only see
 * afterwards (answers, events, deliveries) waits in `afterCommit` or on `settled()`.
 */
export class Database {
  readonly #db: Sqlite
  readonly #lock: Sqlite | undefined
  readonly #log: Log
  readonly #begin: Statement
  readonly #commit: Statement
  readonly #rollback: Statement
  readonly #savepoint: Statement
  readonly #release: Statement
  readonly #rollbackTo: Statement
  readonly #rollbackListeners: (() => void)[] = []
  /** What became of a database that was staged to take the place of this one; undefined when none was. */
  readonly restored: RestoreOutcome | undefined
  #turn: Turn | undefined
  #flush: NodeJS.Immediate | undefined

  private constructor(db: Sqlite, lock: Sqlite | undefined, log: Log, restored: RestoreOutcome | undefined) {
    this.#db = db
    this.restored = restored
    this.#lock = lock
    this.#log = log
    this.#begin = db.prepare('BEGIN IMMEDIATE')
    this.#commit = db.prepare('COMMIT')
    this.#rollback = db.prepare('ROLLBACK')
    this.#savepoint = db.prepare('SAVEPOINT operation')
    this.#release = db.prepare('RELEASE operation')
    this.#rollbackTo = db.prepare('ROLLBACK TO operation')
  }

  /**
   * Opens (or creates, mode 0600) the database file, after putting a staged one in its place, and migrates
   * it with a copy kept of what was there before; `:memory:` for tests.
   * @throws DatabaseTooNew, or SQLite's own error when the file is damaged or another hub works on it.
   */
  static open(path: string, log: Log): Database {
    const lock = path === ':memory:' ? undefined : becomeSoleOwner(path)
    try {
      return Database.#open(path, lock, log)
    } catch (error) {
      lock?.close()
      throw error
    }
  }

  static #open(path: string, lock: Sqlite | undefined, log: Log): Database {
    const restored = lock ? applyStagedRestore(path, log) : undefined
    if (lock) {
      if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
      chmodSync(path, 0o600)
    }
    const db = new BetterSqlite3(path, { timeout: 5000 })
    try {
      db.pragma('journal_mode = WAL')
      db.pragma('synchronous = FULL')
      db.pragma('foreign_keys = ON')
      db.pragma('cache_size = -8192')
      migrate(db, migrations, (version) => {
        const copy = backUpBeforeUpgrade(db, path, version + 1, Date.now())
        log.info('Backed up the database before upgrading it', { copy })
      })
    } catch (error) {
      db.close()
      throw error
    }
    return new Database(db, lock, log, restored)
  }

  /** Prepares a statement; table classes do so once, in their constructor. */
  prepare<Params extends unknown[] = unknown[], Row = unknown>(sql: string): Statement<Params, Row> {
    return this.#db.prepare<Params, Row>(sql)
  }

  /** The open connection, for backups and storage figures; never for writes. */
  get raw(): Sqlite {
    return this.#db
  }

  /**
   * Runs `operation` in the turn's transaction. If it throws, what it wrote and what it registered with
   * `afterCommit` is undone and the rest of the turn stands. Operations nest; they never await.
   */
  write<T>(operation: () => T): T {
    if (!this.#turn) {
      this.#begin.run()
      this.#turn = openTurn()
      this.#flush = setImmediate(() => this.flush())
    }
    const mark = this.#turn.callbacks.length
    this.#savepoint.run()
    try {
      const result = operation()
      this.#release.run()
      return result
    } catch (error) {
      this.#undo(mark, error as Error)
      throw error
    }
  }

  /** Runs `fn` once everything written so far is durable: at once when nothing waits for a commit. */
  afterCommit(fn: () => void): void {
    if (this.#turn) this.#turn.callbacks.push(fn)
    else fn()
  }

  /**
   * Resolves when everything written so far is durable; undefined when nothing waits.
   * Rejects when the commit failed and was rolled back.
   */
  settled(): Promise<void> | undefined {
    return this.#turn?.committed
  }

  /** Caches of stored rows drop what they hold when a commit failed. */
  onRollback(fn: () => void): void {
    this.#rollbackListeners.push(fn)
  }

  /** Commits the open turn now instead of at its end. */
  flush(): void {
    const turn = this.#turn
    if (!turn) return
    clearImmediate(this.#flush)
    try {
      this.#commit.run()
    } catch (error) {
      this.#fail(turn, error as Error)
      return
    }
    this.#turn = undefined
    turn.resolve()
    for (const callback of turn.callbacks) {
      try {
        callback()
      } catch (error) {
        // One failing listener must not keep the others from a fact that is already stored.
        this.#log.error('A listener failed after a commit', { error })
      }
    }
  }

  /**
   * Writes the file anew without the room that deleted data took. Nothing else happens meanwhile.
   * @throws SQLite's errors, such as SQLITE_FULL; the file is as it was then
   */
  compact(): void {
    this.flush()
    this.#db.exec('VACUUM')
    this.#db.pragma('wal_checkpoint(TRUNCATE)')
  }

  /** Commits, folds the write-ahead log into the file and closes it. */
  close(): void {
    this.flush()
    if (!this.#db.open) return
    try {
      this.#db.pragma('wal_checkpoint(TRUNCATE)')
    } catch (error) {
      // On a full disk the log stays beside the file, and the next start goes on with both.
      this.#log.warn('The log of the database could not be folded into it', { error })
    }
    this.#db.close()
    this.#lock?.close()
  }

  #undo(mark: number, error: Error): void {
    const turn = this.#turn
    if (!turn) return
    if (!this.#db.inTransaction) {
      // SQLite itself rolled back (disk full, I/O error): the whole turn is lost, not only this operation.
      this.#fail(turn, error)
      return
    }
    this.#rollbackTo.run()
    this.#release.run()
    turn.callbacks.length = mark
  }

  #fail(turn: Turn, error: Error): void {
    this.#turn = undefined
    clearImmediate(this.#flush)
    if (this.#db.inTransaction) this.#rollback.run()
    this.#log.error('A commit failed; its writes were rolled back', { error })
    for (const listener of this.#rollbackListeners) listener()
    turn.reject(error)
  }
}
