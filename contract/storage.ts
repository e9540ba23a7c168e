import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { EpochMs, Ok } from './wire.ts'

/** Where the hub keeps its data and how much it takes, in bytes; files that do not exist count 0. */
export const StorageInfo = z.object({
  path: z.string(),
  databaseBytes: z.number(),
  walBytes: z.number(),
  shmBytes: z.number(),
  totalBytes: z.number(),
})
export type StorageInfo = z.infer<typeof StorageInfo>

export const getStorageInfo = endpoint('GET', '/api/storage/sqlite', {
  response: StorageInfo,
  access: 'owner',
})

/** Backups made by hand that are kept; each new one drops the oldest beyond these. */
export const BACKUPS_KEPT = 10

/**
 * `manual`: made by hand; `upgrade`: made by the hub before it changed the database's format; `set-aside`: the
 * database that a restore replaced.
 */
export const BackupKind = z.enum(['manual', 'upgrade', 'set-aside'])
export type BackupKind = z.infer<typeof BackupKind>

export const Backup = z.object({
  /** A file name; unique. */
  name: z.string(),
  kind: BackupKind,
  createdAt: EpochMs,
  sizeBytes: z.number(),
})
export type Backup = z.infer<typeof Backup>

export const BackupsResponse = z.object({
  /** The newest first. */
  backups: z.array(Backup),
  folder: z.string(),
  /** How far a backup under way is; null when none is. */
  running: z.object({ copiedBytes: z.number(), totalBytes: z.number() }).nullable(),
  /** A database takes the place of the present one at the next start; `since` is when it was staged. */
  staged: z.object({ since: EpochMs, sizeBytes: z.number() }).nullable(),
  /** What became of a restore at this start: `refused` left the database as it was. */
  lastRestore: z.enum(['restored', 'refused']).nullable(),
})
export type BackupsResponse = z.infer<typeof BackupsResponse>

export const listBackups = endpoint('GET', '/api/owner/backups', {
  response: BackupsResponse,
  access: 'owner',
})

/**
 * Copies the database as it is now while the hub goes on; answers when the copy is on the disk. Whoever asks
 * while one is made gets that one. 507 `disk_full`, 409 `data_folder_readonly`.
 */
export const makeBackup = endpoint('POST', '/api/owner/backups', { response: Backup, access: 'owner' })

/**
 * Checks a copy of the backup and stages it: it takes the place of the present database when the hub starts
 * next, and the present one is set aside. 404 for an unknown name; 409 `backup_damaged`, `backup_newer`,
 * `backup_foreign`; nothing is staged then.
 */
export const restoreBackup = endpoint('POST', '/api/owner/backups/:name/restore', {
  response: Ok,
  access: 'owner',
})

/** What was staged is not restored after all; `ok` also when nothing was. */
export const cancelRestore = endpoint('DELETE', '/api/owner/restore', { response: Ok, access: 'owner' })

/** Gives room that deleted data took back to the disk. The hub answers nobody while it does. 507 `disk_full`. */
export const compactStorage = endpoint('POST', '/api/owner/storage/compact', {
  response: z.object({ beforeBytes: z.number(), afterBytes: z.number() }),
  access: 'owner',
})
