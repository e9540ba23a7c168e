import { randomBytes } from 'node:crypto'
import { constants, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { chmod, copyFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { BACKUPS_KEPT, type Backup, type BackupsResponse } from '../../contract/storage.ts'
import type { Clock } from '../clock.ts'
import { syncFolder } from '../config/private-file.ts'
import type { Log } from '../log.ts'
import type { Database } from '../store/database.ts'
import {
  backupFolderOf,
  ensureBackupFolder,
  publishFile,
  SIDE_FILES,
  stagedRestoreOf,
} from '../store/database-files.ts'
import { makeUsable } from '../store/usable-database.ts'
import { findBackups, manualName } from './backup-list.ts'
import { copyDatabase } from './copy-database.ts'
import { storageFailure, unknownBackup } from './storage-failures.ts'

export interface BackupParts {
  db: Pick<Database, 'flush' | 'restored'>
  databasePath: string
  clock: Clock
  log: Log
}

/**
 * Copies of the database, and the way back to one of them. Nothing is ever half-written: each file is made
 * under another name, checked, brought to the disk and only then given its own.
 */
export class BackupService {
  readonly #parts: BackupParts
  #running: { backup: Promise<Backup>; copiedBytes: number; totalBytes: number } | undefined

  /** Removes what a hub that was killed had begun to write. */
  constructor(parts: BackupParts) {
    this.#parts = parts
    const { databasePath } = parts
    for (const folder of [dirname(databasePath), backupFolderOf(databasePath)]) removeTemporaries(folder)
  }

  list(): BackupsResponse {
    const { databasePath, db } = this.#parts
    const running = this.#running
    return {
      backups: findBackups(databasePath).map(({ path: _, ...backup }) => backup),
      folder: backupFolderOf(databasePath),
      running: running ? { copiedBytes: running.copiedBytes, totalBytes: running.totalBytes } : null,
      staged: this.#staged(),
      lastRestore: db.restored?.outcome ?? null,
    }
  }

  /**
   * Makes a backup, or waits for the one that is being made, and drops the oldest beyond BACKUPS_KEPT.
   * @throws HubError 507 `disk_full`, 409 `data_folder_readonly`
   */
  make(): Promise<Backup> {
    if (this.#running) return this.#running.backup
    const backup = this.#make().finally(() => {
      this.#running = undefined
    })
    const running = { backup, copiedBytes: 0, totalBytes: 0 }
    this.#running = running
    return running.backup
  }

  /**
   * Stages a checked copy of the backup for the next start.
   * @throws HubError 404, 409 `backup_damaged`, `backup_newer`, `backup_foreign`, 507 `disk_full`
   */
  async stage(name: string): Promise<void> {
    const { databasePath, log } = this.#parts
    const backup = findBackups(databasePath).find((known) => known.name === name)
    if (!backup) throw unknownBackup()
    const temporary = join(dirname(databasePath), temporaryName())
    try {
      await copyWithSideFiles(backup.path, temporary)
      makeUsable(temporary)
      publishFile(temporary, stagedRestoreOf(databasePath))
    } catch (error) {
      throw storageFailure(error)
    } finally {
      for (const suffix of ['', ...SIDE_FILES]) rmSync(temporary + suffix, { force: true })
    }
    log.info('A backup takes the place of the database at the next start', { name })
  }

  /** Nothing is restored at the next start. */
  unstage(): void {
    const { databasePath } = this.#parts
    try {
      rmSync(stagedRestoreOf(databasePath), { force: true })
      syncFolder(dirname(databasePath))
    } catch (error) {
      throw storageFailure(error)
    }
  }

  /** Resolves when no backup is being made. */
  async idle(): Promise<void> {
    // Whoever asked for it is told how it ended.
    await this.#running?.backup.catch(() => {})
  }

  async #make(): Promise<Backup> {
    const { databasePath, clock, db, log } = this.#parts
    let temporary: string | undefined
    try {
      const folder = ensureBackupFolder(databasePath)
      temporary = join(folder, temporaryName())
      // What was written in this turn belongs to what the person sees.
      db.flush()
      const createdAt = clock.now()
      const name = manualName(createdAt)
      await copyDatabase(databasePath, temporary, (copiedBytes, totalBytes) => {
        if (this.#running) Object.assign(this.#running, { copiedBytes, totalBytes })
      })
      publishFile(temporary, join(folder, name))
      const { size: sizeBytes } = statSync(join(folder, name))
      log.info('Backed up the database', { name, sizeBytes })
      this.#dropOldest()
      return { name, kind: 'manual', createdAt, sizeBytes }
    } catch (error) {
      throw storageFailure(error)
    } finally {
      if (temporary !== undefined) rmSync(temporary, { force: true })
    }
  }

  #dropOldest(): void {
    const manual = findBackups(this.#parts.databasePath).filter(({ kind }) => kind === 'manual')
    for (const { path } of manual.slice(BACKUPS_KEPT)) rmSync(path, { force: true })
  }

  #staged(): BackupsResponse['staged'] {
    const staged = statSync(stagedRestoreOf(this.#parts.databasePath), { throwIfNoEntry: false })
    return staged ? { since: Math.trunc(staged.mtimeMs), sizeBytes: staged.size } : null
  }
}

const temporaryName = () => `.${randomBytes(6).toString('hex')}.tmp`
const TEMPORARY = /^\.[0-9a-f]{12}\.tmp(-wal|-shm|-journal)?$/

function removeTemporaries(folder: string): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder))
    if (TEMPORARY.test(name)) rmSync(join(folder, name), { force: true })
}

/** A database that was set aside keeps its log beside it. */
async function copyWithSideFiles(from: string, to: string): Promise<void> {
  for (const suffix of ['', ...SIDE_FILES]) {
    if (!existsSync(from + suffix)) continue
    await copyFile(from + suffix, to + suffix, constants.COPYFILE_FICLONE)
    await chmod(to + suffix, 0o600)
  }
}
