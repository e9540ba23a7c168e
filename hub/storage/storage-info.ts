import { statSync } from 'node:fs'
import type { StorageInfo } from '../../contract/storage.ts'

/** How much room the database and its side files take right now. */
export function storageInfo(path: string): StorageInfo {
  const databaseBytes = sizeOf(path)
  const walBytes = sizeOf(`${path}-wal`)
  const shmBytes = sizeOf(`${path}-shm`)
  return { path, databaseBytes, walBytes, shmBytes, totalBytes: databaseBytes + walBytes + shmBytes }
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
