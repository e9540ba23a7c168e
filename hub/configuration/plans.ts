import { PlanRpcResult, SESSION_RPC } from '../../contract/cli-plane.ts'
import {
  PLAN_ERROR_STATUS,
  PLAN_TIMEOUT_MS,
  type PlanError,
  PlanErrorCode,
} from '../../contract/configuration.ts'
import { ERROR_TEXTS } from '../../contract/error-texts.ts'
import { flavorOf, isShared } from '../../contract/flavors.ts'
import { AgentFailed, AgentUnreachable, HubError } from '../errors.ts'
import type { AgentLink } from '../link/agent-link.ts'
import type { SessionService } from '../sessions/session-service.ts'
import type { SessionRecord } from '../store/sessions.ts'

/** Accepted plans that are remembered; the oldest are forgotten first. */
export const ACCEPTED_PLANS_MAX = 1000

export interface PlansParts {
  sessions: Pick<SessionService, 'isActive'>
  link: Pick<AgentLink, 'call'>
}

const planError = (code: PlanErrorCode, message: string) =>
  new HubError(PLAN_ERROR_STATUS[code], message, {
    code,
    details: { ok: false } satisfies Pick<PlanError, 'ok'>,
  })

/** Has the plans that shared sessions propose carried out (spec: Plan execution; reference 7.2, 10.13). */
export class Plans {
  readonly #parts: PlansParts
  readonly #accepted = new Set<string>()
  readonly #asking = new Map<string, Promise<void>>()

  constructor(parts: PlansParts) {
    this.#parts = parts
  }

  /**
   * Resolves once the agent has queued the plan. A plan that was accepted before is not sent again, and
   * calls made while one is under way share its outcome.
   * @throws HubError with the body `PlanError`
   */
  async implement(session: SessionRecord, planId: string): Promise<void> {
    const key = `${session.id} ${planId}`
    if (this.#accepted.has(key)) return
    const asking = this.#asking.get(key) ?? this.#begin(key, session, planId)
    await asking
  }

  #begin(key: string, session: SessionRecord, planId: string): Promise<void> {
    this.#requireOffered(session, planId)
    const asking = this.#ask(session.id, planId)
      .then(() => this.#remember(key))
      .finally(() => this.#asking.delete(key))
    this.#asking.set(key, asking)
    return asking
  }

  #requireOffered(session: SessionRecord, planId: string): void {
    const { id, metadata, agentState } = session
    const canImplement = flavorOf(metadata).planImplementation && isShared(metadata)
    if (!canImplement || !this.#parts.sessions.isActive(id)) {
      throw planError('unavailable', 'Plans can only be carried out in active shared sessions')
    }
    // An agent that does not report its proposal decides itself; one that does has said what is on offer.
    const offered = agentState?.codexPlanProposalId
    if (offered !== undefined && offered !== planId) {
      throw planError('stale_plan', 'The plan is no longer on offer')
    }
  }

  async #ask(sessionId: string, planId: string): Promise<void> {
    const result = PlanRpcResult.safeParse(await this.#call(sessionId, planId)).data
    if (result?.ok === true) return
    if (result === undefined) throw planError('indeterminate', ERROR_TEXTS.agentUnreadable)
    const code = PlanErrorCode.safeParse(result.code).data ?? 'failed'
    throw planError(code, result.error ?? 'The agent did not take the plan')
  }

  async #call(sessionId: string, planId: string): Promise<unknown> {
    try {
      const options = { timeoutMs: PLAN_TIMEOUT_MS }
      return await this.#parts.link.call(sessionId, SESSION_RPC.implementCodexPlan, { planId }, options)
    } catch (error) {
      if (error instanceof AgentUnreachable || error instanceof AgentFailed) {
        throw planError('indeterminate', error.message)
      }
      throw error
    }
  }

  #remember(key: string): void {
    this.#accepted.add(key)
    const [oldest] = this.#accepted
    if (this.#accepted.size > ACCEPTED_PLANS_MAX && oldest !== undefined) this.#accepted.delete(oldest)
  }
}
