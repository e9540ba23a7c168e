import { cancelMessage, getQueuedState, sendMessage } from '../../contract/message.ts'
import { ClientError } from '../client/client-error.ts'
import type { Conversations } from './conversations.ts'
import { addOptimistic, confirmSend, failSend, isStored, markPending } from './delivery.ts'
import type { OutboxStorage, UnsentMessage, UnsentState } from './outbox-storage.ts'
import { applyQueuedState } from './queued-state.ts'
import type { StoreContext } from './store-context.ts'

/** A message the hub turned out not to have is given to it once more by itself; then a person decides. */
export const TRIES_WITHOUT_ASKING = 2

/** Runs `work` unless another page of this browser is at it; undefined then. */
export type Exclusive = <Result>(name: string, work: () => Promise<Result>) => Promise<Result | undefined>

/** A message to be sent, as the composer made it. */
export type NewMessage = Omit<UnsentMessage, 'state' | 'tries'>

/** What the outbox works with. */
export interface OutboxOptions {
  context: StoreContext
  conversations: Conversations
  storage: OutboxStorage
  isLive: () => boolean
  isThinking: (sessionId: string) => boolean
  exclusive: Exclusive
}

interface Entry extends UnsentMessage {
  /** On its way at this moment. */
  isMoving: boolean
  isSaved: boolean
}

/**
 * Messages between the composer and the hub's word that it has them (spec: Message delivery, Queued-state
 * recovery). What could not be given to the hub waits and goes out in order once the hub can be reached; what
 * may or may not have arrived is asked for first. Nothing is given twice under two localIds.
 */
export class Outbox {
  readonly #options: OutboxOptions
  readonly #entries = new Map<string, Entry>()
  #flush: Promise<void> | undefined
  #isFlushDue = false

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  /** Shows what an earlier page left unsent. */
  load(): void {
    for (const stored of this.#options.storage.load()) {
      if (this.#entries.has(stored.localId)) continue
      const entry: Entry = { ...stored, isMoving: false, isSaved: true }
      this.#entries.set(entry.localId, entry)
      this.#show(entry)
    }
  }

  /** How many messages the hub has not confirmed and nobody has to decide about. */
  get unsentCount(): number {
    return [...this.#entries.values()].filter(({ state }) => isDue(state)).length
  }

  has(localId: string): boolean {
    return this.#entries.has(localId)
  }

  /**
   * Shows the message and gives it to the hub, after those of its session that still wait. Resolves to the
   * hub's refusal, after which it is gone, or `failed` when its attachments would go with it; never rejects for
   * a lost or refused send.
   */
  async send(message: NewMessage): Promise<ClientError | undefined> {
    const { isLive } = this.#options
    const isFree = isLive() && !this.#isWaiting(message.sessionId)
    const entry: Entry = { ...message, state: 'waiting', tries: 0, isMoving: false, isSaved: false }
    this.#entries.set(entry.localId, entry)
    this.#save(entry)
    this.#show(entry)
    if (!isFree) {
      await this.flush()
      return undefined
    }
    const refusal = await this.#alone(entry, () => this.#give(entry))
    if (refusal === 'unanswered') {
      if (isLive()) void this.flush()
      return undefined
    }
    if (refusal && hasFiles(entry)) this.#setState(entry, 'failed')
    else if (refusal) this.#drop(entry)
    return refusal
  }

  /** Gives what waits to the hub and asks about what is unsure, one by one, until the hub does not answer. */
  flush(): Promise<void> {
    this.#isFlushDue = true
    this.#flush ??= this.#flushAll().finally(() => {
      this.#flush = undefined
    })
    return this.#flush
  }

  /** On a person's word. Resolves to whether the hub has it now. */
  async retry(localId: string): Promise<boolean> {
    const entry = this.#entries.get(localId)
    if (!entry) return true
    entry.tries = 0
    this.#setState(entry, entry.state === 'failed' ? 'waiting' : entry.state)
    await this.flush()
    return !this.#entries.has(localId)
  }

  /** The person does not want it any more: what the hub may have is cancelled there as soon as it can be asked. */
  async discard(localId: string): Promise<void> {
    const entry = this.#entries.get(localId)
    if (!entry) return
    this.#removeRow(entry)
    if (entry.state !== 'unsure') return this.#forget(entry)
    this.#setState(entry, 'withdrawn')
    await this.flush()
  }

  /** The hub announced the message: it has it. */
  noteStored(localId: string | null): void {
    const entry = localId === null ? undefined : this.#entries.get(localId)
    if (entry && !entry.isMoving && entry.state !== 'withdrawn') this.#settle(entry)
  }

  /** The session is gone, and with it whom the messages were for. */
  forgetSession(sessionId: string): void {
    for (const entry of this.#entries.values()) if (entry.sessionId === sessionId) this.#forget(entry)
  }

  async #flushAll(): Promise<void> {
    while (this.#isFlushDue) {
      this.#isFlushDue = false
      const stuck = new Set<string>()
      for (const entry of [...this.#entries.values()]) {
        const isOurs = this.#entries.has(entry.localId) && !entry.isMoving && entry.state !== 'failed'
        if (!isOurs || stuck.has(entry.sessionId)) continue
        const outcome = await this.#alone(entry, () => this.#resolve(entry))
        if (outcome === 'unreachable') break
        // The hub was there a moment ago, so it can say at once whether it got the message.
        if (outcome === 'unanswered' && this.#options.isLive()) this.#isFlushDue = true
        // What was written later must not overtake it.
        if (this.#entries.has(entry.localId) && entry.state !== 'failed') stuck.add(entry.sessionId)
      }
    }
  }

  /** One step of the way for one message; `unreachable`: so would be the others. */
  async #resolve(entry: Entry): Promise<'unreachable' | 'unanswered' | undefined> {
    if (entry.isSaved && !this.#options.storage.has(entry.localId)) {
      // Another page of this browser sent or removed it; the stream tells which.
      return this.#drop(entry)
    }
    try {
      if (entry.state === 'withdrawn') return await this.#cancel(entry)
      if (entry.state === 'unsure' || !this.#options.isLive()) {
        if (await this.#isAtHub(entry)) return undefined
        if (entry.state === 'unsure' && entry.tries >= TRIES_WITHOUT_ASKING) {
          return this.#setState(entry, 'failed')
        }
      }
    } catch (error) {
      return this.#onProblem(entry, error)
    }
    const outcome = await this.#give(entry)
    if (!(outcome instanceof ClientError)) return outcome
    return isGone(outcome) ? this.#drop(entry) : this.#setState(entry, 'failed')
  }

  /** Whether the hub has the message after all; the row then shows what it said of it. */
  async #isAtHub(entry: Entry): Promise<boolean> {
    const { context, conversations } = this.#options
    const { sessionId, localId } = entry
    const localIds = [localId]
    const answer = await context.client.call(getQueuedState, {
      params: { id: sessionId },
      body: { localIds },
    })
    const { queuedLocalIds, indeterminateLocalIds, invokedLocalMessages } = answer
    const known = [
      ...queuedLocalIds,
      ...indeterminateLocalIds,
      ...invokedLocalMessages.map((invoked) => invoked.localId),
    ]
    if (!known.includes(localId)) return false
    this.#settle(entry)
    conversations.change(sessionId, (window) => applyQueuedState(window, localIds, answer))
    return true
  }

  async #cancel(entry: Entry): Promise<undefined> {
    const { context, conversations } = this.#options
    const { sessionId, localId } = entry
    const params = { id: sessionId, messageId: localId }
    const answer = await context.client.call(cancelMessage, { params })
    this.#forget(entry)
    if (answer.status === 'invoked') {
      conversations.apply({ type: 'message-received', sessionId, message: answer.message })
    }
  }

  /** Posts the message. Resolves to the hub's refusal; `unanswered`: it stays in here as `unsure`. */
  async #give(entry: Entry): Promise<ClientError | 'unanswered' | undefined> {
    const { context, conversations, isThinking } = this.#options
    const { sessionId, localId, message } = entry
    // Asked before the send, which itself sets an idle agent to work.
    const wasThinking = isThinking(sessionId)
    entry.tries += 1
    entry.state = 'unsure'
    this.#save(entry)
    try {
      await context.client.call(sendMessage, { params: { id: sessionId }, body: { ...message, localId } })
      this.#settle(entry, wasThinking)
    } catch (error) {
      if (!(error instanceof ClientError)) throw error
      // The answer was lost, the message was not: the hub has announced it.
      if (isStored(conversations.window(sessionId), localId)) this.#settle(entry, wasThinking)
      else if (error.status === 401) this.#setState(entry, 'waiting')
      else if (error.status !== 0 && error.status < 500) return error
      else return 'unanswered'
    }
    return undefined
  }

  #onProblem(entry: Entry, error: unknown): 'unreachable' | undefined {
    if (!(error instanceof ClientError)) throw error
    return isGone(error) ? this.#drop(entry) : 'unreachable'
  }

  /** One at a time for each message, in this page and in the others of this browser. */
  async #alone<Result>(entry: Entry, work: () => Promise<Result>): Promise<Result | undefined> {
    entry.isMoving = true
    this.#mark(entry)
    try {
      return await this.#options.exclusive(entry.localId, work)
    } finally {
      entry.isMoving = false
      if (this.#entries.has(entry.localId)) this.#mark(entry)
    }
  }

  #isWaiting(sessionId: string): boolean {
    return [...this.#entries.values()].some(
      (entry) => entry.sessionId === sessionId && isDue(entry.state) && !entry.isMoving,
    )
  }

  #settle(entry: Entry, wasThinking = this.#options.isThinking(entry.sessionId)): void {
    this.#options.conversations.change(entry.sessionId, (window) =>
      confirmSend(window, entry.localId, wasThinking),
    )
    this.#forget(entry)
  }

  #setState(entry: Entry, state: UnsentState): undefined {
    entry.state = state
    this.#save(entry)
    if (state !== 'withdrawn') this.#show(entry)
    this.#options.context.changed()
  }

  #save(entry: Entry): void {
    const { isMoving: _, isSaved: __, ...stored } = entry
    entry.isSaved = this.#options.storage.save(stored)
  }

  #forget(entry: Entry): void {
    this.#entries.delete(entry.localId)
    this.#options.storage.remove(entry.localId)
    this.#options.context.changed()
  }

  #show(entry: Entry): void {
    const { sessionId, localId, message, createdAt, state } = entry
    if (state === 'withdrawn') return
    this.#options.conversations.change(sessionId, (window) => {
      const shown = addOptimistic(window, localId, message, createdAt)
      return state === 'failed' ? failSend(shown, localId, true) : shown
    })
    this.#mark(entry)
  }

  #mark({ sessionId, localId, state, isMoving }: Entry): void {
    const pending = !isMoving && isDue(state) ? state : undefined
    this.#options.conversations.change(sessionId, (window) => markPending(window, localId, pending))
    this.#options.context.changed()
  }

  #drop(entry: Entry): undefined {
    this.#removeRow(entry)
    this.#forget(entry)
  }

  #removeRow({ sessionId, localId }: Entry): void {
    this.#options.conversations.change(sessionId, (window) => failSend(window, localId, false))
  }
}

const isDue = (state: UnsentState): state is 'waiting' | 'unsure' => state === 'waiting' || state === 'unsure'

/** The session is gone or not ours, and with it whom the message was for. */
const isGone = ({ status }: ClientError) => status === 403 || status === 404

const hasFiles = ({ message: { attachments = [] } }: UnsentMessage) => attachments.length > 0
