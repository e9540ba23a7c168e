import type { Context } from 'koa'
import { deleteUpload, UPLOAD_MAX_BYTES, uploadFile } from '../../../contract/upload.ts'
import { HubError } from '../../errors.ts'
import type { SessionUploads } from '../../files/session-uploads.ts'
import type { SessionService } from '../../sessions/session-service.ts'
import { send } from '../answer.ts'
import { type RouteEntry, rawRoute, route, rpcEnvelope } from '../route.ts'
import { type UploadReader, UploadRefused } from '../upload-body.ts'

export interface UploadRouteServices {
  sessions: Pick<SessionService, 'require'>
  uploads: SessionUploads
  uploadReader: UploadReader
}

/**
 * Files for an active session's agent (spec: Uploads). Whose session it is, and whether it is active, is
 * known before the body is read.
 */
export function uploadRoutes({ sessions, uploads, uploadReader }: UploadRouteServices): RouteEntry[] {
  return [
    rawRoute(uploadFile.method, uploadFile.path, async ({ ctx, caller }) => {
      const { id } = sessions.require(caller.namespace, ctx.params.id, { active: true })
      const answer = await refusing(
        uploadReader.receive(ctx.req, UPLOAD_MAX_BYTES, (file) => rpcEnvelope(uploads.upload(id, file))),
      )
      send(ctx as Context, answer)
    }),
    route(deleteUpload, ({ caller, params, body }) => {
      const { id } = sessions.require(caller.namespace, params.id, { active: true })
      return rpcEnvelope(uploads.delete(id, body.path))
    }),
  ]
}

async function refusing<T>(upload: Promise<T>): Promise<T> {
  try {
    return await upload
  } catch (error) {
    if (!(error instanceof UploadRefused)) throw error
    const isLarge = error.reason === 'too-large'
    throw new HubError(isLarge ? 413 : 400, isLarge ? 'File too large (max 50MB)' : error.message, {
      details: { success: false },
    })
  }
}
