import { rmSync } from 'node:fs'
import BetterSqlite3, { type Database as Sqlite } from 'better-sqlite3'
import { migrations } from './migrations/index.ts'

/** `damaged`: it is not a sound SQLite file; `foreign`: not one of a hub; `newer`: of a later release. */
export type UnusableReason = 'damaged' | 'foreign' | 'newer'

/** A file that cannot take the place of the database. */
export class UnusableDatabase extends Error {
  readonly reason: UnusableReason

  constructor(reason: UnusableReason) {
    super(`The file is no database this hub can use: ${reason}`)
    this.name = 'UnusableDatabase'
    this.reason = reason
  }
}

/**
 * Checks a copy of a database from its first page to its last and folds a log beside it into it, so that it
 * is one file that needs no other.
 * @throws UnusableDatabase, and SQLite's and the system's errors for a disk that is full or cannot be written
 */
export function makeUsable(path: string): void {
  const db = open(path)
  try {
    db.pragma('journal_mode = DELETE')
    const version = db.pragma('user_version', { simple: true }) as number
    if (version > migrations.length) throw new UnusableDatabase('newer')
    if (version < 1 || !hasTable(db, 'sessions') || !hasTable(db, 'messages')) {
      throw new UnusableDatabase('foreign')
    }
    if (db.pragma('quick_check(1)', { simple: true }) !== 'ok') throw new UnusableDatabase('damaged')
  } catch (error) {
    throw isDamage(error) ? new UnusableDatabase('damaged') : error
  } finally {
    db.close()
    for (const suffix of ['-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true })
  }
}

function open(path: string): Sqlite {
  try {
    return new BetterSqlite3(path, { fileMustExist: true })
  } catch (error) {
    throw isDamage(error) ? new UnusableDatabase('damaged') : error
  }
}

const hasTable = (db: Sqlite, name: string) =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined

function isDamage(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code !== undefined && /^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)/.test(code)
}
