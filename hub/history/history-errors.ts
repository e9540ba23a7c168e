import { ERROR_TEXTS } from '../../contract/error-texts.ts'
import { AgentFailed, AgentUnreachable, HubError } from '../errors.ts'

/** A fork that cannot be, whatever the reason. */
export const conflict = (message: string) => new HubError(409, message)

export const BUSY = ERROR_TEXTS.historyBusy
export const UNREADABLE = ERROR_TEXTS.agentUnreadable

/** A rewind that did not happen: the conversation is what it was. */
export const rewindRefused = (message: string, agentCode?: string | null) =>
  new HubError(409, message, { agentCode: agentCode || undefined, details: { hydrateFailed: false } })

/** A rewind of which nobody can say whether it happened. */
export const rewindUnknown = (message: string) =>
  new HubError(500, message, { details: { hydrateFailed: true } })

/** Every expected failure as a 409; anything else is thrown as it is. */
export function asConflict(error: unknown): unknown {
  const isExpected =
    error instanceof HubError || error instanceof AgentUnreachable || error instanceof AgentFailed
  return isExpected ? conflict(error.message) : error
}
