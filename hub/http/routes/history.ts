import { exportSession, forkSession, rewindSession } from '../../../contract/history.ts'
import type { HistoryService } from '../../history/history-service.ts'
import type { SessionService } from '../../sessions/session-service.ts'
import { type RouteEntry, rawJson, route } from '../route.ts'

export interface HistoryRouteServices {
  sessions: Pick<SessionService, 'require'>
  history: Pick<HistoryService, 'fork' | 'rewind' | 'export'>
}

/** Fork, rewind and export of a session (spec: Sessions: lifecycle). */
export function historyRoutes({ sessions, history }: HistoryRouteServices): RouteEntry[] {
  return [
    route(forkSession, async ({ caller, params, body }) => ({
      sessionId: await history.fork(sessions.require(caller.namespace, params.id), body.messageLocalId),
    })),
    route(rewindSession, async ({ caller, params, body }) => {
      await history.rewind(sessions.require(caller.namespace, params.id), body.messageLocalId)
      return { success: true as const }
    }),
    route(exportSession, ({ caller, params, query }) =>
      rawJson(history.export(sessions.require(caller.namespace, params.id), { force: query.force ?? false })),
    ),
  ]
}
