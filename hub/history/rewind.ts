import {
  AGENT_STRING_MAX,
  RewindRpcResult,
  RPC_SLOW_TIMEOUT_MS,
  SESSION_RPC,
} from '../../contract/cli-plane.ts'
import { ERROR_TEXTS } from '../../contract/error-texts.ts'
import { AgentFailed, AgentUnreachable, type HubError } from '../errors.ts'
import { newId } from '../ids.ts'
import { readEnvelope } from '../messages/content.ts'
import { hasConversation } from '../messages/conversation-content.ts'
import { truncateStrings } from '../messages/truncate.ts'
import { isHidden } from '../messages/visibility.ts'
import { positionOf } from '../store/message-row.ts'
import type { SessionRecord } from '../store/sessions.ts'
import { rewindRefused, rewindUnknown, UNREADABLE } from './history-errors.ts'
import { historyMaps } from './history-maps.ts'
import type { HistoryParts } from './history-parts.ts'
import { historyRefusal } from './history-refusal.ts'
import { rebuildTodos } from './rebuilt-todos.ts'

type Rewound = Extract<RewindRpcResult, { success: true }>
type Replacement = NonNullable<Rewound['messages']>[number]

/**
 * Takes the conversation back to before a message, first the agent's and then the hub's (CLI-plane
 * reference 10.12).
 * @throws HubError 409 when nothing has changed; 500 when nobody can say, and then the history counts as diverged
 */
export async function rewindConversation(
  parts: HistoryParts,
  session: SessionRecord,
  messageLocalId: string,
): Promise<void> {
  const refusal = historyRefusal(parts, session, 'rewindToMessage', messageLocalId)
  if (refusal !== undefined) throw rewindRefused(refusal)
  const answer = await askAgent(parts, session, messageLocalId)
  if (!answer.success) throw rewindRefused(answer.error, answer.code)
  try {
    parts.db.write(() => cutBack(parts, session.id, answer))
    await parts.db.settled()
  } catch (error) {
    throw diverged(parts, session, ERROR_TEXTS.rewindNotFollowed, error)
  }
}

async function askAgent(
  parts: HistoryParts,
  session: SessionRecord,
  messageLocalId: string,
): Promise<RewindRpcResult> {
  try {
    const answer = await parts.link.call(
      session.id,
      SESSION_RPC.rewindConversation,
      { messageLocalId },
      { timeoutMs: RPC_SLOW_TIMEOUT_MS },
    )
    return RewindRpcResult.parse(answer)
  } catch (error) {
    const isKnown = error instanceof AgentUnreachable || error instanceof AgentFailed
    if (isKnown && !error.wasAsked) throw rewindRefused(error.message)
    throw diverged(parts, session, isKnown ? error.message : UNREADABLE, error)
  }
}

/** Notes that the agent's history may be another than ours, and answers the error that says so. */
function diverged(
  { sessions, log }: HistoryParts,
  { id }: SessionRecord,
  message: string,
  cause: unknown,
): HubError {
  log.warn('A rewind has an unknown outcome', { sessionId: id, error: cause })
  sessions.editMetadata(id, (metadata) => ({ ...metadata, conversationHistoryDiverged: true }))
  return rewindUnknown(message)
}

/** Runs inside `db.write()`. @throws when the hub does not know the message the agent went back to. */
function cutBack(
  parts: HistoryParts,
  sessionId: string,
  { truncateFromLocalId, messages: replacements }: Rewound,
): void {
  const { db, tables, sessions, bus } = parts
  const session = sessions.find(sessionId)
  const boundary = session && tables.messages.findByLocalId(session.pk, truncateFromLocalId)
  if (!session || !boundary) throw new Error('The boundary of a rewind is unknown')
  const { pk, namespace } = session
  tables.history.truncate(pk, positionOf(boundary))
  for (const replacement of replacements ?? []) append(parts, pk, replacement)
  const type = 'messages-invalidated'
  const reason = 'rewind'
  db.afterCommit(() => bus.publish({ type, namespace, sessionId, reason, truncateFromLocalId }))
  const localIds = tables.history.localIds(pk)
  sessions.editMetadata(sessionId, (metadata) => ({ ...metadata, ...historyMaps(metadata, localIds) }), {
    publish: 'none',
  })
  rebuildTodos(parts, session)
  sessions.noteConversationContent(sessionId, hasConversation(tables.messages, pk))
  sessions.publishFull(sessionId)
}

/** It happened already, whatever it says: it is not queued, not delivered and not counted again. */
function append({ tables, clock }: HistoryParts, sessionPk: number, replacement: Replacement): void {
  const now = clock.now()
  const { content = null, localId = null } = replacement
  const createdAt = timeOf(replacement.createdAt, now)
  const given = readEnvelope(content)
  const text = JSON.stringify(content)
  const isTooLong = given?.role !== 'user' && text.length > AGENT_STRING_MAX
  tables.history.append({
    id: newId(now),
    sessionPk,
    localId,
    contentJson: isTooLong ? JSON.stringify(truncateStrings(content)) : text,
    createdAt,
    invokedAt: Math.max(createdAt, timeOf(replacement.invokedAt ?? createdAt, now)),
    hidden: isHidden(given),
    fromUser: given?.role === 'user',
  })
}

/** A time the agent gives: whole, never later than now; now where it gives none. */
function timeOf(given: number | null | undefined, now: number): number {
  return given === null || given === undefined || !Number.isFinite(given)
    ? now
    : Math.max(0, Math.min(Math.trunc(given), now))
}
