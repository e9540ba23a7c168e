import {
  chmodSync,
  closeSync,
  copyFileSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, join } from 'node:path'

/** A copy of the database that can take its place. */
export interface Backup {
  name: string
  path: string
  /** When it was made, in epoch milliseconds. */
  madeAt: number
  bytes: number
}

/** Where the hub keeps its backups, in the data folder. */
export const BACKUPS_FOLDER = 'backups'
/** The hub puts the file of this name, beside its database, in the database's place when it starts. */
const STAGED_SUFFIX = '.restore'
const SHOWN_MAX = 20
const SQLITE_HEADER = Buffer.from('SQLite format 3\0', 'latin1')

/** A file that cannot take the place of the database. */
export class NotADatabase extends Error {
  constructor(path: string) {
    super(`${path} is not a database`)
    this.name = 'NotADatabase'
  }
}

/** The backups of a data folder, newest first: those asked for, and those made before an upgrade. */
export function listBackups(dataFolder: string): Backup[] {
  const kept = filesOf(join(dataFolder, BACKUPS_FOLDER)).filter((path) => path.endsWith('.db'))
  const beforeUpgrades = filesOf(dataFolder).filter((path) => /^hub\.db\.before-v\d+$/.test(basename(path)))
  return [...kept, ...beforeUpgrades]
    .flatMap((path) => describe(path))
    .sort((a, b) => b.madeAt - a.madeAt)
    .slice(0, SHOWN_MAX)
}

/**
 * Lays a copy of the backup beside the database, for the hub to take at its next start. The database itself
 * is not touched here.
 * @throws NotADatabase, and the system's error for a disk that is full or cannot be written
 */
export function stageBackup(backup: Backup, databasePath: string): void {
  if (!isDatabase(backup.path)) throw new NotADatabase(backup.path)
  const temporary = `${databasePath}${STAGED_SUFFIX}.new`
  try {
    copyFileSync(backup.path, temporary)
    chmodSync(temporary, 0o600)
    renameSync(temporary, `${databasePath}${STAGED_SUFFIX}`)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name))
  } catch {
    // No such folder: no such backups.
    return []
  }
}

function describe(path: string): Backup[] {
  try {
    const { mtimeMs, size } = statSync(path)
    return isDatabase(path) ? [{ name: basename(path), path, madeAt: mtimeMs, bytes: size }] : []
  } catch {
    return []
  }
}

function isDatabase(path: string): boolean {
  const file = openSync(path, 'r')
  try {
    const header = Buffer.alloc(SQLITE_HEADER.length)
    readSync(file, header, 0, header.length, 0)
    return header.equals(SQLITE_HEADER)
  } finally {
    closeSync(file)
  }
}
