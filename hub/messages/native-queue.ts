import { newId } from '../ids.ts'
import type { MessageRow } from '../store/messages.ts'
import { isObject } from './content.ts'
import { messageReceivedJson } from './message-json.ts'
import type { MessageParts, SessionRef } from './message-parts.ts'
import type { PromptQueue } from './queue.ts'

/**
 * A prompt another client of a shared session queued in the agent itself, mirrored as a queued row: `text`
 * creates or rewrites it, null takes it away (CLI-plane reference 5.7). Rows already taken stay as they are.
 */
export function mirrorNativePrompt(
  parts: MessageParts,
  queue: PromptQueue,
  session: SessionRef,
  { localId, text }: { localId: string; text: string | null },
): void {
  const { db, messages, sessions, bus } = parts
  const { id: sessionId, namespace } = session
  const known = messages.findByLocalId(session.pk, localId)
  if (known && known.invokedAt !== null) return
  if (text === null) {
    if (known) queue.remove(session, known)
    return
  }
  db.write(() => {
    const row = known ? rewrite(parts, known, text) : create(parts, session, localId, text)
    sessions.noteActivity(sessionId)
    sessions.noteConversationContent(sessionId)
    db.afterCommit(() =>
      bus.publishRaw(
        { type: 'message-received', namespace, sessionId },
        messageReceivedJson(namespace, sessionId, row),
      ),
    )
  })
}

function create(
  { messages, clock }: MessageParts,
  { pk: sessionPk }: SessionRef,
  localId: string,
  text: string,
): MessageRow {
  const now = clock.now()
  const meta = { sentFrom: 'cli', isNativeQueuedMessage: true }
  const contentJson = JSON.stringify({ role: 'user', content: { type: 'text', text }, meta })
  const { row } = messages.insert(
    {
      id: newId(now),
      sessionPk,
      localId,
      contentJson,
      createdAt: now,
      scheduledAt: null,
      hidden: false,
      fromUser: true,
    },
    now,
  )
  return row
}

/** Everything but the text stays. */
function rewrite({ messages }: MessageParts, row: MessageRow, text: string): MessageRow {
  const stored: unknown = JSON.parse(row.contentJson)
  const content = isObject(stored) && isObject(stored.content) ? stored.content : { type: 'text' }
  const base = isObject(stored) ? stored : { role: 'user' }
  const contentJson = JSON.stringify({ ...base, content: { ...content, text } })
  messages.rewrite(row.pk, contentJson)
  return { ...row, contentJson }
}
