import { flavorOf } from '../../contract/flavors.ts'
import { type DeliveryMode, SCHEDULE_HORIZON_MS, type SendMessageBody } from '../../contract/message.ts'
import { invalidBody } from '../errors.ts'
import { newId } from '../ids.ts'
import type { SessionRecord } from '../store/sessions.ts'
import { type PromptDelivery, toDelivered } from './delivery.ts'
import { messageReceivedJson } from './message-json.ts'
import type { MessageParts, StoredMessage } from './message-parts.ts'

/** Every prompt that comes over the API says so to the agent. */
const SENT_FROM = 'webapp'

export interface SendParts extends MessageParts {
  delivery: PromptDelivery
  onStored(message: StoredMessage): void
}

/**
 * Stores a person's prompt, hands it to the session's CLI and tells the clients (spec: Send body rules;
 * CLI-plane reference 8.3). A localId sent again changes nothing and is not announced (ruling 16).
 * @throws HubError 400 when `scheduledAt` lies more than seven days ahead
 */
export function sendMessage(parts: SendParts, session: SessionRecord, body: SendMessageBody): void {
  const { db, messages, sessions, bus, delivery, clock } = parts
  const now = clock.now()
  const { localId = null, scheduledAt = null } = body
  if (scheduledAt !== null && scheduledAt > now + SCHEDULE_HORIZON_MS) throw beyondHorizon()
  const { pk: sessionPk, id: sessionId, namespace, metadata } = session
  const content = contentOf(body, deliveryModeOf(session, body))
  db.write(() => {
    const { row, inserted } = messages.insert(
      {
        id: newId(now),
        sessionPk,
        localId,
        contentJson: JSON.stringify(content),
        createdAt: now,
        scheduledAt,
        hidden: false,
        fromUser: true,
      },
      now,
    )
    if (!inserted) return
    const { id, seq, createdAt } = row
    const flavor = metadata?.flavor ?? null
    parts.onStored({ sessionPk, sessionId, namespace, flavor, id, seq, localId, content, createdAt })
    const isLater = scheduledAt !== null && scheduledAt > now
    sessions.noteActivity(sessionId)
    sessions.touch(sessionId, createdAt)
    if (scheduledAt !== null) sessions.messagesChanged(sessionId)
    if (!isLater) delivery.deliver(sessionId, toDelivered(row))
    if (!isLater && localId !== null) delivery.expectConsumed(sessionId)
    sessions.noteConversationContent(sessionId)
    db.afterCommit(() =>
      bus.publishRaw(
        { type: 'message-received', namespace, sessionId },
        messageReceivedJson(namespace, sessionId, row),
      ),
    )
    if (isLater) return
    sessions.promptQueued(sessionId, createdAt)
    sessions.touch(sessionId, createdAt)
  })
}

/** Steer is for agents that take it with a send, and never for later; otherwise it silently means queue. */
function deliveryModeOf({ metadata }: SessionRecord, body: SendMessageBody): DeliveryMode {
  const wantsSteer = body.deliveryMode === 'steer' && body.scheduledAt === undefined
  return wantsSteer && flavorOf(metadata).sendSteer ? 'steer' : 'queue'
}

function contentOf({ text, attachments }: SendMessageBody, deliveryMode: DeliveryMode) {
  return {
    role: 'user',
    content: { type: 'text', text, ...(attachments && { attachments }) },
    meta: { sentFrom: SENT_FROM, deliveryMode },
  }
}

const beyondHorizon = () =>
  invalidBody({
    formErrors: [],
    fieldErrors: { scheduledAt: ['A message can be scheduled at most 7 days ahead'] },
  })
