import type { SyncEvent } from '../../contract/events.ts'
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
import { SessionActions } from './session-actions.ts'
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
 * identity until their content changes. What can fail rejects with ClientError unless said otherwise; what was
 * changed arrives by the stream.
 */
export class HubStore {
  /** What people do to sessions. */
  readonly actions: SessionActions
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
    this.actions = new SessionActions({
      client,
      isLive,
      isListed: (id) => this.#sessions.find(id) !== undefined,
      refresh: (id) => this.#refresh(id),
      refreshList: () => void this.#sessions.refetch(),
      replaced: (id, successor) => this.#replace(id, successor),
      removed: (id) => this.#removeSession(id),
    })
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

  /** Resolves when the list is as fresh as it can be had; a failure is in the snapshot. */
  refreshMachines(): Promise<void> {
    return this.#machines.refetch()
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

  #replace(id: string, successor: string): void {
    this.#redirects.set(id, successor)
    this.#refresh(id)
    this.#notify()
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
