import type { SessionEndReason } from '../../contract/events.ts'
import type { Completion, Notice } from '../../contract/push.ts'
import type { Clock, Timer } from '../clock.ts'
import type { MessageService, StoredMessage } from '../messages/message-service.ts'
import type { SessionService } from '../sessions/session-service.ts'
import type { SessionRecord } from '../store/sessions.ts'
import { assistantText, signalOf } from './agent-message.ts'
import { completionOf, readyNotice, requestNotice, taskNotice } from './notice.ts'

/** New requests are announced once none has come for so long. */
export const REQUEST_DEBOUNCE_MS = 500
/** One session is said to be ready at most once in so long. */
export const READY_COOLDOWN_MS = 5000
/** How many of the newest messages are searched for the agent's last words. */
const LAST_TEXT_ROWS = 20

export interface NoticeParts {
  sessions: Pick<SessionService, 'find' | 'isActive'>
  /** Stored contents of a session's newest messages, newest first, as JSON text. */
  newestContents: (sessionPk: number, limit: number) => string[]
  /** Where notices go; never throws. */
  dispatch: (notice: Notice) => void
  /** Where it goes that an agent ended its session because its work was done; never throws. */
  dispatchCompletion: (completion: Completion) => void
  clock: Clock
}

/** What is remembered of a session while its agent is connected. */
interface Watched {
  seen: Set<string>
  announced: Set<string>
  pending: Timer | undefined
  readyAt: number | undefined
}

/**
 * Turns what happens to sessions into notices (spec: Events; reference: not-shown B3): new requests after
 * a pause, readiness with a cooldown, finished tasks at once. Only connected sessions count. What it
 * remembers lives as long as the process and the connection.
 */
export class NoticeService {
  readonly #parts: NoticeParts
  readonly #watched = new Map<string, Watched>()

  constructor(parts: NoticeParts) {
    this.#parts = parts
  }

  /** Listens to everything that can become a notice. */
  follow(
    sessions: Pick<
      SessionService,
      'onAgentState' | 'onKeepAlive' | 'onBecameInactive' | 'onRemoved' | 'onEnded'
    >,
    messages: Pick<MessageService, 'onStored'>,
    afterCommit: (fn: () => void) => void,
  ): void {
    sessions.onAgentState((id) => this.noteAgentState(id))
    sessions.onKeepAlive((id) => this.noteAlive(id))
    sessions.onBecameInactive((id) => this.noteInactive(id))
    sessions.onRemoved((id) => this.noteInactive(id))
    sessions.onEnded((id, reason) => this.noteEnded(id, reason))
    messages.onStored((message) => afterCommit(() => this.noteMessage(message)))
  }

  /** A keep-alive: a session that has just become active may have waited for an answer before. */
  noteAlive(id: string): void {
    if (!this.#watched.has(id)) this.noteAgentState(id)
  }

  /** The requests of a session may have changed. */
  noteAgentState(id: string): void {
    const session = this.#active(id)
    if (!session) return
    const watched = this.#watch(id)
    const requests = Object.keys(session.agentState?.requests ?? {})
    const hasNew = requests.some((requestId) => !watched.seen.has(requestId))
    watched.seen = new Set(requests)
    watched.announced = new Set(requests.filter((requestId) => watched.announced.has(requestId)))
    if (!hasNew) return
    watched.pending?.cancel()
    watched.pending = this.#parts.clock.after(REQUEST_DEBOUNCE_MS, () => {
      watched.pending = undefined
      this.#announceRequest(id, watched)
    })
  }

  /** A message that is stored for good. */
  noteMessage({ sessionId, content }: Pick<StoredMessage, 'sessionId' | 'content'>): void {
    const signal = signalOf(content)
    const session = signal && this.#active(sessionId)
    if (!session) return
    if (signal.kind === 'task') this.#parts.dispatch(taskNotice(session, signal.task))
    else this.#announceReady(session)
  }

  /** The agent is gone: everything about it is forgotten. */
  noteInactive(id: string): void {
    this.#watched.get(id)?.pending?.cancel()
    this.#watched.delete(id)
  }

  noteEnded(id: string, reason: SessionEndReason | undefined): void {
    const session = reason === 'completed' ? this.#parts.sessions.find(id) : undefined
    if (session) this.#parts.dispatchCompletion(completionOf(session))
  }

  close(): void {
    for (const id of [...this.#watched.keys()]) this.noteInactive(id)
  }

  #announceRequest(id: string, watched: Watched): void {
    const session = this.#active(id)
    if (!session) return this.noteInactive(id)
    const requests = Object.entries(session.agentState?.requests ?? {})
    // A request that stays pending beside a new one was already announced.
    const next = requests.find(([requestId]) => !watched.announced.has(requestId))
    if (!next) return
    const [requestId, request] = next
    watched.announced.add(requestId)
    this.#parts.dispatch({
      ...requestNotice(session, requestId, request),
      isStillWanted: () => this.#isPending(id, requestId),
    })
  }

  #isPending(id: string, requestId: string): boolean {
    const requests = this.#active(id)?.agentState?.requests
    return requests != null && Object.hasOwn(requests, requestId)
  }

  #announceReady(session: SessionRecord): void {
    const watched = this.#watch(session.id)
    const now = this.#parts.clock.now()
    if (watched.readyAt !== undefined && now - watched.readyAt < READY_COOLDOWN_MS) return
    watched.readyAt = now
    this.#parts.dispatch(readyNotice(session, this.#lastText(session.pk)))
  }

  #lastText(sessionPk: number): string | undefined {
    for (const json of this.#parts.newestContents(sessionPk, LAST_TEXT_ROWS)) {
      const text = assistantText(JSON.parse(json))
      if (text !== undefined) return text
    }
    return undefined
  }

  #watch(id: string): Watched {
    const known = this.#watched.get(id)
    if (known) return known
    const watched = {
      seen: new Set<string>(),
      announced: new Set<string>(),
      pending: undefined,
      readyAt: undefined,
    }
    this.#watched.set(id, watched)
    return watched
  }

  #active(id: string): SessionRecord | undefined {
    return this.#parts.sessions.isActive(id) ? this.#parts.sessions.find(id) : undefined
  }
}
