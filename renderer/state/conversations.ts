import type { ClientError } from '../client/client-error.ts'
import { applyMessageEvent, type MessageEvent } from './apply-event.ts'
import type { Change, Conversation } from './conversation.ts'
import { ConversationLoads } from './conversation-loads.ts'
import type { MessagesSnapshot } from './hub-store-types.ts'
import { Journal } from './journal.ts'
import type { Position } from './message-row.ts'
import { EMPTY_WINDOW, followTail, isCutOff, type MessageWindow, markStale } from './message-window.ts'
import { LOADING, snapshotOf } from './messages-snapshot.ts'
import { Refetch } from './refetch.ts'
import type { StoreContext } from './store-context.ts'

/** How many conversations stay in memory after they were closed. */
export const CACHED_CONVERSATIONS = 8

/** The message windows of the sessions that were opened, kept in sync by tail syncs and events. */
export class Conversations {
  readonly #context: StoreContext
  readonly #loads: ConversationLoads
  /** In the order of their last opening. */
  readonly #conversations = new Map<string, Conversation>()

  constructor(context: StoreContext) {
    this.#context = context
    this.#loads = new ConversationLoads(context, (conversation, window) => this.#commit(conversation, window))
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

  /** As `ConversationLoads.around`. */
  openAround(id: string, position: Position): Promise<boolean> {
    return this.#loads.around(this.#require(id), position)
  }

  /** Loads one older page. Rejects with ClientError; concurrent calls share one request. */
  async loadOlder(id: string): Promise<void> {
    const conversation = this.#conversations.get(id)
    if (conversation?.window.hasOlder) await this.#loads.older(conversation)
  }

  /** Loads one page of what follows the held rows of history, as `loadOlder` does of what precedes them. */
  async loadNewer(id: string): Promise<void> {
    const conversation = this.#conversations.get(id)
    if (conversation && isCutOff(conversation.window)) await this.#loads.newer(conversation)
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
        run: () => this.#loads.tail(conversation),
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
