import {
  type AttachmentMetadata,
  cancelMessage,
  type DecryptedMessage,
  retryMessage,
  sendMessage,
  steerMessage,
} from '../../contract/message.ts'
import { ClientError } from '../client/client-error.ts'
import { isObject, readEnvelope } from '../decode/envelope.ts'
import type { Conversations } from './conversations.ts'
import { addOptimistic, confirmSend, failSend, isStored } from './delivery.ts'
import type { CancelOutcome, RetryOutcome, SendOutcome, SteerOutcome } from './hub-store-types.ts'
import { isOptimistic, type MessageRow, type OutgoingMessage } from './message-row.ts'
import type { StoreContext } from './store-context.ts'

/** What sends and queue actions work with. */
export interface DeliveriesOptions {
  context: StoreContext
  conversations: Conversations
  isThinking: (sessionId: string) => boolean
  newLocalId: () => string
}

/** Sends, and what a person does about messages that wait (spec: Message delivery, Messages). */
export class Deliveries {
  readonly #context: StoreContext
  readonly #conversations: Conversations
  readonly #isThinking: (sessionId: string) => boolean
  readonly #newLocalId: () => string

  constructor({ context, conversations, isThinking, newLocalId }: DeliveriesOptions) {
    this.#context = context
    this.#conversations = conversations
    this.#isThinking = isThinking
    this.#newLocalId = newLocalId
  }

  /** Never rejects for a refused or lost send: the outcome says what to restore. */
  async send(sessionId: string, message: OutgoingMessage): Promise<SendOutcome> {
    const { localId = this.#newLocalId(), ...body } = message
    const { attachments = [] } = message
    // Asked before the send, which itself sets an idle agent to work.
    const isThinking = this.#isThinking(sessionId)
    this.#conversations.returnToTail(sessionId)
    this.#conversations.change(sessionId, (window) =>
      addOptimistic(window, localId, message, this.#context.clock.now()),
    )
    try {
      await this.#context.client.call(sendMessage, { params: { id: sessionId }, body: { ...body, localId } })
    } catch (error) {
      if (!(error instanceof ClientError)) throw error
      if (!this.isStored(sessionId, localId)) {
        const rowKept = attachments.length > 0
        this.#conversations.change(sessionId, (window) => failSend(window, localId, rowKept))
        const isUncertain = error.status === 0 || error.status >= 500
        return { ok: false, localId, text: message.text, attachments, rowKept, isUncertain, error }
      }
      // The answer was lost, the message was not: the hub has announced it.
    }
    this.#conversations.change(sessionId, (window) => confirmSend(window, localId, isThinking))
    return { ok: true, localId }
  }

  /** Whether the hub is known to have the message, as after a send with an uncertain outcome. */
  isStored(sessionId: string, localId: string): boolean {
    return isStored(this.#conversations.window(sessionId), localId)
  }

  /** Rejects with ClientError. `busy`: shown as unresolved, and reconciled before this resolves. */
  async cancel(sessionId: string, row: MessageRow): Promise<CancelOutcome> {
    if (isOptimistic(row) && row.status === 'failed') {
      this.#conversations.change(sessionId, (window) => failSend(window, row.id, false))
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
    if (isOptimistic(row) && row.status === 'failed') {
      const outcome = await this.send(sessionId, outgoingOf(row))
      return outcome.ok ? 'resent' : 'failed'
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

/** The message a failed optimistic row was made from. */
function outgoingOf(row: MessageRow): OutgoingMessage {
  const envelope = readEnvelope(row.content)
  const content = isObject(envelope?.content) ? envelope.content : {}
  return {
    text: typeof content.text === 'string' ? content.text : '',
    deliveryMode: envelope?.meta.deliveryMode === 'steer' ? 'steer' : 'queue',
    ...(Array.isArray(content.attachments) && { attachments: content.attachments as AttachmentMetadata[] }),
    localId: row.id,
  }
}
