import {
  abortSession,
  archiveSession,
  deleteSession,
  reopenSession,
  resumeSession,
  switchSession,
} from '../../../contract/session.ts'
import type { SessionLifecycle } from '../../lifecycle/session-lifecycle.ts'
import type { SessionService } from '../../sessions/session-service.ts'
import { type RouteEntry, route, rpcOrConflict } from '../route.ts'

export interface LifecycleRouteServices {
  sessions: Pick<SessionService, 'require'>
  lifecycle: Pick<
    SessionLifecycle,
    'require' | 'resume' | 'reopen' | 'abort' | 'archive' | 'delete' | 'switchToRemote'
  >
}

const OK = { ok: true as const }

/** Resume, reopen, abort, archive, delete and switch of a session (spec: Sessions: lifecycle). */
export function lifecycleRoutes({ sessions, lifecycle }: LifecycleRouteServices): RouteEntry[] {
  return [
    route(resumeSession, async ({ caller, params, body }) => {
      const sessionId = await lifecycle.resume(lifecycle.require(caller.namespace, params.id), body)
      return { type: 'success' as const, sessionId }
    }),
    route(reopenSession, async ({ caller, params }) => ({
      ...OK,
      ...(await lifecycle.reopen(lifecycle.require(caller.namespace, params.id))),
    })),
    route(abortSession, async ({ caller, params }) => {
      const session = sessions.require(caller.namespace, params.id, { active: true })
      await rpcOrConflict(lifecycle.abort(session))
      return OK
    }),
    route(archiveSession, async ({ caller, params }) => {
      const session = sessions.require(caller.namespace, params.id)
      const { alreadyArchived } = await rpcOrConflict(lifecycle.archive(session))
      return alreadyArchived ? { ...OK, alreadyArchived } : OK
    }),
    route(deleteSession, ({ caller, params }) => {
      // The very row, or deleting a superseded conversation would delete the one that replaced it.
      lifecycle.delete(sessions.require(caller.namespace, params.id, { exact: true }))
      return OK
    }),
    route(switchSession, async ({ caller, params }) => {
      const session = sessions.require(caller.namespace, params.id, { active: true })
      await rpcOrConflict(lifecycle.switchToRemote(session))
      return OK
    }),
  ]
}
