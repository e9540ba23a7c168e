import type { SyncEvent } from '../../contract/events.ts'
import { type SpawnBody, type SpawnResponse, spawnSession } from '../../contract/machine.ts'
import {
  type ApproveBody,
  approvePermission,
  type DenyBody,
  denyPermission,
} from '../../contract/permission.ts'
import {
  abortSession,
  archiveSession,
  deleteSession,
  type PinMode,
  pinSession,
  renameSession,
  reopenSession,
  resumeSession,
  switchSession,
} from '../../contract/session.ts'
import { ClientError } from '../client/client-error.ts'
import { browserClock, type Clock, type Timer } from '../client/clock.ts'
import type { EventStream } from '../client/event-stream.ts'
import type { HubClient } from '../client/hub-client.ts'
import { connectionOf } from './connection.ts'
import { Conversations } from './conversations.ts'
import { Deliveries } from './deliveries.ts'
import type {
  CancelOutcome,
  Connection,
  MachinesSnapshot,
  MessagesSnapshot,
  RetryOutcome,
  SendOutcome,
  SessionListSnapshot,
  SessionSnapshot,
  SteerOutcome,
} from './hub-store-types.ts'
import { MachineList } from './machine-list.ts'
import type { MessageRow, OutgoingMessage, Position } from './message-row.ts'
import { type Exclusive, Outbox } from './outbox.ts'
import { memoryOutbox, type OutboxStorage } from './outbox-storage.ts'
import { SessionDetails } from './session-details.ts'
import { SessionList } from './session-list.ts'
import type { StoreContext } from './store-context.ts'

/** When the stream cannot be had this soon, the first screen is loaded without it. */
export const LOAD_WITHOUT_STREAM_MS = 2000

/** What a store works with. */
export interface HubStoreOptions {
  client: Pick<HubClient, 'call'>
  stream: Pick<EventStream, 'start' | 'stop' | 'retryNow' | 'getState' | 'onStateChange'>
  clock?: Clock
  /** Uniform in [0, 1); jitter of repeated reads. */
  random?: () => number
  newLocalId?: () => string
  /** Where unsent messages survive the page; without it they end with it. */
  outbox?: OutboxStorage
  exclusive?: Exclusive
}

/**
 * Everything the screens show of one hub, kept in step with it (spec: Events, Messages). Snapshots keep their
 * identity until their content changes. Actions reject with ClientError unless said otherwise; what they change
 * arrives by the stream.
 */
export class HubStore {
  readonly #client: HubStoreOptions['client']
  readonly #stream: HubStoreOptions['stream']
  readonly #clock: Clock
  readonly #sessions: SessionList
  readonly #details: SessionDetails
  readonly #machines: MachineList
  readonly #conversations: Conversations
  readonly #outbox: Outbox
  readonly #deliveries: Deliveries
  readonly #redirects = new Map<string, string>()
  readonly #listeners = new Set<() => void>()
  readonly #eventListeners = new Set<(event: SyncEvent) => void>()
  #connection: Connection
  #wasLive = false
  #canLoad = false
  #isNotifying = false
  #fallback: Timer | undefined
  #stopWatchingStream: (() => void) | undefined

  constructor({
    client,
    stream,
    clock = browserClock,
    random = Math.random,
    newLocalId = () => crypto.randomUUID(),
    outbox: storage = memoryOutbox(),
    exclusive = (_, work) => work(),
  }: HubStoreOptions) {
    this.#client = client
    this.#stream = stream
    this.#clock = clock
    this.#connection = { state: 'connecting', since: clock.now() }
    const context: StoreContext = { client, clock, random, changed: () => this.#notify() }
    this.#sessions = new SessionList(context)
    this.#details = new SessionDetails(context)
    this.#machines = new MachineList(context)
    this.#conversations = new Conversations(context)
    const conversations = this.#conversations
    const isThinking = (id: string) =>
      this.#details.snapshot(id).session?.thinking ?? this.#sessions.find(id)?.thinking ?? false
    const isLive = () => this.#connection.state === 'live'
    this.#outbox = new Outbox({ context, conversations, storage, isLive, isThinking, exclusive })
    this.#deliveries = new Deliveries({ context, conversations, outbox: this.#outbox, newLocalId })
  }

  /** Connects; everything that is shown loads with the first handshake. */
  start(): void {
    if (this.#stopWatchingStream) return
    this.#outbox.load()
    this.#stopWatchingStream = this.#stream.onStateChange(() => this.#onStreamState())
    this.#fallback = this.#clock.after(LOAD_WITHOUT_STREAM_MS, () => this.#loadWithoutStream())
    this.#stream.start((event) => this.#onEvent(event))
    this.#onStreamState()
  }

  /** Disconnects. What was loaded stays readable; a later start refetches it. */
  stop(): void {
    this.#fallback?.cancel()
    this.#stopWatchingStream?.()
    this.#stopWatchingStream = undefined
    this.#stream.stop()
    this.#canLoad = false
    for (const part of [this.#sessions, this.#details, this.#machines, this.#conversations]) part.stop()
  }

  /** Calls `listener` after snapshots changed, once for all changes of one turn. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Every event of the stream, after the store applied it: toasts, scratchlists, agent model lists. */
  onEvent(listener: (event: SyncEvent) => void): () => void {
    this.#eventListeners.add(listener)
    return () => this.#eventListeners.delete(listener)
  }

  /** Tries to reconnect at once. */
  retryNow(): void {
    this.#stream.retryNow()
  }

  getConnection(): Connection {
    return this.#connection
  }

  getSessions(): SessionListSnapshot {
    return this.#sessions.snapshot()
  }

  getSession(id: string): SessionSnapshot {
    return this.#details.snapshot(id)
  }

  getMessages(id: string): MessagesSnapshot {
    return this.#conversations.snapshot(id)
  }

  getMachines(): MachinesSnapshot {
    return this.#machines.snapshot()
  }

  /** The session that took the place of `id`: navigate there and move the draft. */
  getRedirect(id: string): string | undefined {
    const listed = this.#sessions.find(id)?.metadata?.supersededBySessionId
    const target = this.#redirects.get(id) ?? this.#details.redirect(id) ?? listed
    return target === id ? undefined : target
  }

  /** Loads record and tail of a session and keeps them in step until the last watcher left. */
  watchSession(id: string): () => void {
    if (!this.#conversations.isWatched(id) && this.#canLoad) void this.#details.refetch(id)
    return this.#conversations.watch(id, this.#canLoad)
  }

  loadOlder(id: string): Promise<void> {
    return this.#conversations.loadOlder(id)
  }

  /** Goes on towards the newest message from where `hasNewer` says that there is more. */
  loadNewer(id: string): Promise<void> {
    return this.#conversations.loadNewer(id)
  }

  /** Shows what stands around a position; false when the newest rows are shown instead. */
  openAround(id: string, position: Position): Promise<boolean> {
    return this.#conversations.openAround(id, position)
  }

  returnToTail(id: string): void {
    this.#conversations.returnToTail(id)
  }

  /** Does not reject for a refused or lost send: the outcome says what to put back into the composer. */
  send(id: string, message: OutgoingMessage): Promise<SendOutcome> {
    return this.#deliveries.send(id, message)
  }

  /** How many messages go out by themselves once the hub can be reached. */
  getUnsentCount(): number {
    return this.#outbox.unsentCount
  }

  cancel(id: string, row: MessageRow): Promise<CancelOutcome> {
    return this.#deliveries.cancel(id, row)
  }

  retry(id: string, row: MessageRow): Promise<RetryOutcome> {
    return this.#deliveries.retry(id, row)
  }

  steer(id: string, row: MessageRow): Promise<SteerOutcome> {
    return this.#deliveries.steer(id, row)
  }

  /** Submits a candidate decision; the request leaves the pending ones when the agent takes it. */
  async approve(id: string, requestId: string, body: ApproveBody = {}): Promise<void> {
    await this.act(id, this.#client.call(approvePermission, { params: { id, requestId }, body }))
  }

  async deny(id: string, requestId: string, body: DenyBody = {}): Promise<void> {
    await this.act(id, this.#client.call(denyPermission, { params: { id, requestId }, body }))
  }

  async abort(id: string): Promise<void> {
    await this.act(id, this.#client.call(abortSession, { params: { id }, body: {} }))
  }

  async archive(id: string): Promise<void> {
    await this.act(id, this.#client.call(archiveSession, { params: { id }, body: {} }))
  }

  /** Resolves to the id to navigate to, which may be another. */
  async resume(id: string): Promise<string> {
    const answer = await this.act(id, this.#client.call(resumeSession, { params: { id }, body: {} }))
    return this.#redirect(id, answer.sessionId)
  }

  /** Resolves to the id to navigate to, which may be another. */
  async reopen(id: string): Promise<string> {
    const answer = await this.act(id, this.#client.call(reopenSession, { params: { id }, body: {} }))
    return this.#redirect(id, answer.sessionId)
  }

  async rename(id: string, name: string): Promise<void> {
    await this.act(id, this.#client.call(renameSession, { params: { id }, body: { name } }))
  }

  async pin(id: string, mode: PinMode): Promise<void> {
    await this.act(id, this.#client.call(pinSession, { params: { id }, body: { mode } }))
  }

  async remove(id: string): Promise<void> {
    await this.#client.call(deleteSession, { params: { id } })
    this.#removeSession(id)
  }

  async switchToRemote(id: string): Promise<void> {
    await this.act(id, this.#client.call(switchSession, { params: { id }, body: {} }))
  }

  /** Resolves when the list is as fresh as it can be had; a failure is in the snapshot. */
  refreshMachines(): Promise<void> {
    return this.#machines.refetch()
  }

  /** A refused spawn is an answer of type `error`, not a rejection. */
  async spawn(machineId: string, body: SpawnBody): Promise<SpawnResponse> {
    const answer = await this.#client.call(spawnSession, { params: { id: machineId }, body })
    if (answer.type === 'success' && !this.#sessions.find(answer.sessionId)) void this.#sessions.refetch()
    return answer
  }

  /**
   * Runs a call about a session that this store has no method for. A refusal often means that what we show is
   * old, and without the stream nothing else would tell us the result: then the session is fetched again.
   */
  async act<Answer>(id: string, call: Promise<Answer>): Promise<Answer> {
    try {
      const answer = await call
      if (this.#connection.state !== 'live') this.#refresh(id)
      return answer
    } catch (error) {
      if (error instanceof ClientError && (error.status === 404 || error.status === 409)) this.#refresh(id)
      throw error
    }
  }

  #onEvent(event: SyncEvent): void {
    switch (event.type) {
      case 'connection-changed':
        this.#onHandshake(event.data?.resume === 'ok')
        break
      case 'session-removed':
        this.#removeSession(event.sessionId)
        break
      case 'session-added':
      case 'session-updated':
        this.#sessions.apply(event)
        this.#details.apply(event)
        break
      case 'machine-updated':
        this.#machines.apply(event)
        break
      case 'scheduled-matured':
        void this.#sessions.refetch()
        break
      case 'message-received':
      case 'messages-invalidated':
      case 'messages-consumed':
      case 'messages-indeterminate':
      case 'messages-requeued':
      case 'message-cancelled':
        this.#conversations.apply(event)
        if (event.type === 'message-received') this.#outbox.noteStored(event.message.localId)
        if (this.#changesScheduledCounts(event)) void this.#sessions.refetch()
    }
    // Apart from this turn, so that a listener that throws cannot spoil the cursor.
    for (const listener of this.#eventListeners) queueMicrotask(() => listener(event))
  }

  /** Only the hub counts scheduled messages; no patch tells when the count changes. */
  #changesScheduledCounts(event: SyncEvent): boolean {
    if (event.type === 'messages-invalidated') return true
    if (event.type === 'message-received') return event.message.scheduledAt != null
    if (event.type !== 'message-cancelled') return false
    return (this.#sessions.find(event.sessionId)?.futureScheduledMessageCount ?? 0) > 0
  }

  /** `ok`: nothing was missed. Otherwise everything is fetched again beneath what is shown. */
  #onHandshake(isContinuous: boolean): void {
    this.#fallback?.cancel()
    this.#canLoad = true
    void this.#outbox.flush()
    if (!isContinuous) return this.#refetchAll()
    for (const part of [this.#sessions, this.#details, this.#machines, this.#conversations])
      part.retryFailed()
  }

  #loadWithoutStream(): void {
    this.#fallback?.cancel()
    if (this.#canLoad) return
    this.#canLoad = true
    this.#refetchAll()
  }

  #refetchAll(): void {
    void this.#sessions.refetch()
    void this.#machines.refetch()
    for (const id of this.#conversations.watchedIds()) void this.#details.refetch(id)
    this.#conversations.resyncAfterGap()
  }

  #onStreamState(): void {
    const stream = this.#stream.getState()
    if (stream.phase === 'open') this.#wasLive = true
    if (stream.phase === 'waiting' || stream.phase === 'paused') this.#loadWithoutStream()
    // Where only the stream is held up on the way, messages still get through.
    if (stream.phase === 'waiting') void this.#outbox.flush()
    const connection = connectionOf(stream, this.#wasLive, this.#connection)
    if (connection === this.#connection) return
    this.#connection = connection
    this.#notify()
  }

  #refresh(id: string): void {
    this.#details.refetchKnown(id)
    void this.#sessions.refetch()
  }

  #redirect(id: string, target: string): string {
    if (target !== id) {
      this.#redirects.set(id, target)
      this.#refresh(id)
      this.#notify()
    }
    return target
  }

  #removeSession(sessionId: string): void {
    const event = { type: 'session-removed', sessionId } as const
    this.#sessions.apply(event)
    this.#details.apply(event)
    this.#outbox.forgetSession(sessionId)
    this.#conversations.drop(sessionId)
  }

  #notify(): void {
    if (this.#isNotifying) return
    this.#isNotifying = true
    queueMicrotask(() => {
      this.#isNotifying = false
      for (const listener of this.#listeners) listener()
    })
  }
}
