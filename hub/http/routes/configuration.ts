import {
  clearSession,
  implementPlan,
  setCollaborationMode,
  setCopilotAgentMode,
  setEffort,
  setModel,
  setModelReasoningEffort,
  setPermissionMode,
  setServiceTier,
} from '../../../contract/configuration.ts'
import type { Configuration } from '../../configuration/configuration.ts'
import type { AppliedConfig } from '../../sessions/agent-config.ts'
import type { SessionService } from '../../sessions/session-service.ts'
import { routeInBothSpellings } from '../both-spellings.ts'
import type { Caller } from '../middleware/auth.ts'
import { type RouteEntry, route, rpcOrConflict } from '../route.ts'

export interface ConfigurationRouteServices {
  sessions: Pick<SessionService, 'require'>
  configuration: Pick<Configuration, 'settings' | 'plans' | 'clear'>
}

const OK = { ok: true as const }

/** Settings, plans and `/clear` of a session (spec: Session configuration). */
export function configurationRoutes({ sessions, configuration }: ConfigurationRouteServices): RouteEntry[] {
  const { settings, plans, clear } = configuration
  const change = async (caller: Caller, id: string, wanted: AppliedConfig) => {
    // A permission mode is the one setting that can wait for a session's next start.
    const active = wanted.permissionMode === undefined
    const session = sessions.require(caller.namespace, id, { active })
    await rpcOrConflict(settings.change(session, wanted))
    return OK
  }
  return [
    route(setPermissionMode, ({ caller, params, body }) =>
      change(caller, params.id, { permissionMode: body.mode }),
    ),
    route(setModel, ({ caller, params, body }) => change(caller, params.id, body)),
    route(setEffort, ({ caller, params, body }) => change(caller, params.id, body)),
    route(setModelReasoningEffort, ({ caller, params, body }) => change(caller, params.id, body)),
    route(setServiceTier, ({ caller, params, body }) => change(caller, params.id, body)),
    route(setCollaborationMode, ({ caller, params, body }) =>
      change(caller, params.id, { collaborationMode: body.mode }),
    ),
    route(setCopilotAgentMode, ({ caller, params, body }) =>
      change(caller, params.id, { copilotAgentMode: body.mode }),
    ),
    ...routeInBothSpellings(implementPlan, async ({ caller, params, body }) => {
      await plans.implement(sessions.require(caller.namespace, params.id), body.planId)
      return OK
    }),
    route(clearSession, async ({ caller, params }) => ({
      sessionId: await rpcOrConflict(clear.clear(sessions.require(caller.namespace, params.id))),
    })),
  ]
}
