import { closeSync, fsyncSync, openSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ensurePrivateFolder, syncFolder } from '../config/private-file.ts'

/** What SQLite keeps beside a database that is open or was not closed. */
export const SIDE_FILES = ['-wal', '-shm'] as const

/** Where copies of the database are kept. */
export const backupFolderOf = (databasePath: string) => join(dirname(databasePath), 'backups')

/** A database that takes the place of the present one when the hub starts next. */
export const stagedRestoreOf = (databasePath: string) => `${databasePath}.restore`

/** What a database is called that another one has replaced. */
export const setAsidePrefixOf = (databasePath: string) => `${databasePath}.before-restore-`

/** `20261121T055500123Z`: sorts by time and can be part of any file name. */
export const timeStamp = (at: number) => new Date(at).toISOString().replace(/[-:.]/g, '')

/** The time of a `timeStamp`; undefined for other texts. */
export function timeOfStamp(stamp: string): number | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/.exec(stamp)
  if (!parts) return undefined
  const [, year, month, day, hour, minute, second, ms] = parts
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`)
  return Number.isNaN(at) ? undefined : at
}

/** Makes the folder of backups, for its owner alone. */
export function ensureBackupFolder(databasePath: string): string {
  const folder = backupFolderOf(databasePath)
  ensurePrivateFolder(folder)
  return folder
}

/** Gives a finished file its name in one step; whoever looks after a power cut sees all of it or none. */
export function publishFile(temporary: string, path: string): void {
  const file = openSync(temporary, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(temporary, path)
  syncFolder(dirname(path))
}

/** 0 for a file that does not exist. */
export const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
