import { AGENT_STRING_MAX } from '../../contract/cli-plane.ts'
import { newId } from '../ids.ts'
import type { MessageRow } from '../store/messages.ts'
import { backgroundTaskDelta } from './background-tasks.ts'
import { agentData, type Envelope, isBlank, readEnvelope, toolCallsOf } from './content.ts'
import { messageReceivedJson } from './message-json.ts'
import type { MessageParts, SessionRef, StoredMessage } from './message-parts.ts'
import { teamChange } from './team-state.ts'
import { todosOf } from './todos.ts'
import { truncateStrings } from './truncate.ts'
import { hasHumanText, isConversation, isGoalStatus, isHidden } from './visibility.ts'

/** How far back snapshots of a thought are looked for when its final form arrives. */
const REASONING_SEARCH_ROWS = 50

export interface IngestPayload {
  /** An object, or JSON text of one; text that is no JSON is itself the content. */
  message: unknown
  localId?: string
  createdAt?: number
}

/** What a CLI says becomes rows, session state and events (CLI-plane reference 5.1). */
export class MessageIngest {
  readonly #parts: MessageParts
  readonly #onStored: (message: StoredMessage) => void

  constructor(parts: MessageParts, onStored: (message: StoredMessage) => void) {
    this.#parts = parts
    this.#onStored = onStored
  }

  /**
   * Stores the message and tells everyone but the socket it came from. A localId the session already
   * holds is announced again as it is stored; nothing is derived from it a second time.
   */
  ingest(sessionId: string, payload: IngestPayload, fromSocketId: string): void {
    const { db, messages, sessions, clock } = this.#parts
    const identity = sessions.identify(sessionId)
    if (!identity) return
    const given = readContent(payload.message)
    if (isGoalStatus(given.envelope)) return
    const { pk, namespace, flavorName: flavor } = identity
    const session = { pk, id: sessionId, namespace }
    const now = clock.now()
    db.write(() => {
      const { row, inserted } = messages.insert(
        {
          id: newId(now),
          sessionPk: pk,
          localId: payload.localId ?? null,
          contentJson: given.contentJson,
          createdAt: createdAtOf(payload.createdAt, now),
          scheduledAt: null,
          hidden: isHidden(given.envelope),
          fromUser: given.envelope?.role === 'user',
        },
        now,
      )
      const { content, envelope } = inserted ? given : readContent(row.contentJson)
      if (inserted) {
        const { id, seq, localId, createdAt } = row
        this.#onStored({ sessionPk: pk, sessionId, namespace, flavor, id, seq, localId, content, createdAt })
        this.#derive(session, row, envelope)
      }
      this.#relay(sessionId, row, content, { fromSocketId, now })
      if (isHidden(envelope)) return
      if (!identity.hasConversationContent && isConversation(envelope)) {
        sessions.noteConversationContent(sessionId)
      }
      this.#announce(session, row)
    })
  }

  #derive({ pk, id }: SessionRef, row: MessageRow, envelope: Envelope | undefined): void {
    const { sessions } = this.#parts
    const { createdAt } = row
    sessions.noteActivity(id)
    if (hasHumanText(envelope)) sessions.touch(id, createdAt)
    if (envelope?.role !== 'agent') return
    this.#dropLiveSnapshots(pk, row, envelope)
    const todos = todosOf(envelope)
    if (todos) sessions.applyTodos(id, createdAt, todos)
    const team = teamChange(toolCallsOf(envelope), createdAt)
    if (team) sessions.applyTeamState(id, createdAt, team)
    const delta = backgroundTaskDelta(envelope)
    if (delta !== 0) sessions.addBackgroundTasks(id, delta)
  }

  /** A thought replaces the live snapshots of itself: no client needs to hear of it, and no epoch rises. */
  #dropLiveSnapshots(sessionPk: number, row: MessageRow, envelope: Envelope): void {
    const thought = reasoningId(envelope)
    if (thought === undefined) return
    const { messages } = this.#parts
    for (const { pk, contentJson } of messages.newestLive(sessionPk, REASONING_SEARCH_ROWS)) {
      if (pk === row.pk) continue
      const earlier = readEnvelope(JSON.parse(contentJson))
      if (reasoningId(earlier) === thought && agentData(earlier, 'codex')?.live === true) {
        messages.deleteReplaced(pk)
      }
    }
  }

  #relay(
    sid: string,
    { id, seq, createdAt, localId }: MessageRow,
    content: unknown,
    { fromSocketId, now }: { fromSocketId: string; now: number },
  ): void {
    const { db, link } = this.#parts
    const message = { id, seq, createdAt, localId, content }
    const body = { t: 'new-message' as const, sid, message }
    db.afterCommit(() => link.deliver(sid, { id: newId(now), seq, createdAt: now, body }, fromSocketId))
  }

  #announce({ id: sessionId, namespace }: SessionRef, row: MessageRow): void {
    const { db, bus } = this.#parts
    db.afterCommit(() =>
      bus.publishRaw(
        { type: 'message-received', namespace, sessionId },
        messageReceivedJson(namespace, sessionId, row),
      ),
    )
  }
}

function readContent(message: unknown) {
  const content = typeof message === 'string' ? parseOrKeep(message) : message
  const envelope = readEnvelope(content)
  const contentJson = JSON.stringify(content)
  // No string inside can be too long when the whole text is not.
  if (envelope?.role === 'user' || contentJson.length <= AGENT_STRING_MAX) {
    return { content, contentJson, envelope }
  }
  const cut = truncateStrings(content)
  return { content: cut, contentJson: JSON.stringify(cut), envelope: readEnvelope(cut) }
}

function parseOrKeep(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function createdAtOf(given: number | undefined, now: number): number {
  return given !== undefined && Number.isFinite(given) ? Math.max(0, Math.min(Math.trunc(given), now)) : now
}

/** The id under which an agent reports one thought, first live and then whole. */
function reasoningId(envelope: Envelope | undefined): string | undefined {
  const data = agentData(envelope, 'codex')
  if (data?.type !== 'reasoning' || isBlank(data.id)) return undefined
  return data.id as string
}
