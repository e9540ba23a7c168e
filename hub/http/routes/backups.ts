import type { Context } from 'koa'
import {
  cancelRestore,
  compactStorage,
  listBackups,
  makeBackup,
  restoreBackup,
} from '../../../contract/storage.ts'
import type { BackupService } from '../../backups/backup-service.ts'
import { type RouteEntry, route } from '../route.ts'

export interface BackupRouteServices {
  backups: Pick<BackupService, 'list' | 'make' | 'stage' | 'unstage' | 'idle'>
  /** Gives unused room back; nothing else happens meanwhile. */
  compact: () => { beforeBytes: number; afterBytes: number }
}

const OK = { ok: true } as const

/** Backups, the way back to one, and room on the disk (additive; owner only). */
export function backupRoutes({ backups, compact }: BackupRouteServices): RouteEntry[] {
  return [
    route(listBackups, ({ ctx }) => {
      keepPrivate(ctx)
      return backups.list()
    }),
    route(makeBackup, ({ ctx }) => {
      keepPrivate(ctx)
      return backups.make()
    }),
    route(restoreBackup, async ({ params }) => {
      await backups.stage(params.name)
      return OK
    }),
    route(cancelRestore, () => {
      backups.unstage()
      return OK
    }),
    route(compactStorage, async () => {
      await backups.idle()
      return compact()
    }),
  ]
}

function keepPrivate(ctx: Context): void {
  ctx.set('Cache-Control', 'no-store')
}
