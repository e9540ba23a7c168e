import type { Readable } from 'node:stream'
import { ERROR_TEXTS } from '../../contract/error-texts.ts'
import { EXPORT_BYTES_MAX, EXPORT_MESSAGES_MAX } from '../../contract/history.ts'
import { SessionWaits } from '../lifecycle/session-waits.ts'
import type { SessionRecord } from '../store/sessions.ts'
import { type ExportParts, exportSession } from './export.ts'
import { Forks } from './fork.ts'
import { BUSY, conflict, rewindRefused } from './history-errors.ts'
import type { HistoryParts } from './history-parts.ts'
import { rewindConversation } from './rewind.ts'

export type HistoryServiceParts = HistoryParts &
  Pick<ExportParts, 'scratchlistOf'> &
  Partial<Pick<ExportParts, 'limits'>>

const LIMITS = { messages: EXPORT_MESSAGES_MAX, bytes: EXPORT_BYTES_MAX }

/**
 * What is done with a conversation as a whole: fork, rewind, export (spec: Sessions: lifecycle; CLI-plane
 * reference 10.11, 10.12). It listens to the sessions' hooks itself.
 */
export class HistoryService {
  readonly #parts: HistoryParts & ExportParts
  readonly #forks: Forks
  readonly #busy = new Set<string>()

  constructor(parts: HistoryServiceParts) {
    this.#parts = { limits: LIMITS, ...parts }
    const waits = new SessionWaits(parts.clock)
    this.#forks = new Forks(parts, waits)
    const recheck = (id: string) => waits.recheck(id)
    parts.sessions.onKeepAlive(recheck)
    parts.sessions.onReady(recheck)
    parts.sessions.onBecameInactive(recheck)
    parts.sessions.onMetadataSent(recheck)
  }

  /** Whether a fork or rewind of the session is under way: it gets no prompts and is not merged. */
  isBusy(sessionId: string): boolean {
    return this.#busy.has(sessionId)
  }

  /** @throws HubError 409 while a fork or rewind of the session is under way */
  requireIdle({ id }: Pick<SessionRecord, 'id'>): void {
    if (this.isBusy(id)) throw conflict(ERROR_TEXTS.historyBusyForSend)
  }

  /** See Forks.fork. */
  async fork(session: SessionRecord, messageLocalId: string | undefined): Promise<string> {
    if (this.isBusy(session.id)) throw conflict(BUSY)
    return this.#alone(session, () => this.#forks.fork(session, messageLocalId))
  }

  /** See rewindConversation. */
  async rewind(session: SessionRecord, messageLocalId: string): Promise<void> {
    if (this.isBusy(session.id)) throw rewindRefused(BUSY)
    return this.#alone(session, () => rewindConversation(this.#parts, session, messageLocalId))
  }

  /** See exportSession. */
  export(session: SessionRecord, options: { force: boolean }): Readable {
    return exportSession(this.#parts, session, options)
  }

  async #alone<T>({ id }: SessionRecord, action: () => Promise<T>): Promise<T> {
    this.#busy.add(id)
    try {
      return await action()
    } finally {
      this.#busy.delete(id)
      // Whatever came up meanwhile was held back.
      this.#parts.messages.redeliver(id)
    }
  }
}
