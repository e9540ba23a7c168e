import type { QueuedStateResponse } from '../../contract/message.ts'
import type { DeliveryState, MessageRow } from '../store/messages.ts'
import { hasConversation } from './conversation-content.ts'
import type { PromptDelivery } from './delivery.ts'
import { isUnresolved } from './message-json.ts'
import type { MessageParts, SessionRef } from './message-parts.ts'

export interface InvokedOptions {
  /** The prompt was injected into the running turn. */
  steered?: boolean
  /** The prompt needs no answer: stop counting the session as thinking for its sake. */
  clearGrace?: boolean
}

/** The life of prompts between their arrival and their consumption (CLI-plane reference 5.7, 8.2). */
export class PromptQueue {
  readonly #parts: MessageParts
  readonly #delivery: PromptDelivery

  constructor(parts: MessageParts, delivery: PromptDelivery) {
    this.#parts = parts
    this.#delivery = delivery
  }

  /**
   * The agent has taken these prompts. The first stamp of a row stands; the event names every given id,
   * because a client may wait for one whose row is gone.
   */
  markInvoked(session: SessionRef, localIds: string[], options: InvokedOptions = {}): void {
    if (localIds.length === 0) return
    const { db, messages, sessions, clock } = this.#parts
    const { pk, id } = session
    const now = clock.now()
    db.write(() => {
      const stamped = [...new Set(localIds)].flatMap(
        (localId) => messages.markInvoked(pk, localId, now) ?? [],
      )
      const invokedAt = stamped.reduce((latest, row) => Math.max(latest, row.invokedAt), now)
      if (stamped.length > 0) sessions.touch(id, invokedAt)
      if (stamped.some((row) => row.scheduledAt !== null)) sessions.messagesChanged(id)
      if (options.clearGrace) sessions.dropQueuedGrace(id)
      this.#publishConsumed(session, localIds, invokedAt, options)
    })
  }

  /** A session has ended: what waited for its CLI counts as taken. Scheduled prompts stay. */
  sweep(session: SessionRef): void {
    const { db, messages, clock } = this.#parts
    const localIds = messages.queuedLocalIds(session.pk)
    if (localIds.length === 0) return
    const invokedAt = clock.now()
    db.write(() => {
      for (const localId of localIds) messages.markInvoked(session.pk, localId, invokedAt)
      this.#publishConsumed(session, localIds, invokedAt, {})
    })
  }

  /** Nobody can say whether the agent took these prompts; answers whether that was news. */
  markIndeterminate(session: SessionRef, localIds: string[]): boolean {
    const changed = this.#setState(session, localIds, 'indeterminate')
    if (changed.length > 0) this.#publish(session, 'messages-indeterminate', changed)
    return changed.length > 0
  }

  /** The CLI hands a prompt to the agent natively, or has it back; answers whether a row changed. */
  steerState(session: SessionRef, localIds: string[], state: 'queued' | 'dispatching'): boolean {
    const changed = this.#setState(session, localIds, state)
    if (changed.length === 0) return false
    if (state === 'queued') {
      this.#delivery.expectConsumed(session.id)
      this.#publish(session, 'messages-requeued', changed)
    }
    return true
  }

  /** Deletes a prompt that was not taken, and says so; false when it was taken or is gone. */
  remove(session: SessionRef, row: MessageRow): boolean {
    const { db, messages, sessions, bus } = this.#parts
    const { id: sessionId, namespace } = session
    const { id: messageId, localId } = row
    return db.write(() => {
      if (!messages.deleteUninvoked(row)) return false
      if (row.scheduledAt !== null) sessions.messagesChanged(sessionId)
      db.afterCommit(() =>
        bus.publish({
          type: 'message-cancelled',
          namespace,
          sessionId,
          messageId,
          ...(localId !== null && { localId }),
        }),
      )
      if (!hasConversation(messages, session.pk)) sessions.noteConversationContent(sessionId, false)
      return true
    })
  }

  /** Where the prompts with these localIds stand; unknown ones are in no list (spec: Queued-state recovery). */
  state(session: Pick<SessionRef, 'pk'>, localIds: string[]): QueuedStateResponse {
    const rows = localIds.flatMap((localId) => this.#parts.messages.findByLocalId(session.pk, localId) ?? [])
    const waiting = rows.filter((row) => row.invokedAt === null)
    return {
      queuedLocalIds: waiting.filter((row) => !isUnresolved(row)).map(localIdOf),
      indeterminateLocalIds: waiting.filter(isUnresolved).map(localIdOf),
      invokedLocalMessages: rows.flatMap((row) =>
        row.invokedAt === null ? [] : [{ localId: localIdOf(row), invokedAt: row.invokedAt }],
      ),
    }
  }

  #setState(session: SessionRef, localIds: string[], to: DeliveryState): string[] {
    const { db, messages } = this.#parts
    return db.write(() => localIds.filter((localId) => messages.setDeliveryState(session.pk, localId, to)))
  }

  #publishConsumed(
    { id: sessionId, namespace }: SessionRef,
    localIds: string[],
    invokedAt: number,
    { steered }: InvokedOptions,
  ): void {
    const { db, bus } = this.#parts
    const type = 'messages-consumed'
    db.afterCommit(() =>
      bus.publish({ type, namespace, sessionId, localIds, invokedAt, ...(steered && { steered }) }),
    )
  }

  #publish(
    { id: sessionId, namespace }: SessionRef,
    type: 'messages-indeterminate' | 'messages-requeued',
    localIds: string[],
  ): void {
    const { db, bus } = this.#parts
    db.afterCommit(() => bus.publish({ type, namespace, sessionId, localIds }))
  }
}

const localIdOf = (row: MessageRow): string => row.localId as string
