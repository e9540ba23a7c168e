import type { BroadcastEvent } from '../../contract/events.ts'
import type { Session, SessionPatch } from '../../contract/session.ts'
import type { Database } from '../store/database.ts'
import type { SessionList } from './session-list.ts'

/** Where session events go; the bus. */
export interface SessionEvents {
  publish(event: BroadcastEvent & { namespace: string }): void
}

type Named = { readonly id: string; readonly namespace: string }
export type SessionEndReason = Extract<BroadcastEvent, { type: 'session-ended' }>['reason']

export interface AnnouncerParts {
  db: Database
  bus: SessionEvents
  list: SessionList
}

/** Tells the world of a change once it is durable, and the session list at once. */
export class SessionAnnouncer {
  readonly #db: Database
  readonly #bus: SessionEvents
  readonly #list: SessionList

  constructor({ db, bus, list }: AnnouncerParts) {
    this.#db = db
    this.#bus = bus
    this.#list = list
  }

  /** What is only known while the session runs has changed. */
  liveness(session: Named, patch: SessionPatch): void {
    this.#list.livenessChanged(session)
    this.#patch(session, patch)
  }

  /** The stored row has changed. */
  row(session: Named, patch: SessionPatch): void {
    this.#list.rowChanged(session)
    this.#patch(session, patch)
  }

  /** The stored row has changed and nobody is told. */
  silently(session: Named): void {
    this.#list.rowChanged(session)
  }

  full(session: Session, type: 'session-added' | 'session-updated' = 'session-updated'): void {
    this.#list.rowChanged(session)
    this.#publish({ type, namespace: session.namespace, sessionId: session.id, data: session })
  }

  removed({ id, namespace }: Named): void {
    this.#list.rowChanged({ id, namespace })
    this.#publish({ type: 'session-removed', namespace, sessionId: id })
  }

  ended({ id, namespace }: Named, reason: SessionEndReason): void {
    this.#publish({ type: 'session-ended', namespace, sessionId: id, ...(reason && { reason }) })
  }

  #patch({ id, namespace }: Named, patch: SessionPatch): void {
    this.#publish({ type: 'session-updated', namespace, sessionId: id, data: patch })
  }

  #publish(event: BroadcastEvent & { namespace: string }): void {
    this.#db.afterCommit(() => this.#bus.publish(event))
  }
}
