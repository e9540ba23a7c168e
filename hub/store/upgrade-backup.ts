import { randomBytes } from 'node:crypto'
import { chmodSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Database as Sqlite } from 'better-sqlite3'
import { ensureBackupFolder, publishFile, timeStamp } from './database-files.ts'

/** Copies of databases from before an upgrade that are kept, the newest. */
const UPGRADE_BACKUPS_KEPT = 3

export const UPGRADE_BACKUP_NAME = /^before-v(\d+)-(\w+)\.db$/

/**
 * Copies the database before it is changed to the format of a newer release, and drops the oldest of such
 * copies. Answers where it is.
 * @throws SQLite's and the system's errors; then there is no copy, and nothing may be changed
 */
export function backUpBeforeUpgrade(
  db: Sqlite,
  databasePath: string,
  toVersion: number,
  now: number,
): string {
  const folder = ensureBackupFolder(databasePath)
  const path = join(folder, `before-v${toVersion}-${timeStamp(now)}.db`)
  const temporary = join(folder, `.${randomBytes(6).toString('hex')}.tmp`)
  try {
    db.prepare('VACUUM INTO ?').run(temporary)
    chmodSync(temporary, 0o600)
    publishFile(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
  for (const name of upgradeBackups(folder).slice(UPGRADE_BACKUPS_KEPT))
    rmSync(join(folder, name), { force: true })
  return path
}

/** The newest first. */
function upgradeBackups(folder: string): string[] {
  const stampOf = (name: string) => UPGRADE_BACKUP_NAME.exec(name)?.[2] ?? ''
  return readdirSync(folder)
    .filter((name) => UPGRADE_BACKUP_NAME.test(name))
    .toSorted((a, b) => stampOf(b).localeCompare(stampOf(a)))
}
