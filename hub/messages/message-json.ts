import type { DecryptedMessage } from '../../contract/message.ts'
import type { MessageRow } from '../store/messages.ts'

/**
 * A row as clients receive it, as JSON text around the stored content, which is never parsed.
 * `scheduledAt` is there for scheduled rows only; an uninvoked row whose delivery is unresolved carries
 * `deliveryState` (spec: DecryptedMessage).
 */
export function messageJson(row: MessageRow): string {
  const { id, seq, localId, contentJson, createdAt, invokedAt, scheduledAt } = row
  const local = localId === null ? 'null' : JSON.stringify(localId)
  const scheduled = scheduledAt === null ? '' : `,"scheduledAt":${scheduledAt}`
  const state = isUnresolved(row) ? ',"deliveryState":"indeterminate"' : ''
  return `{"id":"${id}","seq":${seq},"localId":${local},"content":${contentJson},"createdAt":${createdAt},"invokedAt":${invokedAt}${scheduled}${state}}`
}

/** The same as an object, for answers that carry a single message. */
export function toDecryptedMessage(row: MessageRow): DecryptedMessage {
  return JSON.parse(messageJson(row)) as DecryptedMessage
}

/** The event `message-received` as JSON text. */
export function messageReceivedJson(namespace: string, sessionId: string, row: MessageRow): string {
  return `{"type":"message-received","namespace":${JSON.stringify(namespace)},"sessionId":${JSON.stringify(sessionId)},"message":${messageJson(row)}}`
}

export const isUnresolved = ({ invokedAt, deliveryState }: MessageRow): boolean =>
  invokedAt === null && deliveryState !== 'queued'
