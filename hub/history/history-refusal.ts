import { ERROR_TEXTS } from '../../contract/error-texts.ts'
import { isShared } from '../../contract/flavors.ts'
import type { MessageRow } from '../store/messages.ts'
import type { SessionRecord } from '../store/sessions.ts'
import type { HistoryParts } from './history-parts.ts'

/** What somebody wants to do with a conversation, by the name under which agents say that they can. */
export type HistoryAction = 'forkCurrent' | 'forkAtMessage' | 'rewindToMessage'

type RefusalParts = Pick<HistoryParts, 'sessions' | 'tables'>

const UNABLE: Record<HistoryAction, string> = {
  forkCurrent: ERROR_TEXTS.cannotFork,
  forkAtMessage: ERROR_TEXTS.cannotForkAtMessage,
  rewindToMessage: ERROR_TEXTS.cannotRewind,
}

/** Why the session's history must not be touched now; undefined when it may (CLI-plane reference 10.11, 10.12). */
export function historyRefusal(
  { sessions, tables }: RefusalParts,
  session: SessionRecord,
  action: HistoryAction,
  messageLocalId: string | undefined,
): string | undefined {
  const { id, pk, metadata, agentState } = session
  const isForShared = isShared(metadata)
  if (!sessions.isActive(id)) return ERROR_TEXTS.sessionInactive
  if (action === 'rewindToMessage' && isForShared) return ERROR_TEXTS.cannotRewindShared
  if (metadata?.capabilities?.conversationHistory?.[action] !== true) return UNABLE[action]
  if (metadata.conversationHistoryDiverged === true) {
    return ERROR_TEXTS.historyDiverged
  }
  if (sessions.isThinking(id)) return ERROR_TEXTS.agentWorking
  if (agentState?.controlledByUser === true && !isForShared) return ERROR_TEXTS.terminalControls
  if (tables.history.hasUninvoked(pk)) return ERROR_TEXTS.messagesWaiting
  if (messageLocalId !== undefined && !findBoundary({ tables }, session, messageLocalId)) {
    return ERROR_TEXTS.messageNotTaken
  }
  return undefined
}

/** The row a history is cut at: one the agent has taken. */
export function findBoundary(
  { tables }: Pick<HistoryParts, 'tables'>,
  { pk }: Pick<SessionRecord, 'pk'>,
  messageLocalId: string,
): MessageRow | undefined {
  const row = tables.messages.findByLocalId(pk, messageLocalId)
  return row && row.invokedAt !== null ? row : undefined
}
