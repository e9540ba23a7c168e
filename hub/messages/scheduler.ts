import { type PromptDelivery, toReplayed } from './delivery.ts'
import type { MessageParts } from './message-parts.ts'

/** Releases scheduled prompts whose time has come (CLI-plane reference 8.7). */
export class Scheduler {
  readonly #parts: MessageParts
  readonly #delivery: PromptDelivery
  /** Ids of due prompts whose maturity was announced; shrinks as they are taken. */
  #announced = new Set<string>()

  constructor(parts: MessageParts, delivery: PromptDelivery) {
    this.#parts = parts
    this.#delivery = delivery
  }

  /**
   * Delivers every due prompt, again on each call until the agent has taken it; announces each once. Its
   * row stays as it is: only the agent's acknowledgement stamps it.
   */
  release(): void {
    const { db, messages, sessions, bus, link, clock } = this.#parts
    const announced = new Set<string>()
    for (const { pk, id, sessionId, namespace } of messages.dueScheduled(clock.now())) {
      if (this.#delivery.isGated(sessionId)) continue
      const row = link.socketCount(sessionId) > 0 ? messages.findByPk(pk) : undefined
      if (row) this.#delivery.deliver(sessionId, toReplayed(row))
      announced.add(id)
      if (this.#announced.has(id)) continue
      sessions.messagesChanged(sessionId)
      db.afterCommit(() => bus.publish({ type: 'scheduled-matured', namespace, sessionId }))
    }
    this.#announced = announced
  }
}
