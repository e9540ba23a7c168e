import {
  type CliMachineBody,
  KEEP_ALIVE_BROADCAST_MS,
  KEEP_ALIVE_MAX_AGE_MS,
  MACHINE_ALIVE_TIMEOUT_MS,
  type SpawnRpcParams,
} from '../../contract/cli-plane.ts'
import type { BroadcastEvent } from '../../contract/events.ts'
import type { Machine, MachineHealth, SpawnBody } from '../../contract/machine.ts'
import type { Clock } from '../clock.ts'
import { changedMeanwhile, machineAccessDenied, machineNotFound, noMachineOnline } from '../errors.ts'
import type { AgentLink } from '../link/agent-link.ts'
import type { EventBus } from '../realtime/bus.ts'
import type { VersionedOutcome } from '../sessions/versioned-writes.ts'
import type { Database } from '../store/database.ts'
import type { MachineRecord, MachinesTable } from '../store/machines.ts'
import { LiveMachines, type MachineLiveness } from './machine-liveness.ts'
import { RunnerCalls } from './runner-calls.ts'
import { mergeMachine, withDisplayName } from './upsert-rules.ts'
import { readHealth, toMachine } from './wire-machine.ts'

export interface MachineServiceParts {
  db: Database
  machines: MachinesTable
  bus: Pick<EventBus, 'publish'>
  link: Pick<AgentLink, 'call' | 'isRegistered' | 'machineSocketCount'>
  clock: Clock
}

/**
 * Everything the hub knows of machines, and what their runners do for it (spec: Machine, Machines and
 * spawning; CLI-plane reference 5.8, 7.4, 11). What it announces goes out after the commit.
 */
export class MachineService {
  readonly #db: Database
  readonly #machines: MachinesTable
  readonly #bus: MachineServiceParts['bus']
  readonly #clock: Clock
  readonly #live: LiveMachines
  readonly #runner: RunnerCalls

  constructor({ db, machines, bus, link, clock }: MachineServiceParts) {
    this.#db = db
    this.#machines = machines
    this.#bus = bus
    this.#clock = clock
    this.#live = new LiveMachines({ db, machines, clock })
    this.#runner = new RunnerCalls(link)
  }

  // Finding

  /**
   * @throws HubError 404 unknown, 403 foreign namespace, 503 `no_machine_online` with `active` when its
   *   runner is away; with `coded` the first two carry `machine_not_found` and `access_denied` (ruling 25).
   */
  require(
    namespace: string,
    id: string,
    { active = false, coded = false }: { active?: boolean; coded?: boolean } = {},
  ): Machine {
    const record = this.#machines.find(id)
    if (!record) throw machineNotFound(coded ? 'machine_not_found' : undefined)
    if (record.namespace !== namespace) throw machineAccessDenied(coded ? 'access_denied' : undefined)
    const machine = this.#toMachine(record)
    if (active && !machine.active) throw noMachineOnline()
    return machine
  }

  /** The machine with this id, in any namespace. */
  find(id: string): Machine | undefined {
    const record = this.#machines.find(id)
    return record && this.#toMachine(record)
  }

  /** What access checks need; kept in memory. */
  identify(id: string): { namespace: string } | undefined {
    return this.#live.of(id)
  }

  /** The machines of the namespace whose runners are connected, the longest known first. */
  list(namespace: string): Machine[] {
    return this.#machines
      .ofNamespace(namespace)
      .map((record) => this.#toMachine(record))
      .filter((machine) => machine.active)
  }

  // What CLIs and runners say

  /** A machine announces itself. @throws HubError 403 when the id belongs to another namespace. */
  upsert(namespace: string, { id, metadata, runnerState }: CliMachineBody): Machine {
    return this.#db.write(() => {
      const stored = this.#machines.find(id)
      if (stored && stored.namespace !== namespace) throw machineAccessDenied()
      const now = this.#clock.now()
      if (stored) this.#merge(stored, { metadata, runnerState: runnerState ?? null }, now)
      else {
        this.#machines.insert({
          id,
          namespace,
          createdAt: now,
          metadata: metadata ?? null,
          runnerState: runnerState ?? null,
        })
      }
      return this.#announce(id)
    })
  }

  /**
   * Names the machine for people; an empty name clears it (spec: Machines and spawning).
   * @throws HubError 409 when another write won
   */
  rename({ id }: Pick<Machine, 'id'>, displayName: string): void {
    this.#db.write(() => {
      const { metadata, metadataVersion } = this.#record(id)
      const renamed = withDisplayName(metadata, displayName)
      if (isSame(renamed, metadata)) return
      if (!this.#machines.writeMetadata(id, metadataVersion, renamed, this.#clock.now())) {
        throw changedMeanwhile()
      }
      this.#announce(id)
    })
  }

  /** A runner replaces the metadata it last saw. @throws HubError 404 when the machine is gone. */
  updateMetadata(id: string, expectedVersion: number, metadata: unknown): VersionedOutcome {
    return this.#db.write(() => {
      const { metadata: stored, metadataVersion } = this.#record(id)
      const value = metadata ?? null
      if (!this.#machines.writeMetadata(id, expectedVersion, value, this.#clock.now())) {
        return { result: 'version-mismatch', version: metadataVersion, value: stored }
      }
      this.#announce(id)
      return { result: 'success', version: expectedVersion + 1, value }
    })
  }

  /** A runner replaces the state it last saw, and is there. @throws HubError 404 when the machine is gone. */
  updateRunnerState(id: string, expectedVersion: number, runnerState: unknown): VersionedOutcome {
    return this.#db.write(() => {
      const { runnerState: stored, runnerStateVersion } = this.#record(id)
      const value = runnerState ?? null
      const now = this.#clock.now()
      if (!this.#machines.writeRunnerState(id, expectedVersion, value, now)) {
        return { result: 'version-mismatch', version: runnerStateVersion, value: stored }
      }
      const live = this.#live.of(id)
      if (live) this.#hear(live, now)
      this.#announce(id)
      return { result: 'success', version: expectedVersion + 1, value }
    })
  }

  /** The runner is there; it tells its health now and then (CLI-plane reference 5.8). */
  keepAlive({ machineId, time, health }: { machineId: string; time: number; health?: unknown }): void {
    const now = this.#clock.now()
    const live = this.#live.of(machineId)
    if (!live || !Number.isFinite(time) || now - time > KEEP_ALIVE_MAX_AGE_MS) return
    const before = live.health
    live.health = readHealth(health)
    const hasBecomeActive = this.#hear(live, Math.min(time, now))
    if (
      hasBecomeActive ||
      healthChanged(before, live.health) ||
      now - live.announcedAt > KEEP_ALIVE_BROADCAST_MS
    ) {
      this.#announce(machineId)
    }
  }

  agyModelsChanged(id: string): void {
    const live = this.#live.of(id)
    if (!live) return
    this.#publish({ type: 'machine-agy-models-updated', namespace: live.namespace, machineId: id })
  }

  /** Expiry of silent machines; driven every `HUB_TICK_MS`. */
  tick(): void {
    const now = this.#clock.now()
    for (const live of this.#live.all()) {
      if (!live.active || now - live.heardAt <= MACHINE_ALIVE_TIMEOUT_MS) continue
      live.active = false
      this.#db.write(() => this.#machines.setActive(live.id, false, live.activeAt))
      this.#publish({
        type: 'machine-updated',
        namespace: live.namespace,
        machineId: live.id,
        data: { active: false },
      })
    }
  }

  // What runners do for the hub; see RunnerCalls

  spawn(machine: Machine, params: SpawnRpcParams) {
    return this.#runner.spawn(machine, params)
  }

  spawnFromClient(machine: Machine, body: SpawnBody) {
    return this.#runner.spawnFromClient(machine, body)
  }

  canSpawn(machine: Pick<Machine, 'id'>): boolean {
    return this.#runner.canSpawn(machine)
  }

  listDirectory(machine: Machine, params: Parameters<RunnerCalls['listDirectory']>[1]) {
    return this.#runner.listDirectory(machine, params)
  }

  pathsExist(machine: Machine, paths: string[]) {
    return this.#runner.pathsExist(machine, paths)
  }

  agentAvailability(machine: Machine) {
    return this.#runner.agentAvailability(machine)
  }

  stopSession(machine: Machine, sessionId: string) {
    return this.#runner.stopSession(machine, sessionId)
  }

  restartRunner(machine: Machine) {
    return this.#runner.restartRunner(machine)
  }

  holdsChatStore(machine: Machine, params: Parameters<RunnerCalls['holdsChatStore']>[1]) {
    return this.#runner.holdsChatStore(machine, params)
  }

  #record(id: string): MachineRecord {
    const record = this.#machines.find(id)
    if (!record) throw machineNotFound()
    return record
  }

  #toMachine(record: MachineRecord): Machine {
    return toMachine(record, this.#live.of(record.id))
  }

  /** Versions and `updatedAt` move only when a value does. */
  #merge(stored: MachineRecord, sent: { metadata: unknown; runnerState: unknown }, now: number): void {
    const { metadata, runnerState } = mergeMachine(stored, sent)
    if (!isSame(metadata, stored.metadata)) {
      this.#machines.writeMetadata(stored.id, stored.metadataVersion, metadata, now)
    }
    if (!isSame(runnerState, stored.runnerState)) {
      this.#machines.writeRunnerState(stored.id, stored.runnerStateVersion, runnerState, now)
    }
  }

  /** Notes that the machine is there; answers whether it was away before. */
  #hear(live: MachineLiveness, at: number): boolean {
    live.activeAt = Math.max(live.activeAt, Math.trunc(at))
    live.heardAt = this.#clock.now()
    if (live.active) return false
    live.active = true
    this.#db.write(() => this.#machines.setActive(live.id, true, live.activeAt))
    return true
  }

  /** Tells everybody the whole machine as it is now. */
  #announce(id: string): Machine {
    const live = this.#live.of(id)
    if (live) live.announcedAt = this.#clock.now()
    const machine = toMachine(this.#record(id), live)
    this.#publish({ type: 'machine-updated', namespace: machine.namespace, machineId: id, data: machine })
    return machine
  }

  #publish(event: BroadcastEvent & { namespace: string }): void {
    this.#db.afterCommit(() => this.#bus.publish(event))
  }
}

/** Equal as JSON, whatever the order of the keys. */
function isSame(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b)
}

function canonical(value: unknown): string | undefined {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

/** When it was measured is no part of a machine's health. */
function healthChanged(before: MachineHealth | null, after: MachineHealth | null): boolean {
  return !isSame({ ...before, collectedAt: 0 }, { ...after, collectedAt: 0 })
}
