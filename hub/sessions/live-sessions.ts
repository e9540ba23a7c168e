import type { Clock } from '../clock.ts'
import type { Database } from '../store/database.ts'
import type { SessionsTable } from '../store/sessions.ts'
import { copyStored, type Liveness, newLiveness } from './liveness.ts'

/** The liveness of every session heard of since the hub started; those stored as active are there at once. */
export class LiveSessions {
  readonly #sessions: SessionsTable
  readonly #clock: Clock
  readonly #byId = new Map<string, Liveness>()

  constructor({ db, sessions, clock }: { db: Database; sessions: SessionsTable; clock: Clock }) {
    this.#sessions = sessions
    this.#clock = clock
    for (const id of sessions.activeIds()) this.of(id)
    db.onRollback(() => this.#resync())
  }

  /** The liveness of a session, beginning one if it has none; undefined when there is no such session. */
  of(id: string): Liveness | undefined {
    const known = this.#byId.get(id)
    if (known) return known
    const record = this.#sessions.find(id)
    if (!record) return undefined
    const live = newLiveness(record, this.#clock.now())
    this.#byId.set(id, live)
    return live
  }

  /** As `of`, for reading only: nothing is begun. */
  peek(id: string): Liveness | undefined {
    return this.#byId.get(id)
  }

  forget(id: string): void {
    this.#byId.delete(id)
  }

  all(): IterableIterator<Liveness> {
    return this.#byId.values()
  }

  /** After a lost commit the copies of stored values are read again; rows that never were are forgotten. */
  #resync(): void {
    for (const live of this.#byId.values()) {
      const record = this.#sessions.find(live.id)
      if (record) copyStored(live, record)
      else this.#byId.delete(live.id)
    }
  }
}
