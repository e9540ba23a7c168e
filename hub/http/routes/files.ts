import {
  getGeneratedImage,
  getGitDiffFile,
  getGitDiffNumstat,
  getGitStatus,
  listSessionDirectory,
  readSessionFile,
  searchSessionFiles,
} from '../../../contract/file.ts'
import { AgentFailed, AgentUnreachable, HubError } from '../../errors.ts'
import type { GeneratedImage, GeneratedImages } from '../../files/generated-images.ts'
import type { SessionFiles } from '../../files/session-files.ts'
import type { SessionService } from '../../sessions/session-service.ts'
import { matchesEtag } from '../etag.ts'
import { rawFile, safeMimeType } from '../raw-file.ts'
import { type RouteEntry, rawJson, route, rpcEnvelope } from '../route.ts'

export interface FileRouteServices {
  sessions: Pick<SessionService, 'require'>
  files: SessionFiles
  generatedImages: GeneratedImages
}

/** An image's id names its bytes for good. */
const FOR_GOOD = 'private, max-age=31536000, immutable'

/**
 * Git, files and generated images; the session need not be active (spec: Git and files, Generated images).
 */
export function fileRoutes({ sessions, files, generatedImages }: FileRouteServices): RouteEntry[] {
  return [
    route(getGitStatus, ({ caller, params }) =>
      rpcEnvelope(files.gitStatus(sessions.require(caller.namespace, params.id))),
    ),
    route(getGitDiffNumstat, ({ caller, params, query }) =>
      rpcEnvelope(files.gitDiffNumstat(sessions.require(caller.namespace, params.id), query)),
    ),
    route(getGitDiffFile, ({ caller, params, query: { path: filePath, ...more } }) =>
      rpcEnvelope(files.gitDiffFile(sessions.require(caller.namespace, params.id), { filePath, ...more })),
    ),
    route(readSessionFile, ({ caller, params, query }) =>
      rpcEnvelope(files.read(sessions.require(caller.namespace, params.id), query.path)),
    ),
    route(searchSessionFiles, ({ caller, params, query }) =>
      rpcEnvelope(files.search(sessions.require(caller.namespace, params.id), query)),
    ),
    route(listSessionDirectory, ({ caller, params, query }) =>
      rpcEnvelope(files.list(sessions.require(caller.namespace, params.id), query.path)),
    ),
    route(getGeneratedImage, async ({ caller, params, ctx }) => {
      const { id } = sessions.require(caller.namespace, params.id)
      const etag = `"${encodeURIComponent(params.imageId)}"`
      const headers = { ETag: etag, 'Cache-Control': FOR_GOOD }
      if (matchesEtag(ctx.get('If-None-Match') || undefined, etag)) {
        return rawJson('', { status: 304, headers })
      }
      const { bytes, mimeType, fileName } = await foundImage(generatedImages.read(id, params.imageId))
      return rawFile(bytes, { mimeType, disposition: imageDisposition(mimeType, fileName), headers })
    }),
  ]
}

/** A picture nobody can give us is not there, whatever the reason (CLI-plane reference 7.2). */
async function foundImage(image: Promise<GeneratedImage>): Promise<GeneratedImage> {
  try {
    return await image
  } catch (error) {
    if (error instanceof AgentUnreachable || error instanceof AgentFailed) {
      throw new HubError(404, error.message, { details: { success: false } })
    }
    throw error
  }
}

/** Media are shown, everything else is saved; the name is URL-encoded (reference: not-shown A11). */
function imageDisposition(mimeType: string | undefined, fileName = ''): string {
  const type = safeMimeType(mimeType)
  const kind = type === undefined || /^(image|video|audio)\//i.test(type) ? 'inline' : 'attachment'
  return `${kind}; filename="${encodeURIComponent((fileName || 'generated-media').toWellFormed())}"`
}
