import type { CliSocket } from './cli-client.ts'

interface Ack {
  result?: string
  version?: number
  [key: string]: unknown
}

/**
 * A value the CLI and the hub both write (`metadata`, `agentState`): every change is sent with the version
 * it was made on, and made again on the hub's newer value when that version is gone.
 */
export class VersionedValue<Value> {
  readonly #event: string
  readonly #key: string
  #value: Value
  #version: number
  /** Changes run one after the other, each on what the one before left. */
  #tail: Promise<void> = Promise.resolve()

  constructor(event: 'update-metadata' | 'update-state', value: Value, version: number) {
    this.#event = event
    this.#key = event === 'update-metadata' ? 'metadata' : 'agentState'
    this.#value = value
    this.#version = version
  }

  get current(): Value {
    return this.#value
  }

  /** Resolves once the hub has stored the change. */
  change(socket: CliSocket, edit: (value: Value) => Value): Promise<void> {
    this.#tail = this.#tail.then(() => this.#write(socket, edit))
    return this.#tail
  }

  async #write(socket: CliSocket, edit: (value: Value) => Value): Promise<void> {
    for (;;) {
      const next = edit(this.#value)
      const payload = { sid: socket.scopeId, expectedVersion: this.#version, [this.#key]: next }
      const ack = (await socket.request(this.#event, payload)) as Ack
      if (ack.result === 'error') throw new Error(`The hub refused ${this.#event}`)
      this.#version = ack.version ?? this.#version
      this.#value = (ack[this.#key] as Value | undefined) ?? next
      if (ack.result === 'success') return
    }
  }
}
