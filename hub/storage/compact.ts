import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { diskFull, storageFailure } from '../backups/storage-failures.ts'
import type { Database } from '../store/database.ts'
import { storageInfo } from './storage-info.ts'

/** SQLite writes the database twice over, once beside it and once into its log. */
const ROOM_FACTOR = 2

/**
 * Gives unused room of the database back to the disk; sizes with the side files before and after.
 * @throws HubError 507 `disk_full` before anything is touched where the disk has too little room for it
 */
export function compactDatabase(
  db: Pick<Database, 'compact' | 'flush'>,
  databasePath: string,
): { beforeBytes: number; afterBytes: number } {
  db.flush()
  const { totalBytes: beforeBytes, databaseBytes } = storageInfo(databasePath)
  try {
    const { bavail, bsize } = statfsSync(dirname(databasePath))
    if (bavail * bsize < databaseBytes * ROOM_FACTOR) throw diskFull()
    db.compact()
  } catch (error) {
    throw storageFailure(error)
  }
  return { beforeBytes, afterBytes: storageInfo(databasePath).totalBytes }
}
