import type { Metadata } from '../../contract/session.ts'
import type { SessionRecord } from '../store/sessions.ts'
import type { LifecycleParts } from './lifecycle-parts.ts'
import { configGaps, fillMetadataGaps, strongerPin, uniteAgentStates } from './merge-rules.ts'
import { archiveKeysOf, isArchived } from './metadata-keys.ts'

const SUPERSEDED_REASON = 'Superseded by another session'

export type MergeParts = Pick<LifecycleParts, 'db' | 'tables' | 'sessions' | 'messages' | 'bus' | 'clock'>

/**
 * Makes two sessions one (CLI-plane reference 10.8): what `fromId` holds moves into `intoId`, and its row
 * stays, archived, as a name for the other (ruling 11). One write; both sides are announced after it.
 * Does nothing when either is gone, is of another namespace, or already stands for a third.
 */
export function mergeSessions(parts: MergeParts, fromId: string, intoId: string): void {
  const { db, sessions, messages } = parts
  db.write(() => {
    const from = sessions.find(fromId)
    const into = sessions.find(intoId)
    if (!from || !into || from.pk === into.pk || from.namespace !== into.namespace) return
    if (from.supersededBy !== null || into.supersededBy !== null) return
    moveConversation(parts, from, into)
    sessions.merged(from, into)
    moveRow(parts, from, into)
    supersede(parts, from, into)
    for (const id of [into.id, from.id]) sessions.publishFull(id)
    // What waited for the old process is the new one's to do.
    db.afterCommit(() => messages.redeliver(into.id))
  })
}

/** Clients drop what they hold of both conversations and read them again. */
export function announceMoved(
  { db, bus }: Pick<MergeParts, 'db' | 'bus'>,
  ...sides: Pick<SessionRecord, 'id' | 'namespace'>[]
): void {
  for (const { id, namespace } of sides) {
    db.afterCommit(() => bus.publish({ type: 'messages-invalidated', namespace, sessionId: id }))
  }
}

function moveConversation(
  { db, bus, tables, sessions }: MergeParts,
  from: SessionRecord,
  into: SessionRecord,
): void {
  const moved = tables.messages.moveAll(from.pk, into.pk)
  if (from.hasConversationContent) sessions.noteConversationContent(into.id, true)
  sessions.noteConversationContent(from.id, false)
  if (moved > 0) announceMoved({ db, bus }, into, from)
}

function moveRow(
  { tables, sessions }: Pick<MergeParts, 'tables' | 'sessions'>,
  from: SessionRecord,
  into: SessionRecord,
): void {
  const { sessions: table } = tables
  const pin = strongerPin(into.pin, from.pin)
  if (pin !== into.pin) table.setPin(into.pk, pin)
  if (from.pin !== 'none') table.setPin(from.pk, 'none')
  if (from.todos && from.todosUpdatedAt !== null) {
    table.setTodos(into.pk, from.todosUpdatedAt, from.todos)
  }
  if (from.teamStateUpdatedAt !== null) {
    table.setTeamState(into.pk, from.teamStateUpdatedAt, from.teamState)
  }
  const united = uniteAgentStates(into.agentState, from.agentState)
  if (united) table.writeAgentState(into.pk, into.agentStateVersion, united, 0)
  if (from.agentState?.requests) {
    // Nobody waits there any more; a pending request would be counted twice.
    table.writeAgentState(from.pk, from.agentStateVersion, { ...from.agentState, requests: {} }, 0)
  }
  table.touch(into.pk, from.updatedAt)
  sessions.editMetadata(into.id, (metadata) => fillMetadataGaps(metadata, from.metadata), { publish: 'none' })
  const gaps = configGaps(into, from)
  if (gaps) sessions.applyConfig(into.id, gaps)
}

function supersede(
  { sessions, clock }: Pick<MergeParts, 'sessions' | 'clock'>,
  from: SessionRecord,
  into: SessionRecord,
): void {
  const archive = isArchived(from.metadata)
    ? archiveKeysOf(from.metadata)
    : {
        lifecycleState: 'archived',
        lifecycleStateSince: clock.now(),
        archivedBy: 'hub',
        archiveReason: SUPERSEDED_REASON,
      }
  const change = (metadata: Metadata): Metadata => ({
    ...metadata,
    ...archive,
    supersededBySessionId: into.id,
  })
  sessions.editMetadata(from.id, change, { publish: 'none' })
}
