import { closeSync, openSync } from 'node:fs'
import BetterSqlite3, { type Database as Sqlite } from 'better-sqlite3'

/** Long enough for a hub that is just ending. */
const PATIENCE_MS = 1000

/**
 * Makes this process the only hub on a database, which it keeps partly in memory: two of them would each
 * serve what the other does not know. The lock is SQLite's on an empty file beside the database, so that
 * the database itself can still be read by others and a hub that dies leaves nothing locked.
 * @returns what holds the lock until it is closed
 * @throws SQLite's SQLITE_BUSY while another hub holds it
 */
export function becomeSoleOwner(databasePath: string): Sqlite {
  const path = `${databasePath}.lock`
  // SQLite would make it readable to others.
  closeSync(openSync(path, 'a', 0o600))
  const lock = new BetterSqlite3(path, { timeout: PATIENCE_MS })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    throw error
  }
}
