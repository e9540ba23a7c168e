import { type DeliveredMessage, REDELIVER_AFTER_MS } from '../../contract/cli-plane.ts'
import type { MessageRow } from '../store/messages.ts'
import { isObject } from './content.ts'
import type { MessageParts } from './message-parts.ts'

/** Whether prompts for the session must wait, because it is about to be replaced (CLI-plane reference 3.5). */
export type DeliveryGate = (sessionId: string) => boolean

/** A message as a CLI receives it the first time. */
export function toDelivered({ id, seq, createdAt, localId, contentJson }: MessageRow): DeliveredMessage {
  return { id, seq, createdAt, localId, content: JSON.parse(contentJson) }
}

/**
 * A message as a CLI receives it later than it was sent: the turn it was to be steered into may be over,
 * so steer becomes queue (spec: Send body rules 4).
 */
export function toReplayed(row: MessageRow): DeliveredMessage {
  const message = toDelivered(row)
  const { content } = message
  if (!isObject(content) || !isObject(content.meta) || content.meta.deliveryMode !== 'steer') return message
  return { ...message, content: { ...content, meta: { ...content.meta, deliveryMode: 'queue' } } }
}

/**
 * Hands prompts to the CLIs of a session, and again when a CLI has (re)joined or has not consumed them for
 * REDELIVER_AFTER_MS (ruling 17). A CLI drops what it has seen, so delivery is at least once.
 */
export class PromptDelivery {
  readonly #parts: MessageParts
  #gate: DeliveryGate = () => false
  /** When to look again at a session whose CLI was given prompts; one entry per such session. */
  readonly #checkAt = new Map<string, number>()

  constructor(parts: MessageParts) {
    this.#parts = parts
  }

  setGate(gate: DeliveryGate): void {
    this.#gate = gate
  }

  isGated(sessionId: string): boolean {
    return this.#gate(sessionId)
  }

  /** Delivers one message once it is durable; does nothing for a gated session. */
  deliver(sessionId: string, message: DeliveredMessage): void {
    if (this.#gate(sessionId)) return
    const { db, link } = this.#parts
    const { id, seq, createdAt } = message
    const body = { t: 'new-message' as const, sid: sessionId, message }
    db.afterCommit(() => link.deliver(sessionId, { id, seq, createdAt, body }))
  }

  /** The prompt is expected to be consumed: it is looked at again if a CLI is there to do that. */
  expectConsumed(sessionId: string): void {
    const { link, clock } = this.#parts
    if (this.#checkAt.has(sessionId) || link.socketCount(sessionId) === 0) return
    this.#checkAt.set(sessionId, clock.now() + REDELIVER_AFTER_MS)
  }

  /** Delivers every queued prompt again, because a CLI has just joined. */
  redeliver(sessionId: string): void {
    const { sessions, messages } = this.#parts
    const session = sessions.identify(sessionId)
    if (!session || this.#gate(sessionId)) return
    const rows = messages.queuedPrompts(session.pk)
    for (const row of rows) this.deliver(sessionId, toReplayed(row))
    if (rows.length > 0) this.expectConsumed(sessionId)
  }

  /** Delivers again what has waited too long; sessions with nothing left to wait for are forgotten. */
  redeliverOverdue(): void {
    const now = this.#parts.clock.now()
    for (const [sessionId, checkAt] of this.#checkAt) {
      if (now >= checkAt) this.#redeliverOverdue(sessionId, now)
    }
  }

  #redeliverOverdue(sessionId: string, now: number): void {
    const { sessions, messages, link } = this.#parts
    const session = sessions.identify(sessionId)
    const rows = session && link.socketCount(sessionId) > 0 ? messages.queuedPrompts(session.pk) : []
    if (rows.length === 0) {
      this.#checkAt.delete(sessionId)
      return
    }
    this.#checkAt.set(sessionId, now + REDELIVER_AFTER_MS)
    for (const row of rows) {
      if (now - row.createdAt >= REDELIVER_AFTER_MS) this.deliver(sessionId, toReplayed(row))
    }
  }
}
