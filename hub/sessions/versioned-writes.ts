import type { Metadata } from '../../contract/session.ts'
import type { Clock } from '../clock.ts'
import { sessionNotFound } from '../errors.ts'
import type { Database } from '../store/database.ts'
import { fromColumn, toColumn } from '../store/session-record.ts'
import type { SessionRecord, SessionsTable } from '../store/sessions.ts'
import type { LiveSessions } from './live-sessions.ts'
import { copyMetadata } from './liveness.ts'
import { mergeCliMetadata, metadataKeys, readMetadata } from './metadata-rules.ts'
import type { SessionAnnouncer } from './session-announcer.ts'
import type { SessionLookup } from './session-lookup.ts'
import { agentStatePatch, metadataPatch } from './session-patch.ts'
import { toSession } from './wire-session.ts'

/** How a write under an optimistic lock ended; `version` and `value` are what is stored now. */
export interface VersionedOutcome {
  result: 'success' | 'version-mismatch'
  version: number
  value: unknown
}

export interface EditOptions {
  /** Also raise `updatedAt` to now; by default the session keeps its place in the list. */
  touch?: boolean
  /** Who is told: everybody the whole session (default), everybody a patch, or nobody. */
  publish?: 'full' | 'patch' | 'none'
}

export interface VersionedWritesParts {
  db: Database
  sessions: SessionsTable
  live: LiveSessions
  lookup: SessionLookup
  announcer: SessionAnnouncer
  clock: Clock
}

/** Writes of metadata and agent state, the two values with versions (CLI-plane reference 5.2, 5.3). */
export class VersionedWrites {
  readonly #parts: VersionedWritesParts
  readonly #onNativeIdChanged: (id: string) => void

  constructor(parts: VersionedWritesParts, onNativeIdChanged: (id: string) => void) {
    this.#parts = parts
    this.#onNativeIdChanged = onNativeIdChanged
  }

  /** A CLI replaces the metadata it last saw. @throws HubError 404 when the session is gone. */
  updateMetadata(id: string, expectedVersion: number, sent: unknown): VersionedOutcome {
    const { db, sessions, clock } = this.#parts
    return db.write(() => {
      const record = sessions.find(id)
      if (!record) throw sessionNotFound()
      const stored = sessions.storedMetadata(record.pk)
      const value = mergeCliMetadata(stored, sent)
      const keys = metadataKeys(value)
      const written = sessions.writeMetadata(record.pk, expectedVersion, value, keys, clock.now())
      if (!written) return { result: 'version-mismatch', version: record.metadataVersion, value: stored }
      const { version, updatedAt } = written
      const after = this.#adopt(record, value, version, updatedAt)
      this.#announce(after, metadataPatch(version, value), updatedAt)
      if (keys.nativeKey !== metadataKeys(stored).nativeKey) db.afterCommit(() => this.#onNativeIdChanged(id))
      return { result: 'success', version, value }
    })
  }

  /** A CLI replaces the state it last saw. @throws HubError 404 when the session is gone. */
  updateAgentState(id: string, expectedVersion: number, agentState: unknown): VersionedOutcome {
    const { db, sessions, clock } = this.#parts
    return db.write(() => {
      const record = sessions.find(id)
      if (!record) throw sessionNotFound()
      const value = agentState ?? null
      const written = sessions.writeAgentState(record.pk, expectedVersion, value, clock.now())
      if (!written) {
        const stored = sessions.storedAgentState(record.pk)
        return { result: 'version-mismatch', version: record.agentStateVersion, value: stored }
      }
      const { version, updatedAt } = written
      const patch = agentStatePatch(version, value)
      const after = {
        ...record,
        agentState: patch?.agentState?.value ?? null,
        agentStateVersion: version,
        updatedAt,
        seq: record.seq + 1,
      }
      this.#announce(after, patch, updatedAt)
      return { result: 'success', version, value }
    })
  }

  /**
   * The hub's own change of metadata, on top of what is stored; null metadata becomes an empty path and
   * host first. A `change` that answers null leaves everything as it is. Answers whether it wrote.
   */
  edit(
    id: string,
    change: (metadata: Metadata) => Metadata | null,
    { touch = false, publish = 'full' }: EditOptions = {},
  ): boolean {
    const { db, sessions, clock, announcer, live } = this.#parts
    return db.write(() => {
      const record = sessions.find(id)
      const changed = record && change(record.metadata ?? { path: '', host: '' })
      if (!record || !changed) return false
      // Through JSON, so that keys set to undefined are gone here as they are in the row.
      const value = fromColumn(toColumn(changed))
      const touchAt = touch ? clock.now() : 0
      const keys = metadataKeys(value)
      const written = sessions.writeMetadata(record.pk, record.metadataVersion, value, keys, touchAt)
      if (!written) return false
      const after = this.#adopt(record, value, written.version, written.updatedAt)
      if (publish === 'full') announcer.full(toSession(after, live.peek(id)))
      else if (publish === 'none') announcer.silently(after)
      else this.#announce(after, metadataPatch(written.version, value), touch ? written.updatedAt : undefined)
      return true
    })
  }

  /** The record as it is now, after telling whoever keeps copies of its metadata. */
  #adopt(record: SessionRecord, value: unknown, version: number, updatedAt: number): SessionRecord {
    const { live, lookup, clock } = this.#parts
    const after: SessionRecord = {
      ...record,
      metadata: readMetadata(value),
      metadataVersion: version,
      supersededBy: metadataKeys(value).supersededBy,
      updatedAt,
      seq: record.seq + 1,
    }
    lookup.forget(record.id)
    const liveness = live.peek(record.id)
    if (liveness) {
      const before = liveness.lifecycleState
      copyMetadata(liveness, after)
      // A session that starts anew has not been idle, whatever its last activity was.
      if (before !== 'running' && liveness.lifecycleState === 'running') liveness.activityAt = clock.now()
    }
    return after
  }

  #announce(after: SessionRecord, patch: object | undefined, updatedAt: number | undefined): void {
    const { announcer, live } = this.#parts
    if (patch) announcer.row(after, { ...patch, ...(updatedAt !== undefined && { updatedAt }) })
    else announcer.full(toSession(after, live.peek(after.id)))
  }
}
