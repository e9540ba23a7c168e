import {
  getQueuedState,
  listMessages,
  type MessagesQuery,
  type MessagesResponse,
} from '../../contract/message.ts'
import { ClientError } from '../client/client-error.ts'
import { applyMessageEvent, type MessageEvent } from './apply-event.ts'
import type { MessagesSnapshot } from './hub-store-types.ts'
import { Journal } from './journal.ts'
import { comparePositions, type Position } from './message-row.ts'
import {
  EMPTY_WINDOW,
  followTail,
  isCutOff,
  type MessageWindow,
  markInSync,
  markStale,
  mergeBeyondEdge,
  mergeNewer,
  mergeOlder,
  replaceAround,
  replaceWithLatest,
  requireReset,
} from './message-window.ts'
import { LOADING, snapshotOf } from './messages-snapshot.ts'
import { applyQueuedState, recoveryBatches, recoveryCandidates } from './queued-state.ts'
import { Refetch } from './refetch.ts'
import type { StoreContext } from './store-context.ts'
import { firstTailRequest, nextTailStep, ORDINARY_PAGE_ROWS } from './tail-sync.ts'

/** How many conversations stay in memory after they were closed. */
export const CACHED_CONVERSATIONS = 8

/** So much is loaded of what stands before a message that is looked for. */
const AROUND_OLDER_ROWS = 100

/** What an update of one conversation works on. */
type Change = (window: MessageWindow) => MessageWindow

interface Conversation {
  readonly id: string
  window: MessageWindow
  watchers: number
  /** A sync brought the first page. */
  isLoaded: boolean
  /** Why the next sync runs. */
  reason: 'open' | 'resync'
  /** After a gap the fate of waiting messages must be asked for. */
  needsRecovery: boolean
  /** Rises when rows are discarded or events were missed: an answer asked for before that is of no use. */
  generation: number
  loadingOlder: Promise<void> | undefined
  loadingNewer: Promise<void> | undefined
  error: string | undefined
  readonly journal: Journal<MessageEvent>
  readonly sync: Refetch
  snapshot: MessagesSnapshot
}

/** The message windows of the sessions that were opened, kept in sync by tail syncs and events. */
export class Conversations {
  readonly #context: StoreContext
  /** In the order of their last opening. */
  readonly #conversations = new Map<string, Conversation>()

  constructor(context: StoreContext) {
    this.#context = context
  }

  snapshot(id: string): MessagesSnapshot {
    return this.#conversations.get(id)?.snapshot ?? LOADING
  }

  window(id: string): MessageWindow {
    return this.#conversations.get(id)?.window ?? EMPTY_WINDOW
  }

  /** Loads the tail and keeps it; the last watcher to leave lets the window age in the cache. */
  watch(id: string, canLoad: boolean): () => void {
    const conversation = this.#require(id)
    conversation.watchers += 1
    if (conversation.watchers === 1) {
      this.#conversations.delete(id)
      this.#conversations.set(id, conversation)
      conversation.reason = 'open'
      this.#commit(conversation, followTail(conversation.window))
      if (canLoad) void conversation.sync.request()
    }
    let isWatching = true
    return () => {
      if (!isWatching) return
      isWatching = false
      conversation.watchers -= 1
      this.#evict()
    }
  }

  isWatched(id: string): boolean {
    return (this.#conversations.get(id)?.watchers ?? 0) > 0
  }

  watchedIds(): string[] {
    return [...this.#conversations.values()].filter(({ watchers }) => watchers > 0).map(({ id }) => id)
  }

  /** Nothing held continues the stream any more: watched windows sync now, the others when they are opened. */
  resyncAfterGap(): void {
    for (const conversation of this.#conversations.values()) {
      conversation.window = markStale(conversation.window)
      // A page asked for before the gap must not pass for continuous with what comes after it.
      conversation.generation += 1
      conversation.needsRecovery = true
      if (conversation.watchers > 0) void conversation.sync.request()
    }
  }

  retryFailed(): void {
    for (const conversation of this.#conversations.values()) conversation.sync.retryFailed()
  }

  stop(): void {
    for (const conversation of this.#conversations.values()) conversation.sync.stop()
  }

  /** Drops a window for good: its session is gone. */
  drop(id: string): void {
    const conversation = this.#conversations.get(id)
    if (!conversation) return
    conversation.generation += 1
    this.#update(conversation, () => EMPTY_WINDOW)
    if (conversation.watchers > 0) return
    conversation.sync.stop()
    this.#conversations.delete(id)
  }

  /** Applies an event of the stream, or the same fact learned from an answer. */
  apply(event: MessageEvent): void {
    const conversation = this.#conversations.get(event.sessionId)
    if (!conversation) return
    conversation.journal.record(event)
    if (event.type === 'messages-invalidated') conversation.generation += 1
    const window = applyMessageEvent(conversation.window, event)
    // Discarded rows come again: the conversation loads, it is not empty.
    if (event.type === 'messages-invalidated') conversation.isLoaded &&= window.rows.length > 0
    this.#commit(conversation, window)
    if (event.type === 'messages-invalidated' && conversation.watchers > 0) void conversation.sync.request()
  }

  /** Changes the window of `id`, which is created when it does not exist. */
  change(id: string, change: Change): void {
    this.#update(this.#require(id), change)
  }

  /** Asks the hub about every waiting message, as after an answer that left their state open. */
  recoverQueued(id: string): Promise<void> {
    const conversation = this.#require(id)
    conversation.needsRecovery = true
    return conversation.sync.request()
  }

  returnToTail(id: string): void {
    const conversation = this.#conversations.get(id)
    if (!conversation) return
    this.#update(conversation, followTail)
    if (conversation.window.needsReset) void conversation.sync.request()
  }

  /**
   * Loads what stands around a position, instead of what is held. Rejects with ClientError. False: the
   * conversation changed meanwhile, and its newest rows are loaded instead.
   */
  async openAround(id: string, { seq, at }: Position): Promise<boolean> {
    const conversation = this.#require(id)
    // A sync under way would put its page in the place of these.
    conversation.generation += 1
    conversation.reason = 'resync'
    const { generation } = conversation
    const journal = conversation.journal.open()
    const ask = (query: MessagesQuery) => this.#context.client.call(listMessages, { params: { id }, query })
    try {
      // A page before a position ends in front of it; the message itself is wanted too.
      const older = await ask({ limit: AROUND_OLDER_ROWS, beforeSeq: seq + 1, beforeAt: at })
      const newer = await ask({
        limit: ORDINARY_PAGE_ROWS,
        afterSeq: seq,
        afterAt: at,
        epoch: older.page.epoch,
      })
      const missed = journal.close()
      const isWhole = newer.page.direction === 'after' && conversation.generation === generation
      conversation.isLoaded = true
      conversation.error = undefined
      this.#update(conversation, (window) =>
        isWhole
          ? missed.reduce(applyMessageEvent, replaceAround(window, older, newer))
          : requireReset(window),
      )
      return isWhole
    } finally {
      journal.close()
      // For the sync that was interrupted; and where this is the tail, live events continue it from then on.
      void conversation.sync.request()
    }
  }

  /** Loads one older page. Rejects with ClientError; concurrent calls share one request. */
  loadOlder(id: string): Promise<void> {
    const conversation = this.#conversations.get(id)
    if (!conversation?.window.hasOlder) return Promise.resolve()
    return this.#load(conversation, 'loadingOlder', () => this.#loadOlder(conversation))
  }

  /** Loads one page of what follows the held rows of history, as `loadOlder` does of what precedes them. */
  loadNewer(id: string): Promise<void> {
    const conversation = this.#conversations.get(id)
    if (!conversation || !isCutOff(conversation.window)) return Promise.resolve()
    return this.#load(conversation, 'loadingNewer', () => this.#loadNewer(conversation))
  }

  #load(
    conversation: Conversation,
    key: 'loadingOlder' | 'loadingNewer',
    run: () => Promise<void>,
  ): Promise<void> {
    const loading =
      conversation[key] ??
      run().finally(() => {
        conversation[key] = undefined
        this.#commit(conversation, conversation.window)
      })
    conversation[key] = loading
    this.#commit(conversation, conversation.window)
    return loading
  }

  async #loadOlder(conversation: Conversation): Promise<void> {
    const { before } = conversation.window
    if (!before) return
    const query = { limit: ORDINARY_PAGE_ROWS, beforeSeq: before.seq, beforeAt: before.at }
    await this.#fetchPage(conversation, query, (window, answer) =>
      // A tail sync may have replaced the rows meanwhile; this page would no longer join them.
      window.before && comparePositions(window.before, before) === 0 ? mergeOlder(window, answer) : window,
    )
    if (conversation.window.needsReset) void conversation.sync.request()
  }

  async #loadNewer(conversation: Conversation): Promise<void> {
    const { edge, epoch } = conversation.window
    if (!edge) return
    const query = { limit: ORDINARY_PAGE_ROWS, afterSeq: edge.seq, afterAt: edge.at, epoch }
    const isCurrent = await this.#fetchPage(conversation, query, (window, answer) =>
      // The edge may have moved meanwhile; this page would leave a hole behind it.
      isCutOff(window) && window.edge && comparePositions(window.edge, edge) === 0
        ? mergeBeyondEdge(window, answer)
        : window,
    )
    // At the newest row live events take over; where the history changed, its latest page.
    if (isCurrent && !isCutOff(conversation.window)) void conversation.sync.request()
  }

  /** One run of the tail-sync loop, and of queued-state recovery when that is due. */
  async #sync(conversation: Conversation): Promise<void> {
    const { reason } = conversation
    // A reader in history whose newest rows were trimmed gets them by reading on or returning to the tail.
    const isDetached = conversation.window.edge && !conversation.window.needsReset
    let request: MessagesQuery | undefined = isDetached
      ? undefined
      : firstTailRequest(conversation.window, reason)
    while (request) {
      const asked: MessagesQuery = request
      let next: MessagesQuery | undefined
      let isStalled = false
      const isCurrent = await this.#fetchPage(conversation, asked, (window, answer) => {
        const step = nextTailStep(asked, answer.page)
        next = step.next
        isStalled = step.isStalled
        const applied =
          step.apply === 'replace' ? replaceWithLatest(window, answer) : mergeNewer(window, answer)
        if (step.apply === 'replace' && recoveryCandidates(window).length > 0)
          conversation.needsRecovery = true
        if (isStalled) return requireReset(applied)
        return next ? applied : markInSync(applied)
      }).catch((error: unknown) => {
        if (!isRefusedCursor(error, asked)) throw error
        isStalled = true
        this.#update(conversation, requireReset)
        return true
      })
      // Whoever made this answer useless asked for another run.
      if (!isCurrent) return
      if (isStalled) return void conversation.sync.request()
      request = next
    }
    conversation.reason = 'resync'
    if (conversation.needsRecovery) await this.#recover(conversation)
  }

  /** Fetches a page and applies it beneath the events that came meanwhile. False: it came too late. */
  async #fetchPage(
    conversation: Conversation,
    query: MessagesQuery,
    apply: (window: MessageWindow, answer: MessagesResponse) => MessageWindow,
  ): Promise<boolean> {
    const { generation, id } = conversation
    const journal = conversation.journal.open()
    let missed: readonly MessageEvent[] = []
    try {
      const answer = await this.#context.client.call(listMessages, { params: { id }, query })
      missed = journal.close()
      if (conversation.generation !== generation) return false
      conversation.isLoaded = true
      conversation.error = undefined
      this.#update(conversation, (window) => missed.reduce(applyMessageEvent, apply(window, answer)))
      return true
    } finally {
      journal.close()
    }
  }

  async #recover(conversation: Conversation): Promise<void> {
    conversation.needsRecovery = false
    const { generation, id } = conversation
    for (const localIds of recoveryBatches(recoveryCandidates(conversation.window))) {
      const journal = conversation.journal.open()
      try {
        const answer = await this.#context.client.call(getQueuedState, { params: { id }, body: { localIds } })
        const missed = journal.close()
        if (conversation.generation !== generation) return
        this.#update(conversation, (window) =>
          missed.reduce(applyMessageEvent, applyQueuedState(window, localIds, answer)),
        )
      } catch (error) {
        conversation.needsRecovery = true
        throw error
      } finally {
        journal.close()
      }
    }
  }

  #onError(conversation: Conversation, error: ClientError): void {
    conversation.error = error.message
    this.#commit(conversation, conversation.window)
  }

  #require(id: string): Conversation {
    const known = this.#conversations.get(id)
    if (known) return known
    const conversation: Conversation = {
      id,
      window: EMPTY_WINDOW,
      watchers: 0,
      isLoaded: false,
      reason: 'open',
      needsRecovery: false,
      generation: 0,
      loadingOlder: undefined,
      loadingNewer: undefined,
      error: undefined,
      journal: new Journal(),
      sync: new Refetch({
        run: () => this.#sync(conversation),
        onError: (error) => this.#onError(conversation, error),
        clock: this.#context.clock,
        random: this.#context.random,
      }),
      snapshot: LOADING,
    }
    this.#conversations.set(id, conversation)
    return conversation
  }

  #update(conversation: Conversation, change: Change): void {
    this.#commit(conversation, change(conversation.window))
  }

  /** Keeps the window and shows it, keeping the identity of whatever did not change. */
  #commit(conversation: Conversation, window: MessageWindow): void {
    const before = conversation.snapshot
    const isSameRows = window.rows === conversation.window.rows
    conversation.window = window
    const { isLoaded, error, loadingOlder, loadingNewer } = conversation
    const held = {
      window,
      isLoaded,
      error,
      isLoadingOlder: loadingOlder !== undefined,
      isLoadingNewer: loadingNewer !== undefined,
    }
    const next = snapshotOf(held, before, isSameRows)
    if (next === before) return
    conversation.snapshot = next
    this.#context.changed()
  }

  #evict(): void {
    const idle = [...this.#conversations.values()].filter(
      (conversation) =>
        conversation.watchers === 0 &&
        !conversation.window.rows.some(({ status }) => status === 'sending' || status === 'failed'),
    )
    for (const conversation of idle.slice(0, Math.max(0, idle.length - CACHED_CONVERSATIONS))) {
      conversation.sync.stop()
      this.#conversations.delete(conversation.id)
    }
  }
}

/** The hub cannot read the position asked for, and would refuse it every time. */
function isRefusedCursor(error: unknown, { afterSeq }: MessagesQuery): boolean {
  return error instanceof ClientError && error.status === 400 && afterSeq !== undefined
}
