import { SharedDeflate } from './gzip-blocks.ts'
import type { SseConnection } from './sse-connection.ts'

/**
 * The connections of one namespace with the same filter: they all hear the same events, which are
 * compressed once for all of them.
 */
export class FilterSet {
  readonly namespace: string
  readonly topics: readonly string[]
  readonly connections = new Set<SseConnection>()
  readonly #deflate = new SharedDeflate()
  #queued: Buffer[] = []

  constructor(namespace: string, topics: readonly string[]) {
    this.namespace = namespace
    this.topics = topics
  }

  /** Has the frame sent to every connection by the next `flush()`. */
  queue(frame: Buffer): void {
    this.#queued.push(frame)
  }

  /** Sends what is queued, with one write to each connection. */
  flush(): void {
    const [first] = this.#queued
    if (!first) return
    const frames = this.#queued.length === 1 ? first : Buffer.concat(this.#queued)
    this.#queued = []
    let block: Buffer | undefined
    for (const connection of this.connections) {
      if (connection.encoding === 'gzip') block ??= this.#deflate.compress(frames)
      connection.write(frames, block)
    }
  }

  /** Opens a newcomer's stream with frames of its own; from then on it is sent what is queued. */
  join(connection: SseConnection, frames: Buffer): void {
    this.flush()
    this.#deflate.forget()
    connection.open(frames)
    this.connections.add(connection)
  }

  /**
   * Sends frames to one of the connections only, in their place among the queued ones. `block` is their
   * compressed form, if the caller shares it between sets. False when they could not be sent.
   */
  writeTo(connection: SseConnection, frames: Buffer, block: Buffer | undefined): boolean {
    this.flush()
    this.#deflate.forget()
    return connection.write(frames, block)
  }
}
