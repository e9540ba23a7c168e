import type { SyncEvent } from '../../contract/events.ts'
import { listMachines, Machine } from '../../contract/machine.ts'
import type { MachinesSnapshot } from './hub-store-types.ts'
import { Journal } from './journal.ts'
import { Refetch } from './refetch.ts'
import type { StoreContext } from './store-context.ts'

/** The event that changes the machine list. */
export type MachineEvent = Extract<SyncEvent, { type: 'machine-updated' }>

/** The online machines, fetched once and kept by `machine-updated` (spec: SyncEvent union). */
export class MachineList {
  readonly #context: StoreContext
  readonly #journal = new Journal<MachineEvent>()
  readonly #refetch: Refetch
  #snapshot: MachinesSnapshot = { status: 'loading', machines: [] }

  constructor(context: StoreContext) {
    this.#context = context
    this.#refetch = new Refetch({
      run: () => this.#load(),
      onError: (error) => {
        if (this.#snapshot.status === 'ready') return
        this.#show({ ...this.#snapshot, status: 'error', error: error.message })
      },
      clock: context.clock,
      random: context.random,
    })
  }

  snapshot(): MachinesSnapshot {
    return this.#snapshot
  }

  refetch(): Promise<void> {
    return this.#refetch.request()
  }

  retryFailed(): void {
    this.#refetch.retryFailed()
  }

  stop(): void {
    this.#refetch.stop()
  }

  apply(event: MachineEvent): void {
    this.#journal.record(event)
    const { machines, needsRefetch } = applyToMachines(this.#snapshot.machines, event)
    if (machines !== this.#snapshot.machines) this.#show({ ...this.#snapshot, machines })
    if (needsRefetch) void this.refetch()
  }

  async #load(): Promise<void> {
    const journal = this.#journal.open()
    let machines: readonly Machine[]
    let missed: readonly MachineEvent[]
    try {
      machines = (await this.#context.client.call(listMachines)).machines
    } finally {
      missed = journal.close()
    }
    for (const event of missed) machines = applyToMachines(machines, event).machines
    this.#show({ status: 'ready', machines })
  }

  #show(snapshot: MachinesSnapshot): void {
    if (JSON.stringify(snapshot) === JSON.stringify(this.#snapshot)) return
    this.#snapshot = snapshot
    this.#context.changed()
  }
}

function applyToMachines(
  machines: readonly Machine[],
  { machineId, data }: MachineEvent,
): { machines: readonly Machine[]; needsRefetch: boolean } {
  const without = () => machines.filter((machine) => machine.id !== machineId)
  if (data === undefined) return { machines, needsRefetch: true }
  if (data === null || data.active === false) return { machines: without(), needsRefetch: false }
  const full = Machine.safeParse(data)
  if (!full.success) return { machines, needsRefetch: true }
  const isKnown = machines.some((machine) => machine.id === machineId)
  const next = isKnown
    ? machines.map((machine) => (machine.id === machineId ? full.data : machine))
    : [...machines, full.data]
  return { machines: next, needsRefetch: false }
}
