import { ERROR_TEXTS } from '../../contract/error-texts.ts'
import type { PinMode, TeamState, TodoItem } from '../../contract/session.ts'
import type { Clock } from '../clock.ts'
import { HubError } from '../errors.ts'
import type { Database } from '../store/database.ts'
import type { SessionRecord, SessionsTable } from '../store/sessions.ts'
import type { LiveSessions } from './live-sessions.ts'
import { copyStored } from './liveness.ts'
import type { SessionAnnouncer } from './session-announcer.ts'
import type { SessionLookup } from './session-lookup.ts'
import { toSession } from './wire-session.ts'

export interface SessionEditsParts {
  db: Database
  sessions: SessionsTable
  live: LiveSessions
  lookup: SessionLookup
  announcer: SessionAnnouncer
  clock: Clock
}

export const deleteWhileActive = () => new HubError(409, ERROR_TEXTS.sessionActive)

/** Writes of a session's columns other than the versioned ones, each told to the world in its own way. */
export class SessionEdits {
  readonly #parts: SessionEditsParts

  constructor(parts: SessionEditsParts) {
    this.#parts = parts
  }

  /** Raises `updatedAt` to `at`, never backward. */
  touch(id: string, at: number): void {
    const { db, sessions, lookup, announcer } = this.#parts
    const identity = lookup.identify(id)
    if (!identity) return
    const updatedAt = db.write(() => sessions.touch(identity.pk, at))
    announcer.row({ id, namespace: identity.namespace }, { updatedAt })
  }

  /** Takes the list an agent wrote at `at`, unless a newer one is known (reference 9.2). */
  applyTodos(id: string, at: number, todos: TodoItem[]): void {
    const { db, sessions, lookup, announcer } = this.#parts
    const identity = lookup.identify(id)
    if (!identity) return
    const updatedAt = db.write(() => sessions.setTodos(identity.pk, at, todos))
    if (updatedAt === undefined) return
    announcer.row({ id, namespace: identity.namespace }, { todos: { version: at, value: todos }, updatedAt })
  }

  /** Changes the team as it was at `at`, unless a newer change is known; undefined leaves it (reference 9.3). */
  applyTeamState(
    id: string,
    at: number,
    change: (team: TeamState | null) => TeamState | null | undefined,
  ): void {
    const { db, sessions, announcer } = this.#parts
    db.write(() => {
      const record = sessions.find(id)
      const value = record && change(record.teamState)
      if (!record || value === undefined) return
      const updatedAt = sessions.setTeamState(record.pk, at, value)
      if (updatedAt !== undefined) announcer.row(record, { teamState: { version: at, value }, updatedAt })
    })
  }

  /** The conversation now has (or no longer has) something to show; a change goes out in full (reference 9.6). */
  noteConversationContent(id: string, has: boolean): void {
    const { db, sessions, lookup } = this.#parts
    const identity = lookup.identify(id)
    if (!identity || identity.hasConversationContent === has) return
    db.write(() => {
      if (!sessions.setHasConversationContent(identity.pk, has)) return
      lookup.forget(id)
      this.publishFull(id)
    })
  }

  pin(record: SessionRecord, pin: PinMode): void {
    const { db, sessions } = this.#parts
    db.write(() => {
      sessions.setPin(record.pk, pin)
      this.publishFull(record.id)
    })
  }

  /**
   * Deletes an inactive session with all it holds, and the rows merged into it: with the conversation gone
   * they would come back as empty sessions. @throws HubError 409 while it is active.
   */
  delete(record: SessionRecord): void {
    const { db, sessions, lookup } = this.#parts
    if (lookup.isActive(record)) throw deleteWhileActive()
    db.write(() => {
      const names = sessions.emptyPredecessors(record)
      this.remove(record)
      for (const name of names) if (!lookup.isActive(name)) this.delete(name)
    })
  }

  /** Deletes the row and all it holds, whatever its state. */
  remove(record: SessionRecord): void {
    const { db, sessions, live, lookup, announcer } = this.#parts
    db.write(() => sessions.delete(record.pk))
    live.forget(record.id)
    lookup.forget(record.id)
    announcer.removed(record)
  }

  refresh(id: string): void {
    const { sessions, live, lookup } = this.#parts
    const record = sessions.find(id)
    const liveness = live.peek(id)
    if (record && liveness) copyStored(liveness, record)
    lookup.forget(id)
    this.publishFull(id)
  }

  publishFull(id: string, type: 'session-added' | 'session-updated' = 'session-updated'): void {
    const { sessions, live, announcer } = this.#parts
    const record = sessions.find(id)
    if (record) announcer.full(toSession(record, live.peek(id)), type)
  }
}
