import type { Statement } from 'better-sqlite3'
import type { ModelSelection, PinMode, TeamState, TodoItem } from '../../contract/session.ts'
import type { Database } from './database.ts'
import {
  fromColumn,
  type SessionRecord,
  type SessionRow,
  toColumn,
  toSessionRecord,
} from './session-record.ts'

export type { SessionRecord } from './session-record.ts'

/** Columns that copy a part of the metadata, so that sessions can be found by it. */
export interface MetadataKeys {
  /** `metadata.supersededBySessionId`. */
  supersededBy: string | null
  /** Names the agent's own conversation; equal keys in a namespace are the same conversation. */
  nativeKey: string | null
}

export interface NewSession extends MetadataKeys {
  id: string
  namespace: string
  tag: string
  createdAt: number
  metadata: unknown
  agentState: unknown
  model: ModelSelection
  modelReasoningEffort: string | null
  effort: string | null
}

export interface StoredConfig {
  model: ModelSelection
  modelReasoningEffort: string | null
  effort: string | null
  serviceTier: string | null
}

/** What the access check of every socket event needs of a session. */
export interface SessionIdentity {
  pk: number
  namespace: string
  /** `metadata.flavor` as the CLI sent it. */
  flavorName: string | null
  hasConversationContent: boolean
}

/** Where a versioned write left the row. */
export interface WrittenVersion {
  version: number
  updatedAt: number
}

const VERSIONED = (column: 'metadata' | 'agent_state', alsoSet = '') => `
  UPDATE sessions SET ${column} = @value, ${column}_version = ${column}_version + 1, ${alsoSet}
    seq = seq + 1, updated_at = max(updated_at, @touchAt)
  WHERE pk = @pk AND ${column}_version = @expectedVersion
  RETURNING ${column}_version AS version, updated_at AS updatedAt`

const WATERMARKED = (column: 'todos' | 'team_state') => `
  UPDATE sessions SET ${column} = @value, ${column}_updated_at = @at, seq = seq + 1,
    updated_at = max(updated_at, @at)
  WHERE pk = @pk AND (${column}_updated_at IS NULL OR ${column}_updated_at < @at)
  RETURNING updated_at AS updatedAt`

/** The sessions table. Every method that writes must be called inside `db.write()`. */
export class SessionsTable {
  readonly #find: Statement
  readonly #findByTag: Statement
  readonly #findByNativeKey: Statement
  readonly #ofNamespace: Statement
  readonly #activeIds: Statement
  readonly #emptyPredecessors: Statement
  readonly #identify: Statement
  readonly #metadata: Statement
  readonly #agentState: Statement
  readonly #insert: Statement
  readonly #writeMetadata: Statement
  readonly #writeAgentState: Statement
  readonly #touch: Statement
  readonly #setActive: Statement
  readonly #setConfig: Statement
  readonly #setTodos: Statement
  readonly #setTeamState: Statement
  readonly #setPin: Statement
  readonly #setContent: Statement
  readonly #delete: Statement

  constructor(db: Database) {
    this.#find = db.prepare('SELECT * FROM sessions WHERE id = ?')
    this.#findByTag = db.prepare(
      'SELECT * FROM sessions WHERE namespace = ? AND tag = ? ORDER BY created_at DESC, pk DESC LIMIT 1',
    )
    this.#findByNativeKey = db.prepare('SELECT * FROM sessions WHERE namespace = ? AND native_key = ?')
    this.#ofNamespace = db.prepare('SELECT * FROM sessions WHERE namespace = ?')
    this.#activeIds = db.prepare('SELECT id FROM sessions WHERE active = 1')
    this.#emptyPredecessors = db.prepare(`
      SELECT * FROM sessions WHERE namespace = ? AND superseded_by = ?
        AND NOT EXISTS (SELECT 1 FROM messages WHERE session_pk = sessions.pk)`)
    this.#identify = db.prepare(`
      SELECT pk, namespace, metadata ->> '$.flavor' AS flavor, has_conversation_content FROM sessions WHERE id = ?`)
    this.#metadata = db.prepare('SELECT metadata AS text FROM sessions WHERE pk = ?')
    this.#agentState = db.prepare('SELECT agent_state AS text FROM sessions WHERE pk = ?')
    this.#insert = db.prepare(`
      INSERT INTO sessions (id, namespace, tag, created_at, updated_at, active_at, metadata, agent_state,
        model, model_reasoning_effort, effort, superseded_by, native_key)
      VALUES (@id, @namespace, @tag, @createdAt, @createdAt, @createdAt, @metadata, @agentState,
        @model, @modelReasoningEffort, @effort, @supersededBy, @nativeKey)`)
    this.#writeMetadata = db.prepare(
      VERSIONED('metadata', 'superseded_by = @supersededBy, native_key = @nativeKey,'),
    )
    this.#writeAgentState = db.prepare(VERSIONED('agent_state'))
    this.#touch = db.prepare(
      'UPDATE sessions SET updated_at = max(updated_at, ?) WHERE pk = ? RETURNING updated_at AS updatedAt',
    )
    this.#setActive = db.prepare('UPDATE sessions SET active = ?, active_at = ? WHERE pk = ?')
    this.#setConfig = db.prepare(`
      UPDATE sessions SET model = ?, model_reasoning_effort = ?, effort = ?, service_tier = ?, seq = seq + 1
      WHERE pk = ?`)
    this.#setTodos = db.prepare(WATERMARKED('todos'))
    this.#setTeamState = db.prepare(WATERMARKED('team_state'))
    this.#setPin = db.prepare('UPDATE sessions SET pin = ?, seq = seq + 1 WHERE pk = ?')
    this.#setContent = db.prepare(
      'UPDATE sessions SET has_conversation_content = @has WHERE pk = @pk AND has_conversation_content <> @has',
    )
    this.#delete = db.prepare('DELETE FROM sessions WHERE pk = ?')
  }

  find(id: string): SessionRecord | undefined {
    const row = this.#find.get(id) as SessionRow | undefined
    return row && toSessionRecord(row)
  }

  /** The newest session with this tag. */
  findByTag(namespace: string, tag: string): SessionRecord | undefined {
    const row = this.#findByTag.get(namespace, tag) as SessionRow | undefined
    return row && toSessionRecord(row)
  }

  /** Every session that says it is the agent conversation `nativeKey`. */
  findByNativeKey(namespace: string, nativeKey: string): SessionRecord[] {
    return (this.#findByNativeKey.all(namespace, nativeKey) as SessionRow[]).map(toSessionRecord)
  }

  ofNamespace(namespace: string): SessionRecord[] {
    return (this.#ofNamespace.all(namespace) as SessionRow[]).map(toSessionRecord)
  }

  /** Sessions whose stored flag says active. */
  activeIds(): string[] {
    return (this.#activeIds.all() as { id: string }[]).map((row) => row.id)
  }

  /** Sessions this one replaced that hold no message of their own. */
  emptyPredecessors({ namespace, id }: Pick<SessionRecord, 'namespace' | 'id'>): SessionRecord[] {
    return (this.#emptyPredecessors.all(namespace, id) as SessionRow[]).map(toSessionRecord)
  }

  identify(id: string): SessionIdentity | undefined {
    type Row = { pk: number; namespace: string; flavor: unknown; has_conversation_content: number }
    const row = this.#identify.get(id) as Row | undefined
    return (
      row && {
        pk: row.pk,
        namespace: row.namespace,
        flavorName: typeof row.flavor === 'string' ? row.flavor : null,
        hasConversationContent: row.has_conversation_content === 1,
      }
    )
  }

  /** The metadata as it was sent, valid or not. */
  storedMetadata(pk: number): unknown {
    return fromColumn((this.#metadata.get(pk) as { text: string | null } | undefined)?.text ?? null)
  }

  /** The agent's state as it was sent, valid or not. */
  storedAgentState(pk: number): unknown {
    return fromColumn((this.#agentState.get(pk) as { text: string | null } | undefined)?.text ?? null)
  }

  insert(session: NewSession): void {
    this.#insert.run({
      ...session,
      metadata: toColumn(session.metadata),
      agentState: toColumn(session.agentState),
      model: toColumn(session.model),
    })
  }

  /**
   * Stores metadata and raises its version, if it still has `expectedVersion`; raises `updated_at` to
   * `touchAt` (0 leaves it alone). Undefined when the version has moved on.
   */
  writeMetadata(
    pk: number,
    expectedVersion: number,
    metadata: unknown,
    keys: MetadataKeys,
    touchAt: number,
  ): WrittenVersion | undefined {
    const { supersededBy, nativeKey } = keys
    const value = toColumn(metadata)
    const row = { pk, expectedVersion, value, supersededBy, nativeKey, touchAt }
    return this.#writeMetadata.get(row) as WrittenVersion | undefined
  }

  /** As `writeMetadata`, for the agent's state. */
  writeAgentState(
    pk: number,
    expectedVersion: number,
    agentState: unknown,
    touchAt: number,
  ): WrittenVersion | undefined {
    const row = { pk, expectedVersion, value: toColumn(agentState), touchAt }
    return this.#writeAgentState.get(row) as WrittenVersion | undefined
  }

  /** Raises `updated_at` to `at`, never backward; answers where it stands. */
  touch(pk: number, at: number): number {
    return (this.#touch.get(at, pk) as { updatedAt: number } | undefined)?.updatedAt ?? at
  }

  setActive(pk: number, active: boolean, activeAt: number): void {
    this.#setActive.run(active ? 1 : 0, activeAt, pk)
  }

  setConfig(pk: number, { model, modelReasoningEffort, effort, serviceTier }: StoredConfig): void {
    this.#setConfig.run(toColumn(model), modelReasoningEffort, effort, serviceTier, pk)
  }

  /** Stores the list if its watermark is older than `at`; answers the new `updated_at`. */
  setTodos(pk: number, at: number, todos: TodoItem[]): number | undefined {
    const row = this.#setTodos.get({ pk, at, value: toColumn(todos) }) as { updatedAt: number } | undefined
    return row?.updatedAt
  }

  /** As `setTodos`, for the team; null clears it. */
  setTeamState(pk: number, at: number, teamState: TeamState | null): number | undefined {
    const row = this.#setTeamState.get({ pk, at, value: toColumn(teamState) }) as
      | { updatedAt: number }
      | undefined
    return row?.updatedAt
  }

  setPin(pk: number, pin: PinMode): void {
    this.#setPin.run(pin, pk)
  }

  /** Answers whether this changed the row. */
  setHasConversationContent(pk: number, has: boolean): boolean {
    return this.#setContent.run({ pk, has: has ? 1 : 0 }).changes > 0
  }

  /** Deletes the row and everything that belongs to it. */
  delete(pk: number): void {
    this.#delete.run(pk)
  }
}
