import { ConfigRpcResult, SESSION_RPC, SessionConfig } from '../../contract/cli-plane.ts'
import { errorText } from '../../contract/error-texts.ts'
import { ModelSelection } from '../../contract/session.ts'
import { AgentFailed } from '../errors.ts'
import type { AgentLink } from '../link/agent-link.ts'
import { type AppliedConfig, copilotMode } from '../sessions/agent-config.ts'
import type { SessionService } from '../sessions/session-service.ts'
import type { SessionRecord } from '../store/sessions.ts'
import { assertSettings, settingsIn } from './setting-rules.ts'

/** What an agent says it applied. A field we cannot read counts as not applied. */
const Applied = SessionConfig.extend({ model: ModelSelection.optional().catch(undefined) })

export interface SessionSettingsParts {
  sessions: Pick<SessionService, 'isActive' | 'applyConfig'>
  link: Pick<AgentLink, 'call'>
}

/** Changes of a session's settings at a client's request (spec: Session configuration; reference 10.4). */
export class SessionSettings {
  readonly #parts: SessionSettingsParts

  constructor(parts: SessionSettingsParts) {
    this.#parts = parts
  }

  /**
   * Has the agent of an active session apply the settings, and then tells everybody what it applied. An
   * inactive session keeps them for its next start, without anybody being asked; which settings it takes
   * is the caller's check.
   * @throws HubError 400 or 409 as `assertSettings`; AgentUnreachable, AgentFailed when the agent is away
   *   or did not apply all of them: then nothing changes here
   */
  async change(session: SessionRecord, requested: AppliedConfig): Promise<void> {
    const { copilotAgentMode } = requested
    const wanted = {
      ...requested,
      ...(copilotAgentMode !== undefined && { copilotAgentMode: copilotMode(copilotAgentMode) }),
    }
    assertSettings(session, wanted)
    const { sessions } = this.#parts
    const applied = sessions.isActive(session.id) ? await this.#ask(session.id, wanted) : wanted
    sessions.applyConfig(session.id, applied)
  }

  async #ask(sessionId: string, wanted: AppliedConfig): Promise<AppliedConfig> {
    const answer = await this.#parts.link.call(sessionId, SESSION_RPC.setSessionConfig, wanted)
    const result = ConfigRpcResult.safeParse(answer).data
    if (result?.error !== undefined) throw new AgentFailed(result.error)
    const applied: AppliedConfig = Applied.parse(result?.applied ?? {})
    const missing = settingsIn(wanted).find((setting) => applied[setting] === undefined)
    if (missing !== undefined) throw new AgentFailed(errorText('settingNotApplied', missing))
    return applied
  }
}
