import { ClearRpcResult, RPC_SLOW_TIMEOUT_MS, SESSION_RPC } from '../../contract/cli-plane.ts'
import { ERROR_TEXTS } from '../../contract/error-texts.ts'
import { isShared } from '../../contract/flavors.ts'
import { SHARED_CHILD_TIMEOUT_MS } from '../../contract/history.ts'
import type { Metadata } from '../../contract/session.ts'
import type { Clock } from '../clock.ts'
import { AgentFailed, HubError, sessionNotFound } from '../errors.ts'
import type { SessionLifecycle } from '../lifecycle/session-lifecycle.ts'
import { SessionWaits } from '../lifecycle/session-waits.ts'
import type { AgentLink } from '../link/agent-link.ts'
import type { SessionService } from '../sessions/session-service.ts'
import type { SessionRecord } from '../store/sessions.ts'

/** Where a runtime runs; what both sessions of one tell of it must agree. */
const RUNTIME_KEYS = ['machineId', 'hostPid'] as const satisfies (keyof Metadata)[]

export interface SharedClearParts {
  sessions: Pick<SessionService, 'isActive' | 'find' | 'onKeepAlive'>
  lifecycle: Pick<SessionLifecycle, 'resume'>
  link: Pick<AgentLink, 'call'>
  clock: Clock
}

const sharedSessionRequired = () => new HubError(409, ERROR_TEXTS.sharedRequired)

/** `/clear` of sessions that several clients share (spec: Concurrent-client sessions; reference 10.13). */
export class SharedClear {
  readonly #parts: SharedClearParts
  readonly #waits: SessionWaits

  constructor(parts: SharedClearParts) {
    this.#parts = parts
    this.#waits = new SessionWaits(parts.clock)
    parts.sessions.onKeepAlive((id) => this.#waits.recheck(id))
  }

  /**
   * Has the runtime begin an empty conversation and answers its session's id. The session itself stays
   * what it is for everybody else: nothing says that it was superseded. An inactive one is resumed first.
   * @throws HubError 409 for a session that is not shared, those of resuming; AgentUnreachable, AgentFailed
   */
  async clear(session: SessionRecord): Promise<string> {
    const source = await this.#awake(session)
    const options = { timeoutMs: RPC_SLOW_TIMEOUT_MS }
    const answer = await this.#parts.link.call(source.id, SESSION_RPC.clearConversation, {}, options)
    const childId = ClearRpcResult.safeParse(answer).data?.sessionId
    if (childId === undefined) throw new AgentFailed(ERROR_TEXTS.clearUnnamed)
    const isThere = () => this.#isChild(source, childId)
    if (!(await this.#waits.until(childId, isThere, SHARED_CHILD_TIMEOUT_MS))) {
      throw new AgentFailed(ERROR_TEXTS.clearMisnamed)
    }
    return childId
  }

  async #awake(session: SessionRecord): Promise<SessionRecord> {
    if (!isShared(session.metadata)) throw sharedSessionRequired()
    const { sessions, lifecycle } = this.#parts
    if (sessions.isActive(session.id)) return session
    const resumed = sessions.find(await lifecycle.resume(session))
    if (!resumed) throw sessionNotFound()
    if (!isShared(resumed.metadata)) throw sharedSessionRequired()
    return resumed
  }

  #isChild(source: SessionRecord, childId: string): boolean {
    const child = this.#parts.sessions.find(childId)
    if (!child || child.id === source.id || child.namespace !== source.namespace) return false
    return isShared(child.metadata) && RUNTIME_KEYS.every((key) => agrees(source, child, key))
  }
}

function agrees(source: SessionRecord, child: SessionRecord, key: keyof Metadata): boolean {
  const [one, other] = [source.metadata?.[key], child.metadata?.[key]]
  return one === undefined || other === undefined || one === other
}
