import { approvePermission, denyPermission } from '../../../contract/permission.ts'
import type { PermissionService } from '../../permissions/permission-service.ts'
import type { SessionService } from '../../sessions/session-service.ts'
import { type RouteEntry, route } from '../route.ts'

const OK = { ok: true } as const

/** Approve and deny of pending requests (spec: Permissions). */
export function permissionRoutes({
  sessions,
  permissions,
}: {
  sessions: Pick<SessionService, 'require'>
  permissions: PermissionService
}): RouteEntry[] {
  return [
    route(approvePermission, async ({ caller, params, body }) => {
      const session = sessions.require(caller.namespace, params.id, { active: true })
      await permissions.decide(session, params.requestId, { approved: true, ...body })
      return OK
    }),
    route(denyPermission, async ({ caller, params, body }) => {
      const session = sessions.require(caller.namespace, params.id, { active: true })
      await permissions.decide(session, params.requestId, { approved: false, ...body })
      return OK
    }),
  ]
}
