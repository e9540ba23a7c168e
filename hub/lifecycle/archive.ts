import { SESSION_RPC } from '../../contract/cli-plane.ts'
import { ERROR_TEXTS } from '../../contract/error-texts.ts'
import { AgentUnreachable, HubError } from '../errors.ts'
import type { SessionRecord } from '../store/sessions.ts'
import type { LifecycleParts } from './lifecycle-parts.ts'
import { isArchived, isOwned } from './metadata-keys.ts'

const UNREACHABLE_REASON = 'Archived from hub (CLI unreachable)'

export interface ArchiveOutcome {
  alreadyArchived: boolean
}

/**
 * Ends a session for good (CLI-plane reference 10.5): its CLI is asked to go and archives itself; where
 * nobody answers to that name any more, the hub writes it.
 * @throws HubError 409 for a session that is merely inactive, AgentFailed when the CLI did not obey
 */
export async function archiveSession(
  parts: Pick<LifecycleParts, 'sessions' | 'link' | 'clock'> & { end(id: string): void },
  { id, metadata }: SessionRecord,
): Promise<ArchiveOutcome> {
  const { sessions, link, clock } = parts
  if (!sessions.isActive(id)) {
    if (isArchived(metadata)) return { alreadyArchived: true }
    if (!isOwned(metadata)) throw new HubError(409, ERROR_TEXTS.sessionNotActive)
  }
  try {
    await link.call(id, SESSION_RPC.killSession, {})
  } catch (error) {
    if (!(error instanceof AgentUnreachable)) throw error
    sessions.editMetadata(id, (current) => ({
      ...current,
      lifecycleState: 'archived',
      lifecycleStateSince: clock.now(),
      archivedBy: 'hub',
      archiveReason: UNREACHABLE_REASON,
    }))
  }
  parts.end(id)
  return { alreadyArchived: false }
}
