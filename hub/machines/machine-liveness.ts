import type { MachineHealth } from '../../contract/machine.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../store/database.ts'
import type { MachinesTable } from '../store/machines.ts'

/** What the hub knows of a machine only while it runs. */
export interface MachineLiveness {
  readonly id: string
  readonly namespace: string
  active: boolean
  /** The time the newest keep-alive says. */
  activeAt: number
  /** When the hub last heard of it; the machine's clock may be wrong, so expiry counts from here. */
  heardAt: number
  health: MachineHealth | null
  /** When its liveness last went out. */
  announcedAt: number
}

/** The liveness of every machine heard of since the hub started; those stored as active are there at once. */
export class LiveMachines {
  readonly #machines: MachinesTable
  readonly #clock: Clock
  readonly #byId = new Map<string, MachineLiveness>()

  constructor({ db, machines, clock }: { db: Database; machines: MachinesTable; clock: Clock }) {
    this.#machines = machines
    this.#clock = clock
    for (const id of machines.activeIds()) this.of(id)
    // A machine whose first row was lost with its commit is unknown again.
    db.onRollback(() => {
      for (const id of [...this.#byId.keys()]) if (!machines.find(id)) this.#byId.delete(id)
    })
  }

  /** The liveness of a machine, beginning one if it has none; undefined when there is no such machine. */
  of(id: string): MachineLiveness | undefined {
    const known = this.#byId.get(id)
    if (known) return known
    const record = this.#machines.find(id)
    if (!record) return undefined
    const { namespace, active, activeAt } = record
    const heardAt = this.#clock.now()
    const live = { id, namespace, active, activeAt, heardAt, health: null, announcedAt: 0 }
    this.#byId.set(id, live)
    return live
  }

  all(): IterableIterator<MachineLiveness> {
    return this.#byId.values()
  }
}
