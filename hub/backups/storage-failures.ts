import { HubError } from '../errors.ts'
import { UnusableDatabase, type UnusableReason } from '../store/usable-database.ts'

const UNUSABLE: Readonly<Record<UnusableReason, string>> = {
  damaged: 'This backup is damaged. Choose another one',
  newer: 'This backup was made by a newer version of Svc Hub. Update first, or choose another one',
  foreign: 'This file is not a backup of Svc Hub. Choose another one',
}

/** What a request is answered whose write the disk did not take; undefined for any other error. */
export function databaseFailure(error: unknown): HubError | undefined {
  const { code = '' } = (error ?? {}) as { code?: unknown }
  if (typeof code !== 'string') return undefined
  if (code.startsWith('SQLITE_FULL')) return diskFull()
  return code.startsWith('SQLITE_READONLY') ? folderReadonly() : undefined
}

/** Failures of the disk and of backups as answers in plain words; any other error as it is. */
export function storageFailure(error: unknown): unknown {
  if (error instanceof UnusableDatabase) {
    return new HubError(409, UNUSABLE[error.reason], { code: `backup_${error.reason}` })
  }
  const { code = '' } = error as { code?: string }
  if (/^(ENOSPC|EDQUOT|SQLITE_FULL)/.test(code)) return diskFull()
  if (/^(EROFS|EACCES|EPERM|EEXIST|ENOTDIR|SQLITE_READONLY|SQLITE_CANTOPEN)/.test(code)) {
    return folderReadonly()
  }
  return error
}

export const diskFull = () =>
  new HubError(507, 'There is not enough room on the disk. Nothing was changed', { code: 'disk_full' })

const folderReadonly = () =>
  new HubError(409, 'The data folder cannot be written. Check the rights of the folder', {
    code: 'data_folder_readonly',
  })

export const unknownBackup = () => new HubError(404, 'There is no such backup')
