import { isShared } from '../../contract/flavors.ts'
import type { RetryResponse } from '../../contract/message.ts'
import type { MessageRow } from '../store/messages.ts'
import type { SessionRecord } from '../store/sessions.ts'
import { type PromptDelivery, toReplayed } from './delivery.ts'
import { toDecryptedMessage } from './message-json.ts'
import type { MessageParts } from './message-parts.ts'
import type { PromptQueue } from './queue.ts'

/** A person asks to hand an unresolved prompt to the agent again (spec: Retry rules; CLI-plane reference 8.5). */
export class MessageRetry {
  readonly #parts: MessageParts
  readonly #queue: PromptQueue
  readonly #delivery: PromptDelivery
  /** Rows being retried right now: one attempt at a time. */
  readonly #running = new Set<number>()

  constructor(parts: MessageParts, queue: PromptQueue, delivery: PromptDelivery) {
    this.#parts = parts
    this.#queue = queue
    this.#delivery = delivery
  }

  async retry(session: SessionRecord, messageId: string): Promise<RetryResponse> {
    const { messages, link } = this.#parts
    const row = messages.find(session.pk, messageId)
    if (!row) return { status: 'not-found' }
    const { localId } = row
    if (row.invokedAt !== null || localId === null) return invoked(row)
    if (row.deliveryState === 'queued') return { status: 'already-queued', localId }
    // With two CLIs attached, one could take what the other already works on.
    const isAlone = link.socketCount(session.id) === 1
    if (!isAlone || this.#running.has(row.pk) || this.#delivery.isGated(session.id)) {
      return { status: 'retry-unavailable', localId }
    }
    this.#running.add(row.pk)
    try {
      return await this.#attempt(session, row, localId)
    } finally {
      this.#running.delete(row.pk)
    }
  }

  async #attempt(session: SessionRecord, row: MessageRow, localId: string): Promise<RetryResponse> {
    const { db, messages, link } = this.#parts
    const outcome = await link.requestCancel(session.id, row.id, localId)
    const settled = this.#settle(row, outcome === 'consumed')
    if (settled) return settled
    const isBusy = outcome === 'in-flight' || outcome === 'timeout'
    // What has moved to another session meanwhile is not this CLI's to take any more.
    const hasMoved = messages.holder(row.pk)?.pk !== session.pk
    if (isBusy || hasMoved || (isShared(session.metadata) && outcome !== 'removed')) {
      return { status: 'retry-unavailable', localId }
    }
    db.write(() => messages.setDeliveryState(session.pk, localId, 'dispatching'))
    const answer = await link.requestRetry(session.id, toReplayed(row))
    const ended = this.#settle(row, answer === 'consumed')
    if (ended) return ended
    const holder = messages.holder(row.pk) ?? session
    if (answer !== 'accepted') {
      this.#queue.markIndeterminate(holder, [localId])
      return { status: 'retry-unavailable', localId }
    }
    this.#queue.steerState(holder, [localId], 'queued')
    return { status: 'retried', localId }
  }

  /** The answer when the row was deleted or taken, perhaps while its CLI was asked. */
  #settle({ pk, localId }: MessageRow, isConsumed: boolean): RetryResponse | undefined {
    const { messages } = this.#parts
    const current = messages.findByPk(pk)
    const holder = messages.holder(pk)
    if (!current || !holder) return { status: 'not-found' }
    if (current.invokedAt !== null) return invoked(current)
    if (!isConsumed || localId === null) return undefined
    this.#queue.markInvoked(holder, [localId])
    return invoked(messages.findByPk(pk) ?? current)
  }
}

function invoked(row: MessageRow): RetryResponse {
  return { status: 'invoked', message: toDecryptedMessage(row) }
}
