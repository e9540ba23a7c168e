import type { AgentSocketParts } from '../cli/agent-sockets.ts'
import type { VersionedOutcome } from '../sessions/session-service.ts'
import type { Database } from '../store/database.ts'

/** A call the agent plane made on a service. */
export type RecordedCall = [name: string, ...args: unknown[]]

/** Stands at the boundary of the services: knows whose rows exist and keeps what it was told. */
export class RecordedServices {
  readonly calls: RecordedCall[] = []
  readonly sessions = new Map<string, string>()
  readonly machines = new Map<string, string>()
  /** What the next versioned write stores and answers. */
  outcome: VersionedOutcome = { result: 'success', version: 2, value: { stored: true } }
  steered = true
  /** Whether looking a row up throws. */
  failing = false
  /** Runs inside every write, for tests that want it to fail. */
  duringWrite: () => void = () => {}
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** The calls so far, which are forgotten with this. */
  take(): RecordedCall[] {
    return this.calls.splice(0)
  }

  asParts(): AgentSocketParts['services'] {
    const note =
      (name: string) =>
      (...args: unknown[]): void => {
        this.calls.push([name, ...args])
      }
    const write =
      (name: string) =>
      (...args: unknown[]): VersionedOutcome =>
        this.#write(() => {
          this.calls.push([name, ...args])
          return this.outcome
        })
    return {
      sessions: {
        identify: (id) => this.#identity(this.sessions.get(id)),
        updateMetadata: write('sessions.updateMetadata'),
        updateAgentState: write('sessions.updateAgentState'),
        keepAlive: note('sessions.keepAlive'),
        markReady: note('sessions.markReady'),
      },
      messages: {
        ingest: (...args) => this.#write(() => note('messages.ingest')(...args)),
        markInvoked: note('messages.markInvoked'),
        markIndeterminate: note('messages.markIndeterminate'),
        steerState: (...args) =>
          this.#write(() => {
            note('messages.steerState')(...args)
            return this.steered
          }),
        nativeQueueMessage: note('messages.nativeQueueMessage'),
        redeliver: note('messages.redeliver'),
      },
      machines: {
        identify: (id) => this.#identity(this.machines.get(id)),
        keepAlive: note('machines.keepAlive'),
        updateMetadata: write('machines.updateMetadata'),
        updateRunnerState: write('machines.updateRunnerState'),
        agyModelsChanged: note('machines.agyModelsChanged'),
      },
      lifecycle: { end: note('lifecycle.end') },
    }
  }

  #identity(namespace: string | undefined): { namespace: string } | undefined {
    if (this.failing) throw new Error('The store failed')
    return namespace === undefined ? undefined : { namespace }
  }

  #write<T>(operation: () => T): T {
    return this.#db.write(() => {
      this.duringWrite()
      return operation()
    })
  }
}
