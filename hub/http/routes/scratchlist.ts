import type { Context } from 'koa'
import {
  createScratchlistEntry,
  deleteScratchlistAttachment,
  deleteScratchlistEntry,
  getScratchlistAttachment,
  getScratchlistLimits,
  listScratchlist,
  updateScratchlistEntry,
  uploadScratchlistAttachment,
} from '../../../contract/scratchlist.ts'
import { uploadInvalid, uploadTooLarge } from '../../scratchlist/scratchlist-errors.ts'
import type { ScratchlistService } from '../../scratchlist/scratchlist-service.ts'
import type { SessionService } from '../../sessions/session-service.ts'
import { send } from '../answer.ts'
import { dispositionOf, rawFile } from '../raw-file.ts'
import { type RouteEntry, rawRoute, route } from '../route.ts'
import { decoded, type UploadReader, UploadRefused } from '../upload-body.ts'

const OK = { ok: true } as const

export interface ScratchlistRouteServices {
  db: { settled(): Promise<void> | undefined }
  sessions: Pick<SessionService, 'require'>
  scratchlist: ScratchlistService
  uploadReader: UploadReader
}

/** Notes beside a session, active or not (spec: Scratchlist). */
export function scratchlistRoutes({
  db,
  sessions,
  scratchlist,
  uploadReader,
}: ScratchlistRouteServices): RouteEntry[] {
  const { limits } = scratchlist
  return [
    route(listScratchlist, ({ caller, params }) => ({
      entries: scratchlist.entries(sessions.require(caller.namespace, params.id).id),
    })),
    route(createScratchlistEntry, ({ caller, params, body, ctx }) => {
      const { entry, isNew } = scratchlist.create(sessions.require(caller.namespace, params.id), body)
      if (isNew) ctx.status = 201
      return { entry }
    }),
    route(updateScratchlistEntry, ({ caller, params, body }) => ({
      entry: scratchlist.update(sessions.require(caller.namespace, params.id), params.entryId, body),
    })),
    route(deleteScratchlistEntry, ({ caller, params }) => {
      scratchlist.delete(sessions.require(caller.namespace, params.id), params.entryId)
      return OK
    }),
    route(getScratchlistLimits, ({ caller, params }) => {
      sessions.require(caller.namespace, params.id)
      return { limits }
    }),
    rawRoute(
      uploadScratchlistAttachment.method,
      uploadScratchlistAttachment.path,
      async ({ ctx, caller }) => {
        const session = sessions.require(caller.namespace, ctx.params.id)
        const attachment = await refusing(
          limits.maxBytesPerFile,
          uploadReader.receive(ctx.req, limits.maxBytesPerFile, ({ filename, mimeType, content }) =>
            scratchlist.upload(session, { filename, mimeType, bytes: decoded(content) }),
          ),
        )
        await db.settled()
        send(ctx as Context, { success: true, attachment })
      },
    ),
    route(getScratchlistAttachment, async ({ caller, params }) => {
      const session = sessions.require(caller.namespace, params.id)
      const { attachment, bytes } = await scratchlist.readAttachment(session, params.attachmentId)
      const { mimeType, filename } = attachment
      return rawFile(bytes, { mimeType, disposition: dispositionOf('inline', filename) })
    }),
    route(deleteScratchlistAttachment, ({ caller, params }) => {
      scratchlist.deleteAttachment(sessions.require(caller.namespace, params.id), params.attachmentId)
      return OK
    }),
  ]
}

async function refusing<T>(maxBytes: number, upload: Promise<T>): Promise<T> {
  try {
    return await upload
  } catch (error) {
    if (!(error instanceof UploadRefused)) throw error
    throw error.reason === 'too-large' ? uploadTooLarge(maxBytes) : uploadInvalid(error.message)
  }
}
