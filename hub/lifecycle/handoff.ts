import { HANDOFF_TIMEOUT_MS, SESSION_RPC } from '../../contract/cli-plane.ts'
import { isShared } from '../../contract/flavors.ts'
import { AgentFailed, AgentUnreachable, HubError } from '../errors.ts'
import type { SessionRecord } from '../store/sessions.ts'
import type { LifecycleParts } from './lifecycle-parts.ts'
import type { SessionWaits } from './session-waits.ts'

export const controlModeNotApplicable = () =>
  new HubError(409, 'Control modes do not apply to this session', { code: 'control_mode_not_applicable' })
const alreadyLocal = () =>
  new HubError(409, 'Session is already controlled by a terminal', { code: 'already_local' })
const handoffFailed = (message: string) => new HubError(500, message, { code: 'handoff_failed' })

/**
 * A terminal takes the session over: the remote agent is asked to go, and is gone when this resolves
 * (CLI-plane reference 3.4).
 * @throws HubError 409 `control_mode_not_applicable` or `already_local`, 500 `handoff_failed`
 */
export async function handOffToTerminal(
  { sessions, link, waits }: Pick<LifecycleParts, 'sessions' | 'link'> & { waits: SessionWaits },
  { id, metadata, agentState }: SessionRecord,
): Promise<void> {
  if (isShared(metadata)) throw controlModeNotApplicable()
  if (!sessions.isActive(id)) return
  if (agentState?.controlledByUser === true) throw alreadyLocal()
  try {
    await link.call(id, SESSION_RPC.handoffLocal, {})
  } catch (error) {
    if (error instanceof AgentUnreachable || error instanceof AgentFailed) throw handoffFailed(error.message)
    throw error
  }
  const isGone = await waits.until(id, () => !sessions.isActive(id), HANDOFF_TIMEOUT_MS)
  if (!isGone) throw handoffFailed('The session did not end in time')
}
