import { closeSync, openSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'

/** Copied in one turn of the event loop; less than a millisecond where the file is in memory. */
const PAGES_PER_TURN = 64

/**
 * SQLite's online backup into a new file, mode 0600, a few pages a turn: what the database held when it began.
 * It reads through a connection of its own whose one transaction stays open, so that the hub's writes go on
 * beside it and neither restart it nor get into it.
 * @throws SQLite's and the system's errors; what is in the file then is worth nothing
 */
export async function copyDatabase(
  databasePath: string,
  target: string,
  onProgress: (copiedBytes: number, totalBytes: number) => void,
): Promise<void> {
  closeSync(openSync(target, 'wx', 0o600))
  const source = new BetterSqlite3(databasePath, { readonly: true, fileMustExist: true })
  try {
    const pageSize = source.pragma('page_size', { simple: true }) as number
    source.exec('BEGIN')
    source.prepare('SELECT 1 FROM sqlite_schema').get()
    await source.backup(target, {
      progress({ totalPages, remainingPages }) {
        onProgress((totalPages - remainingPages) * pageSize, totalPages * pageSize)
        return PAGES_PER_TURN
      },
    })
  } finally {
    source.close()
  }
  const copy = new BetterSqlite3(target)
  try {
    // One file that needs no other beside it.
    copy.pragma('journal_mode = DELETE')
  } finally {
    copy.close()
  }
}
