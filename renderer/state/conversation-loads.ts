import {
  getQueuedState,
  listMessages,
  type MessagesQuery,
  type MessagesResponse,
} from '../../contract/message.ts'
import { ClientError } from '../client/client-error.ts'
import { applyMessageEvent, type MessageEvent } from './apply-event.ts'
import type { Change, Conversation } from './conversation.ts'
import { comparePositions, type Position } from './message-row.ts'
import {
  isCutOff,
  type MessageWindow,
  markInSync,
  mergeBeyondEdge,
  mergeNewer,
  mergeOlder,
  replaceAround,
  replaceWithLatest,
  requireReset,
} from './message-window.ts'
import { applyQueuedState, recoveryBatches, recoveryCandidates } from './queued-state.ts'
import type { StoreContext } from './store-context.ts'
import { firstTailRequest, nextTailStep, ORDINARY_PAGE_ROWS } from './tail-sync.ts'

/** So much is loaded of what stands before a message that is looked for. */
const AROUND_OLDER_ROWS = 100

/** What is fetched of conversations (spec: Messages), each answer applied beneath the events that came meanwhile. */
export class ConversationLoads {
  readonly #context: Pick<StoreContext, 'client'>
  readonly #commit: (conversation: Conversation, window: MessageWindow) => void

  constructor(
    context: Pick<StoreContext, 'client'>,
    commit: (conversation: Conversation, window: MessageWindow) => void,
  ) {
    this.#context = context
    this.#commit = commit
  }

  /**
   * Loads what stands around a position, instead of what is held. Rejects with ClientError. False: the
   * conversation changed meanwhile, and its newest rows are loaded instead.
   */
  async around(conversation: Conversation, { seq, at }: Position): Promise<boolean> {
    // A sync under way would put its page in the place of these.
    conversation.generation += 1
    conversation.reason = 'resync'
    const { generation, id } = conversation
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
  older(conversation: Conversation): Promise<void> {
    return this.#load(conversation, 'loadingOlder', () => this.#loadOlder(conversation))
  }

  /** Loads one page of what follows the held rows of history, as `older` does of what precedes them. */
  newer(conversation: Conversation): Promise<void> {
    return this.#load(conversation, 'loadingNewer', () => this.#loadNewer(conversation))
  }

  /** One run of the tail-sync loop, and of queued-state recovery when that is due. Rejects with ClientError. */
  async tail(conversation: Conversation): Promise<void> {
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

  #update(conversation: Conversation, change: Change): void {
    this.#commit(conversation, change(conversation.window))
  }
}

/** The hub cannot read the position asked for, and would refuse it every time. */
function isRefusedCursor(error: unknown, { afterSeq }: MessagesQuery): boolean {
  return error instanceof ClientError && error.status === 400 && afterSeq !== undefined
}
