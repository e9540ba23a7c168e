import { readSessionFile } from '../../../contract/file.ts'
import type { SessionFiles } from '../../files/session-files.ts'
import type { SessionService } from '../../sessions/session-service.ts'
import { type RouteEntry, route, rpcEnvelope } from '../route.ts'

export interface FileRouteServices {
  sessions: Pick<SessionService, 'require'>
  files: SessionFiles
}

/** `GET /api/sessions/:id/file`; the session need not be active (spec: Git and files). */
export function fileRoutes({ sessions, files }: FileRouteServices): RouteEntry[] {
  return [
    route(readSessionFile, ({ caller, params, query }) =>
      rpcEnvelope(files.read(sessions.require(caller.namespace, params.id), query.path)),
    ),
  ]
}
