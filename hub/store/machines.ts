import type { Statement } from 'better-sqlite3'
import type { Database } from './database.ts'
import { fromColumn, toColumn } from './session-record.ts'

/** A stored machine; metadata and runner state as they were sent, valid or not. */
export interface MachineRecord {
  id: string
  namespace: string
  /** Counts the changes of the row. */
  seq: number
  createdAt: number
  updatedAt: number
  /** The stored flag: moved when a machine becomes active or inactive, not by every keep-alive. */
  active: boolean
  activeAt: number
  metadata: unknown
  metadataVersion: number
  runnerState: unknown
  runnerStateVersion: number
}

export interface NewMachine {
  id: string
  namespace: string
  createdAt: number
  metadata: unknown
  runnerState: unknown
}

interface MachineRow {
  id: string
  namespace: string
  seq: number
  created_at: number
  updated_at: number
  active: number
  active_at: number
  metadata: string | null
  metadata_version: number
  runner_state: string | null
  runner_state_version: number
}

const VERSIONED = (column: 'metadata' | 'runner_state') => `
  UPDATE machines SET ${column} = @value, ${column}_version = ${column}_version + 1, seq = seq + 1,
    updated_at = max(updated_at, @now)
  WHERE id = @id AND ${column}_version = @expectedVersion`

/** The machines table. Every method that writes must be called inside `db.write()`. */
export class MachinesTable {
  readonly #find: Statement
  readonly #ofNamespace: Statement
  readonly #activeIds: Statement
  readonly #insert: Statement
  readonly #writeMetadata: Statement
  readonly #writeRunnerState: Statement
  readonly #setActive: Statement

  constructor(db: Database) {
    this.#find = db.prepare('SELECT * FROM machines WHERE id = ?')
    this.#ofNamespace = db.prepare('SELECT * FROM machines WHERE namespace = ? ORDER BY created_at, id')
    this.#activeIds = db.prepare('SELECT id FROM machines WHERE active = 1')
    this.#insert = db.prepare(`
      INSERT INTO machines (id, namespace, created_at, updated_at, metadata, runner_state)
      VALUES (@id, @namespace, @createdAt, @createdAt, @metadata, @runnerState)`)
    this.#writeMetadata = db.prepare(VERSIONED('metadata'))
    this.#writeRunnerState = db.prepare(VERSIONED('runner_state'))
    this.#setActive = db.prepare('UPDATE machines SET active = ?, active_at = max(active_at, ?) WHERE id = ?')
  }

  find(id: string): MachineRecord | undefined {
    const row = this.#find.get(id) as MachineRow | undefined
    return row && toRecord(row)
  }

  /** The oldest first. */
  ofNamespace(namespace: string): MachineRecord[] {
    return (this.#ofNamespace.all(namespace) as MachineRow[]).map(toRecord)
  }

  /** Machines whose stored flag says active. */
  activeIds(): string[] {
    return (this.#activeIds.all() as { id: string }[]).map((row) => row.id)
  }

  insert(machine: NewMachine): void {
    const { metadata, runnerState } = machine
    this.#insert.run({ ...machine, metadata: toColumn(metadata), runnerState: toColumn(runnerState) })
  }

  /** Stores metadata and raises its version, if it still has `expectedVersion`; answers whether it did. */
  writeMetadata(id: string, expectedVersion: number, metadata: unknown, now: number): boolean {
    const row = { id, expectedVersion, value: toColumn(metadata), now }
    return this.#writeMetadata.run(row).changes > 0
  }

  /** As `writeMetadata`, for the runner's state. */
  writeRunnerState(id: string, expectedVersion: number, runnerState: unknown, now: number): boolean {
    const row = { id, expectedVersion, value: toColumn(runnerState), now }
    return this.#writeRunnerState.run(row).changes > 0
  }

  setActive(id: string, active: boolean, activeAt: number): void {
    this.#setActive.run(active ? 1 : 0, activeAt, id)
  }
}

function toRecord(row: MachineRow): MachineRecord {
  return {
    id: row.id,
    namespace: row.namespace,
    seq: row.seq,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    active: row.active === 1,
    activeAt: row.active_at,
    metadata: fromColumn(row.metadata),
    metadataVersion: row.metadata_version,
    runnerState: fromColumn(row.runner_state),
    runnerStateVersion: row.runner_state_version,
  }
}
