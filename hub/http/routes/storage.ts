import { getStorageInfo } from '../../../contract/storage.ts'
import { storageInfo } from '../../storage/storage-info.ts'
import { type RouteEntry, route } from '../route.ts'

/** `GET /api/storage/sqlite` (owner only). */
export function storageRoutes({ databasePath }: { databasePath: string }): RouteEntry[] {
  return [route(getStorageInfo, () => storageInfo(databasePath))]
}
