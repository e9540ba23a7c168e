import type { BackfillMessage } from '../../contract/cli-plane.ts'
import { isShared } from '../../contract/flavors.ts'
import type {
  CancelResponse,
  MessagesQuery,
  QueuedStateResponse,
  RetryResponse,
  SendMessageBody,
  SteerResponse,
} from '../../contract/message.ts'
import type { SessionRecord } from '../store/sessions.ts'
import { cancelMessage } from './cancel.ts'
import { type DeliveryGate, PromptDelivery, toReplayed } from './delivery.ts'
import { type IngestPayload, MessageIngest } from './ingest.ts'
import type { MessageParts, SessionRef, StoredMessage } from './message-parts.ts'
import { mirrorNativePrompt } from './native-queue.ts'
import { pageJson } from './paging.ts'
import { type InvokedOptions, PromptQueue } from './queue.ts'
import { MessageRetry } from './retry.ts'
import { Scheduler } from './scheduler.ts'
import { sendMessage } from './send.ts'
import { steerMessage } from './steer.ts'

export type { MessageParts, StoredMessage } from './message-parts.ts'

/** Where a prompt for this session really goes. */
export type Redirect = (session: SessionRecord) => SessionRecord

/** Throws when the session takes no prompts now. */
export type SendGuard = (session: SessionRecord) => void

/**
 * Messages from arrival to consumption: sending, what agents say, pages, and the queue of prompts
 * (spec: Messages, Message delivery; CLI-plane reference 5.1, 5.7, 8). Synchronous methods write in the
 * turn's transaction; what they announce or deliver goes out after its commit.
 */
export class MessageService {
  readonly #parts: MessageParts
  readonly #delivery: PromptDelivery
  readonly #queue: PromptQueue
  readonly #retry: MessageRetry
  readonly #scheduler: Scheduler
  readonly #ingest: MessageIngest
  readonly #listeners: ((message: StoredMessage) => void)[] = []
  #redirect: Redirect = (session) => session
  #sendGuard: SendGuard = () => {}

  constructor(parts: MessageParts) {
    this.#parts = parts
    this.#delivery = new PromptDelivery(parts)
    this.#queue = new PromptQueue(parts, this.#delivery)
    this.#retry = new MessageRetry(parts, this.#queue, this.#delivery)
    this.#scheduler = new Scheduler(parts, this.#delivery)
    this.#ingest = new MessageIngest(parts, (message) => this.#stored(message))
  }

  // Clients

  /**
   * The caller requires an active session.
   * @throws HubError 400 when `scheduledAt` lies beyond the horizon, and what the send guard throws
   */
  send(session: SessionRecord, body: SendMessageBody): void {
    const parts = {
      ...this.#parts,
      delivery: this.#delivery,
      onStored: (message: StoredMessage) => this.#stored(message),
    }
    const target = this.#redirect(session)
    this.#sendGuard(target)
    sendMessage(parts, target, body)
  }

  /** Body of a page, assembled from stored JSON text. */
  pageJson(session: Pick<SessionRecord, 'pk'>, query: MessagesQuery): string {
    return pageJson(this.#parts.messages, session.pk, query)
  }

  cancel(session: SessionRecord, messageId: string): Promise<CancelResponse> {
    return cancelMessage(this.#parts, this.#queue, session, messageId)
  }

  steer(session: SessionRecord, messageId: string): Promise<SteerResponse> {
    return steerMessage(this.#parts, session, messageId)
  }

  retry(session: SessionRecord, messageId: string): Promise<RetryResponse> {
    return this.#retry.retry(session, messageId)
  }

  queuedState(session: Pick<SessionRecord, 'pk'>, localIds: string[]): QueuedStateResponse {
    return this.#queue.state(session, localIds)
  }

  // CLIs

  ingest(sessionId: string, payload: IngestPayload, fromSocketId: string): void {
    this.#ingest.ingest(sessionId, payload, fromSocketId)
  }

  markInvoked(sessionId: string, localIds: string[], options: InvokedOptions = {}): void {
    const session = this.#holder(sessionId, localIds)
    if (session) this.#queue.markInvoked(session, localIds, options)
  }

  markIndeterminate(sessionId: string, localIds: string[]): void {
    const session = this.#holder(sessionId, localIds)
    if (session) this.#queue.markIndeterminate(session, localIds)
  }

  /** Answers whether at least one row changed. */
  steerState(sessionId: string, localIds: string[], state: 'queued' | 'dispatching'): boolean {
    const session = this.#holder(sessionId, localIds)
    return session !== undefined && this.#queue.steerState(session, localIds, state)
  }

  /** Counts for shared sessions only. */
  nativeQueueMessage(sessionId: string, localId: string, text: string | null): void {
    const session = this.#parts.sessions.find(sessionId)
    if (session && isShared(session.metadata))
      mirrorNativePrompt(this.#parts, this.#queue, session, { localId, text })
  }

  /** What a CLI missed, without what is scheduled for later (CLI-plane reference 8.8). */
  backfill(sessionId: string, afterSeq: number, limit: number): BackfillMessage[] {
    const { sessions, messages, clock } = this.#parts
    const session = sessions.identify(sessionId)
    if (!session) return []
    return messages.backfill(session.pk, afterSeq, clock.now(), limit).map((row) => ({
      ...toReplayed(row),
      invokedAt: row.invokedAt,
      scheduledAt: row.scheduledAt,
    }))
  }

  /** A CLI has (re)joined the session: every queued prompt again. */
  redeliver(sessionId: string): void {
    this.#delivery.redeliver(sessionId)
  }

  // Lifecycle

  /** The session has ended: immediate queued prompts count as taken. */
  sweepQueued(sessionId: string): void {
    const session = this.#ref(sessionId)
    if (session) this.#queue.sweep(session)
  }

  /** Releases due scheduled prompts and repeats overdue ones; driven every `HUB_TICK_MS`. */
  tick(): void {
    this.#scheduler.release()
    this.#delivery.redeliverOverdue()
  }

  // Hooks, wired by hub.ts

  /** `listener` runs inside the write that stores what a client sent or a CLI said, once for each. */
  onStored(listener: (message: StoredMessage) => void): void {
    this.#listeners.push(listener)
  }

  /** Sessions for which `gate` is true get no prompts. */
  setGate(gate: DeliveryGate): void {
    this.#delivery.setGate(gate)
  }

  setRedirect(redirect: Redirect): void {
    this.#redirect = redirect
  }

  setSendGuard(guard: SendGuard): void {
    this.#sendGuard = guard
  }

  #ref(id: string): SessionRef | undefined {
    const identity = this.#parts.sessions.identify(id)
    return identity && { id, pk: identity.pk, namespace: identity.namespace }
  }

  /**
   * Where these prompts are now: a CLI may still speak of some that have moved on to the session which
   * replaced its own.
   */
  #holder(sessionId: string, localIds: string[]): SessionRef | undefined {
    const { messages, sessions } = this.#parts
    const named = this.#ref(sessionId)
    const seen = new Set<number>()
    for (let ref = named; ref && !seen.has(ref.pk); ) {
      const { pk, id } = ref
      if (localIds.some((localId) => messages.findByLocalId(pk, localId))) return ref
      seen.add(pk)
      const successor = sessions.find(id)?.supersededBy
      ref = successor ? this.#ref(successor) : undefined
    }
    return named
  }

  #stored(message: StoredMessage): void {
    for (const listener of this.#listeners) listener(message)
  }
}
