import type { ForkRpcResult } from '../../contract/cli-plane.ts'
import { ERROR_TEXTS } from '../../contract/error-texts.ts'
import { type Flavor, flavorOf, isShared } from '../../contract/flavors.ts'
import type { Metadata } from '../../contract/session.ts'
import { newId } from '../ids.ts'
import { hasConversation } from '../messages/conversation-content.ts'
import { positionOf } from '../store/message-row.ts'
import type { SessionRecord } from '../store/sessions.ts'
import { conflict } from './history-errors.ts'
import { historyMaps } from './history-maps.ts'
import type { HistoryParts } from './history-parts.ts'
import { findBoundary } from './history-refusal.ts'
import { rebuildTodos } from './rebuilt-todos.ts'

/** Keys a fork has in common with what it was forked from. */
const INHERITED_KEYS = [
  'path',
  'host',
  'machineId',
  'flavor',
  'capabilities',
  'cursorSessionProtocol',
] as const

type ChildParts = Pick<HistoryParts, 'db' | 'tables' | 'sessions' | 'clock'>

/**
 * Makes the row of a fork with everything the agent had taken before the message, or all of it: one write,
 * beneath the counting of usage (CLI-plane reference 10.11). Answers its id.
 * @throws HubError 409 when the message is gone
 */
export function createForkChild(
  parts: ChildParts,
  source: SessionRecord,
  answer: ForkRpcResult,
  messageLocalId: string | undefined,
): string {
  const { db, tables, sessions, clock } = parts
  return db.write(() => {
    const boundary = messageLocalId === undefined ? undefined : findBoundary(parts, source, messageLocalId)
    if (messageLocalId !== undefined && !boundary) throw conflict(ERROR_TEXTS.messageGone)
    const { namespace, model, modelReasoningEffort, effort, serviceTier } = source
    const id = newId(clock.now())
    sessions.createOrLoad(namespace, {
      tag: `fork:${id}`,
      id,
      metadata: childMetadata(source, answer, clock.now()),
      agentState: {},
    })
    const pk = (sessions.identify(id) as { pk: number }).pk
    tables.history.copyPrefix(source.pk, pk, boundary && positionOf(boundary))
    const maps = historyMaps(source.metadata ?? {}, tables.history.localIds(pk))
    sessions.editMetadata(id, (metadata) => ({ ...metadata, ...maps }), { publish: 'none' })
    sessions.noteConversationContent(id, hasConversation(tables.messages, pk))
    rebuildTodos(parts, { id, pk, todosUpdatedAt: null })
    sessions.applyConfig(id, { model, modelReasoningEffort, effort, serviceTier })
    return id
  })
}

/**
 * The agent's own id is left to the child where it forks by itself: under that of its parent the two would
 * count as one conversation.
 */
function childMetadata(source: SessionRecord, answer: ForkRpcResult, now: number): Metadata {
  const from = source.metadata ?? {}
  const { nativeIdKey } = flavorOf(from)
  const metadata: Metadata = { forkedFrom: source.id, startedBy: 'runner' }
  for (const key of INHERITED_KEYS) if (from[key] !== undefined) Object.assign(metadata, { [key]: from[key] })
  const title = from.name || from.summary?.text
  if (title) metadata.summary = { text: `Fork: ${title}`, updatedAt: now }
  if (nativeIdKey !== null && !answer.forkSession) metadata[nativeIdKey] = answer.nativeSessionId
  return metadata
}

/** Whether the child's agent is in a conversation of its own, as far as its kind says so. */
export function hasForked(
  flavor: Flavor,
  metadata: Metadata | null,
  { nativeSessionId, forkSession }: ForkRpcResult,
): boolean {
  if (flavor.nativeIdKey === null) return true
  const reported = metadata?.[flavor.nativeIdKey]
  if (forkSession) return typeof reported === 'string' && reported !== '' && reported !== nativeSessionId
  return !flavor.forkReportsId || reported === nativeSessionId
}

/** Whether the session is the child a shared agent says it has made of `source`. */
export function isSharedChildOf(
  source: SessionRecord,
  child: SessionRecord | undefined,
  nativeSessionId: string,
): boolean {
  const { nativeIdKey } = flavorOf(source.metadata)
  return (
    child !== undefined &&
    child.namespace === source.namespace &&
    isShared(child.metadata) &&
    child.metadata?.forkedFrom === source.id &&
    child.metadata.machineId === source.metadata?.machineId &&
    child.metadata.hostPid === source.metadata?.hostPid &&
    nativeIdKey !== null &&
    child.metadata[nativeIdKey] === nativeSessionId
  )
}
