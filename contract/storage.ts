import { z } from 'zod'
import { endpoint } from './endpoint.ts'

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
