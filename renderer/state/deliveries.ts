import { cancelMessage, type DecryptedMessage, retryMessage, steerMessage } from '../../contract/message.ts'
import type { Conversations } from './conversations.ts'
import type { CancelOutcome, RetryOutcome, SendOutcome, SteerOutcome } from './hub-store-types.ts'
import { isOptimistic, type MessageRow, type OutgoingMessage } from './message-row.ts'
import type { Outbox } from './outbox.ts'
import type { StoreContext } from './store-context.ts'

/** What sends and queue actions work with. */
export interface DeliveriesOptions {
  context: StoreContext
  conversations: Conversations
  outbox: Outbox
  newLocalId: () => string
}

/** Sends, and what a person does about messages that wait (spec: Message delivery, Messages). */
export class Deliveries {
  readonly #context: StoreContext
  readonly #conversations: Conversations
  readonly #outbox: Outbox
  readonly #newLocalId: () => string

  constructor({ context, conversations, outbox, newLocalId }: DeliveriesOptions) {
    this.#context = context
    this.#conversations = conversations
    this.#outbox = outbox
    this.#newLocalId = newLocalId
  }

  /** Never rejects for a refused or lost send: the outcome says what to restore. */
  async send(sessionId: string, message: OutgoingMessage): Promise<SendOutcome> {
    const localId = this.#newLocalId()
    const { text, attachments = [] } = message
    this.#conversations.returnToTail(sessionId)
    const createdAt = this.#context.clock.now()
    const error = await this.#outbox.send({ localId, sessionId, message, createdAt })
    if (!error) return { ok: true, localId, isKept: this.#outbox.has(localId) }
    return { ok: false, localId, text, attachments, rowKept: attachments.length > 0, error }
  }

  /** Rejects with ClientError. `busy`: shown as unresolved, and reconciled before this resolves. */
  async cancel(sessionId: string, row: MessageRow): Promise<CancelOutcome> {
    if (isOptimistic(row) && this.#outbox.has(row.id)) {
      await this.#outbox.discard(row.id)
      return 'cancelled'
    }
    const params = { id: sessionId, messageId: row.id }
    const answer = await this.#context.client.call(cancelMessage, { params })
    if (answer.status === 'cancelled') this.#removed(sessionId, row)
    else if (answer.status === 'invoked') this.#invoked(sessionId, answer.message)
    else {
      const localIds = localIdsOf(answer.localId, row)
      this.#conversations.apply({ type: 'messages-indeterminate', sessionId, localIds })
      await this.#conversations.recoverQueued(sessionId)
    }
    return answer.status
  }

  /** Only ever on a person's word. A row that never reached the hub is sent again under its localId. */
  async retry(sessionId: string, row: MessageRow): Promise<RetryOutcome> {
    if (isOptimistic(row) && this.#outbox.has(row.id)) {
      return (await this.#outbox.retry(row.id)) ? 'resent' : 'failed'
    }
    const params = { id: sessionId, messageId: row.id }
    const answer = await this.#context.client.call(retryMessage, { params })
    if (answer.status === 'not-found') this.#removed(sessionId, row)
    else if (answer.status === 'invoked') this.#invoked(sessionId, answer.message)
    else if (answer.status !== 'retry-unavailable') {
      const localIds = localIdsOf(answer.localId, row)
      this.#conversations.apply({ type: 'messages-requeued', sessionId, localIds })
    }
    return answer.status
  }

  /** After `failed` nothing is inferred: the state is asked for before this resolves. */
  async steer(sessionId: string, row: MessageRow): Promise<SteerOutcome> {
    const params = { id: sessionId, messageId: row.id }
    const answer = await this.#context.client.call(steerMessage, { params })
    if (answer.status === 'invoked') this.#invoked(sessionId, answer.message)
    if (answer.status !== 'failed') return { status: answer.status }
    await this.#conversations.recoverQueued(sessionId)
    return { status: 'failed', error: answer.error }
  }

  #removed(sessionId: string, row: MessageRow): void {
    const localId = row.localId ?? undefined
    this.#conversations.apply({ type: 'message-cancelled', sessionId, messageId: row.id, localId })
  }

  #invoked(sessionId: string, message: DecryptedMessage): void {
    this.#conversations.apply({ type: 'message-received', sessionId, message })
  }
}

function localIdsOf(answered: string | null, row: MessageRow): string[] {
  const localId = answered ?? row.localId
  return localId === null ? [] : [localId]
}
