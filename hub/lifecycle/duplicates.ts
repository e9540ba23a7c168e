import { metadataKeys } from '../sessions/metadata-rules.ts'
import type { SessionRecord } from '../store/sessions.ts'
import { clearOperationOf } from './clear-operation.ts'
import { type MergeParts, mergeSessions } from './merge.ts'
import { countsOnceReady, withArchiveKeys } from './metadata-keys.ts'

export interface DuplicateRules {
  /** Whether the session is just being resumed, and will be merged or not by that. */
  isBusy(id: string): boolean
}

/**
 * Sessions that turn out to be the same conversation of an agent become one (CLI-plane reference 10.9),
 * for instance after a terminal resumed it under a new session id. Looks by the agent's own id, in an
 * index, and only when something happened that could have made a pair.
 */
export class Duplicates {
  readonly #parts: MergeParts
  readonly #rules: DuplicateRules
  readonly #due = new Set<string>()
  /** Sessions looked at since they last became active. */
  readonly #seen = new Set<string>()
  /** Sessions whose agent went away before it was ready: not to be trusted until it is back. */
  readonly #unready = new Set<string>()

  constructor(parts: MergeParts, rules: DuplicateRules) {
    this.#parts = parts
    this.#rules = rules
  }

  /** The session may have a duplicate now. Looks after the commit, once for all that were noted. */
  note(id: string): void {
    this.#due.add(id)
    this.#parts.db.afterCommit(() => this.#run())
  }

  /** A keep-alive; costs a lookup in memory once the session was looked at. */
  noteAlive(id: string): void {
    if (this.#seen.has(id)) return
    this.#seen.add(id)
    this.#unready.delete(id)
    this.note(id)
  }

  noteInactive(id: string): void {
    this.#seen.delete(id)
    this.note(id)
  }

  /** The session's agent ends; `wasReady`: it had announced that it was ready. */
  noteEnding(id: string, { wasReady }: { wasReady: boolean }): void {
    const metadata = this.#parts.sessions.find(id)?.metadata ?? null
    if (!wasReady && countsOnceReady(metadata)) this.#unready.add(id)
  }

  #run(): void {
    const due = [...this.#due]
    this.#due.clear()
    const looked = new Set<string>()
    for (const id of due) {
      const record = this.#parts.sessions.find(id)
      if (!record || (record.supersededBy !== null && !this.#revive(record))) continue
      const key = metadataKeys(record.metadata).nativeKey
      if (key === null || looked.has(`${record.namespace} ${key}`)) continue
      looked.add(`${record.namespace} ${key}`)
      this.#collapse(record, key)
    }
  }

  /**
   * A merged session whose agent is back after all speaks for itself again, so that nothing it says is lost
   * behind the other; when one of the two ends they become one once more.
   */
  #revive({ id, metadata }: SessionRecord): boolean {
    const { sessions, clock } = this.#parts
    if (!sessions.isActive(id) || clearOperationOf(metadata)) return false
    return sessions.editMetadata(id, ({ supersededBySessionId: _, ...rest }) =>
      withArchiveKeys(rest, { lifecycleState: 'running', lifecycleStateSince: clock.now() }),
    )
  }

  #collapse(trigger: SessionRecord, nativeKey: string): void {
    const { tables, sessions } = this.#parts
    const group = tables.sessions
      .findByNativeKey(trigger.namespace, nativeKey)
      .filter(({ id, supersededBy }) => supersededBy === null && !this.#unready.has(id))
    if (group.length < 2 || group.some(({ id }) => this.#rules.isBusy(id))) return
    const active = group.filter(({ id }) => sessions.isActive(id))
    if (active.length > 1) return
    const waiting = active.find(({ id, metadata }) => countsOnceReady(metadata) && !sessions.isReady(id))
    if (waiting) {
      this.#seen.delete(waiting.id)
      return
    }
    const target = this.#target(group, trigger)
    for (const { id } of group) if (id !== target.id) mergeSessions(this.#parts, id, target.id)
  }

  #target(group: SessionRecord[], trigger: SessionRecord): SessionRecord {
    const { sessions } = this.#parts
    const isActive = ({ id }: SessionRecord) => Number(sessions.isActive(id))
    const isTrigger = ({ id }: SessionRecord) => Number(id === trigger.id)
    const [target = trigger] = [...group].sort(
      (a, b) =>
        isActive(b) - isActive(a) ||
        b.updatedAt - a.updatedAt ||
        isTrigger(b) - isTrigger(a) ||
        this.#activeAt(b.id) - this.#activeAt(a.id),
    )
    return target
  }

  #activeAt(id: string): number {
    const record = this.#parts.sessions.find(id)
    return record ? this.#parts.sessions.toSession(record).activeAt : 0
  }
}
