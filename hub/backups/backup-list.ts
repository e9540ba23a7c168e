import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Backup, BackupKind } from '../../contract/storage.ts'
import {
  backupFolderOf,
  SIDE_FILES,
  setAsidePrefixOf,
  sizeOf,
  timeOfStamp,
  timeStamp,
} from '../store/database-files.ts'
import { UPGRADE_BACKUP_NAME } from '../store/upgrade-backup.ts'

const MANUAL_NAME = /^hub-(\w+)\.db$/

export const manualName = (at: number) => `hub-${timeStamp(at)}.db`

/** A backup and where it lies. */
export interface StoredBackup extends Backup {
  path: string
}

/** Every database that can be restored, the newest first; other files in the folders are not ours to name. */
export function findBackups(databasePath: string): StoredBackup[] {
  const folder = backupFolderOf(databasePath)
  const setAsidePrefix = basename(setAsidePrefixOf(databasePath))
  const setAside = (name: string) =>
    name.startsWith(setAsidePrefix) ? name.slice(setAsidePrefix.length) : undefined
  return [
    ...inFolder(folder, 'manual', (name) => MANUAL_NAME.exec(name)?.[1]),
    ...inFolder(folder, 'upgrade', (name) => UPGRADE_BACKUP_NAME.exec(name)?.[2]),
    ...inFolder(dirname(databasePath), 'set-aside', setAside),
  ].toSorted((a, b) => b.createdAt - a.createdAt)
}

function inFolder(
  folder: string,
  kind: BackupKind,
  stampOf: (name: string) => string | undefined,
): StoredBackup[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name): StoredBackup[] => {
    const createdAt = timeOfStamp(stampOf(name) ?? '')
    if (createdAt === undefined) return []
    const path = join(folder, name)
    const sizeBytes = ['', ...SIDE_FILES].reduce((sum, suffix) => sum + sizeOf(path + suffix), 0)
    return [{ name, kind, createdAt, sizeBytes, path }]
  })
}
