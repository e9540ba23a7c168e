import { SESSION_RPC } from '../../contract/cli-plane.ts'
import { ERROR_TEXTS, errorText } from '../../contract/error-texts.ts'
import type { ApproveBody, DenyBody } from '../../contract/permission.ts'
import { AgentFailed, AgentUnreachable, HubError, requestNotFound } from '../errors.ts'
import type { AgentLink } from '../link/agent-link.ts'
import type { SessionRecord } from '../store/sessions.ts'
import { assertPermissionMode } from './permission-mode.ts'

/** What a client answers to a pending request; keys it did not send are not passed on. */
export type Decision = ({ approved: true } & ApproveBody) | ({ approved: false } & DenyBody)

const agentGone = () => new HubError(409, ERROR_TEXTS.agentAway)
const agentRefused = (reason: string) => new HubError(409, errorText('decisionRefused', reason))

/** Passes clients' decisions on permission and question requests to the agent (spec: Permissions). */
export class PermissionService {
  readonly #link: Pick<AgentLink, 'call'>

  constructor({ link }: { link: Pick<AgentLink, 'call'> }) {
    this.#link = link
  }

  /**
   * Submits a candidate decision for an active session. The request stays pending until the agent itself
   * moves it to `completedRequests`.
   * @throws HubError 404 when the request is not pending, 400 or 409 for the mode, 409 when the agent is
   *   away or does not take it (ruling 14)
   */
  async decide(session: SessionRecord, requestId: string, decision: Decision): Promise<void> {
    const requests = session.agentState?.requests
    if (!requests || !Object.hasOwn(requests, requestId)) throw requestNotFound()
    if (decision.approved && decision.mode !== undefined) {
      assertPermissionMode(session.metadata, decision.mode)
    }
    try {
      await this.#link.call(session.id, SESSION_RPC.permission, { id: requestId, ...decision })
    } catch (error) {
      if (error instanceof AgentUnreachable) throw agentGone()
      if (error instanceof AgentFailed) throw agentRefused(error.message)
      throw error
    }
  }
}
