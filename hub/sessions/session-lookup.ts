import { sessionAccessDenied, sessionInactive, sessionNotFound } from '../errors.ts'
import type { Database } from '../store/database.ts'
import type { SessionIdentity, SessionRecord, SessionsTable } from '../store/sessions.ts'
import type { LiveSessions } from './live-sessions.ts'

const IDENTITIES_MAX = 10_000
const SUPERSESSION_HOPS_MAX = 32

export interface RequireOptions {
  /** Refuse a session whose CLI is not connected. */
  active?: boolean
  /** Take the row with this very id instead of the session that superseded it. */
  exact?: boolean
}

/** Finds sessions, for clients with their rules and for the agent plane cheaply. */
export class SessionLookup {
  readonly #sessions: SessionsTable
  readonly #live: LiveSessions
  readonly #identities = new Map<string, SessionIdentity>()

  constructor({ db, sessions, live }: { db: Database; sessions: SessionsTable; live: LiveSessions }) {
    this.#sessions = sessions
    this.#live = live
    db.onRollback(() => this.#identities.clear())
  }

  /** @throws HubError 404, 403, or 409 `session_inactive`. */
  require(namespace: string, id: string, { active, exact }: RequireOptions): SessionRecord {
    const found = this.#sessions.find(id)
    if (!found) throw sessionNotFound()
    if (found.namespace !== namespace) throw sessionAccessDenied()
    const record = exact ? found : this.#canonical(found)
    if (active && !this.isActive(record)) throw sessionInactive()
    return record
  }

  isActive(record: Pick<SessionRecord, 'id' | 'active'>): boolean {
    return this.#live.peek(record.id)?.active ?? record.active
  }

  identify(id: string): SessionIdentity | undefined {
    const known = this.#identities.get(id)
    if (known) return known
    const identity = this.#sessions.identify(id)
    if (!identity) return undefined
    if (this.#identities.size >= IDENTITIES_MAX) this.#identities.clear()
    this.#identities.set(id, identity)
    return identity
  }

  /** What `identify` says of this session has changed. */
  forget(id: string): void {
    this.#identities.delete(id)
  }

  /** The end of the chain of replacements, as far as it exists in the namespace and does not turn back. */
  #canonical(start: SessionRecord): SessionRecord {
    const seen = new Set([start.id])
    let record = start
    while (record.supersededBy !== null && seen.size <= SUPERSESSION_HOPS_MAX) {
      const next = seen.has(record.supersededBy) ? undefined : this.#sessions.find(record.supersededBy)
      if (next?.namespace !== start.namespace) break
      seen.add(next.id)
      record = next
    }
    return record
  }
}
