import { isShared } from '../../contract/flavors.ts'
import type { MessageRow } from '../store/messages.ts'
import type { SessionRecord } from '../store/sessions.ts'
import type { HistoryParts } from './history-parts.ts'

/** What somebody wants to do with a conversation, by the name under which agents say that they can. */
export type HistoryAction = 'forkCurrent' | 'forkAtMessage' | 'rewindToMessage'

type RefusalParts = Pick<HistoryParts, 'sessions' | 'tables'>

const UNABLE: Record<HistoryAction, string> = {
  forkCurrent: 'This agent cannot fork its conversation',
  forkAtMessage: 'This agent cannot fork its conversation at a message',
  rewindToMessage: 'This agent cannot rewind its conversation',
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
  if (!sessions.isActive(id)) return 'Session is inactive'
  if (action === 'rewindToMessage' && isForShared)
    return 'A shared session cannot be rewound; fork it instead'
  if (metadata?.capabilities?.conversationHistory?.[action] !== true) return UNABLE[action]
  if (metadata.conversationHistoryDiverged === true) {
    return 'The agent’s history no longer matches what is shown here'
  }
  if (sessions.isThinking(id)) return 'The agent is working; wait for it or stop it first'
  if (agentState?.controlledByUser === true && !isForShared) return 'A terminal controls this session'
  if (tables.history.hasUninvoked(pk)) return 'Messages are still waiting for the agent'
  if (messageLocalId !== undefined && !findBoundary({ tables }, session, messageLocalId)) {
    return 'The agent has not taken such a message'
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
