import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { CollaborationMode, ServiceTier } from './session.ts'
import { EmptyBody, Ok } from './wire.ts'

/** How long the hub waits for an agent to take a plan. */
export const PLAN_TIMEOUT_MS = 60_000
/** Longest accepted `planId`: the hub remembers accepted ones. */
export const PLAN_ID_MAX_LENGTH = 512

/** Values are trimmed, and must not be empty then. */
const word = z.string().trim().min(1)

/** A model as clients may name it: an id, an id with its provider, or null for the agent's default. */
export const RequestedModel = z.union([word, z.object({ provider: word, modelId: word }), z.null()])
export type RequestedModel = z.infer<typeof RequestedModel>

/**
 * Changes the permission mode to one of the flavor's. The only setting an inactive session takes too: it
 * then starts in that mode. 400 for flavors without modes and modes the flavor lacks; 409 for `safe-yolo`
 * in a shared session, for modes a terminal-controlled session cannot enter, and when the agent does not
 * apply it (spec: Session configuration).
 */
export const setPermissionMode = endpoint('POST', '/api/sessions/:id/permission-mode', {
  body: z.object({ mode: word }),
  response: Ok,
})

/**
 * Changes the model. As every setting below: 400 for a flavor that has no such setting, 409
 * `session_inactive`, 409 while a terminal controls the session where the flavor's setting is remote-only
 * (never in shared sessions), 409 with a message when the agent does not apply it.
 */
export const setModel = endpoint('POST', '/api/sessions/:id/model', {
  body: z.object({ model: RequestedModel }),
  response: Ok,
})

/** Changes how hard the agent thinks; null leaves it to the agent. Any word is passed on to the agent. */
export const setEffort = endpoint('POST', '/api/sessions/:id/effort', {
  body: z.object({ effort: word.nullable() }),
  response: Ok,
})

/** Changes the model's reasoning effort; null leaves it to the agent. Any word is passed on to the agent. */
export const setModelReasoningEffort = endpoint('POST', '/api/sessions/:id/model-reasoning-effort', {
  body: z.object({ modelReasoningEffort: word.nullable() }),
  response: Ok,
})

export const setServiceTier = endpoint('POST', '/api/sessions/:id/service-tier', {
  body: z.object({ serviceTier: z.string().trim().pipe(ServiceTier) }),
  response: Ok,
})

export const setCollaborationMode = endpoint('POST', '/api/sessions/:id/collaboration-mode', {
  body: z.object({ mode: z.string().trim().pipe(CollaborationMode) }),
  response: Ok,
})

/** Changes how independently the agent works; the old word `fleet` is taken as `interactive`. */
export const setCopilotAgentMode = endpoint('POST', '/api/sessions/:id/copilot-agent-mode', {
  body: z.object({ mode: word }),
  response: Ok,
})

/** Why a plan was not carried out; after `indeterminate` it may have been. */
export const PlanErrorCode = z.enum(['stale_plan', 'unavailable', 'failed', 'indeterminate'])
export type PlanErrorCode = z.infer<typeof PlanErrorCode>

/** The status each plan error is answered with (spec: Plan execution). */
export const PLAN_ERROR_STATUS: Readonly<Record<PlanErrorCode, number>> = {
  stale_plan: 409,
  unavailable: 409,
  failed: 502,
  indeterminate: 503,
}

/** Body of every refused plan. */
export const PlanError = z.object({ ok: z.literal(false), code: PlanErrorCode, error: z.string() })
export type PlanError = z.infer<typeof PlanError>

/**
 * Has the plan carried out that a shared session proposes as `agentState.codexPlanProposalId`; answers once
 * the agent has queued it. Repeating an accepted call queues nothing again. Errors are `PlanError` bodies;
 * after an unconfirmed result clients must not send it again by themselves (spec: Plan execution). Also
 * served as `agentB/plan/implement`.
 */
export const implementPlan = endpoint('POST', '/api/sessions/:id/codex/plan/implement', {
  body: z.object({ planId: z.string().min(1).max(PLAN_ID_MAX_LENGTH) }),
  response: Ok,
})

/**
 * Goes on with an empty conversation in a new session of the same shared runtime; an inactive session is
 * resumed first. Other clients stay where they are. 409 for a session that is not shared.
 */
export const clearSession = endpoint('POST', '/api/sessions/:id/clear', {
  body: EmptyBody,
  bodyOptional: true,
  response: z.object({ sessionId: z.string() }),
})
