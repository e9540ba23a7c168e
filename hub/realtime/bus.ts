import type { ServerResponse } from 'node:http'
import {
  type BroadcastEvent,
  HEARTBEAT_INTERVAL_MS,
  type SyncEvent,
  type ToastEvent,
  type Visibility,
} from '../../contract/events.ts'
import type { Clock, Timer } from '../clock.ts'
import type { Log } from '../log.ts'
import type { FilterSet } from './filter-set.ts'
import { deflateAlone } from './gzip-blocks.ts'
import { Pacer } from './pacer.ts'
import { ReplayRing } from './replay-ring.ts'
import { SseConnection, type SseConnectionOptions } from './sse-connection.ts'
import { sseFrame } from './sse-frame.ts'
import { Subscriptions } from './subscriptions.ts'
import { type EventTarget, type Filter, topicsOfEvent, topicsOfFilter } from './topics.ts'

/** How long `close()` waits for clients to take what was sent to them. */
export const CLOSE_GRACE_MS = 1000

/** What the bus must know of an event whose JSON text it is given. */
export interface BroadcastMeta extends EventTarget {
  readonly type: BroadcastEvent['type']
}

export interface ConnectOptions extends SseConnectionOptions {
  filter: Filter
  /** The client's `Last-Event-ID`. */
  cursor: string | undefined
  response: ServerResponse
}

/**
 * The realtime stream (spec: Events): gives broadcast events their ids, keeps the last ones for replay,
 * and sends every frame to the connections it is for, in the order of publishing.
 */
export class EventBus {
  readonly #clock: Clock
  readonly #log: Log
  readonly #ring = new ReplayRing()
  readonly #subscriptions = new Subscriptions()
  readonly #queued = new Set<FilterSet>()
  readonly #pacer: Pacer
  #heartbeat: Timer | undefined
  #closed: Promise<void> | undefined

  constructor({ clock, log }: { clock: Clock; log: Log }) {
    this.#clock = clock
    this.#log = log
    this.#pacer = new Pacer(clock, () => this.#flush())
  }

  /** False from the moment `close()` is called: no connection may join any more. */
  get isOpen(): boolean {
    return this.#closed === undefined
  }

  /** Sends an event to the matching connections and records it for replay. Call it after the commit. */
  publish(event: BroadcastEvent & { namespace: string }): void {
    this.publishRaw(event, JSON.stringify(event))
  }

  /**
   * As `publish`, for an event whose JSON text is already at hand; the text holds `namespace` too.
   * @throws when the text holds a line break (outside strings JSON allows it, a frame does not).
   */
  publishRaw({ namespace, sessionId, machineId }: BroadcastMeta, json: string): void {
    const { frame, target } = this.#ring.record({ namespace, sessionId, machineId }, json)
    for (const set of this.#subscriptions.hearing(target)) this.#queue(set, frame)
  }

  /**
   * Shows a toast on the visible connections of the namespace, whatever their filter; it is not recorded.
   * Returns to how many it could be sent (spec: Visibility reporting).
   */
  toast(namespace: string, data: ToastEvent['data']): number {
    const frame = frameOf({ type: 'toast', namespace, data })
    let block: Buffer | undefined
    let sent = 0
    for (const { connection, set } of this.#subscriptions.all()) {
      if (connection.namespace !== namespace || connection.visibility !== 'visible') continue
      if (connection.encoding === 'gzip') block ??= deflateAlone(frame)
      if (set.writeTo(connection, frame, block)) sent += 1
    }
    return sent
  }

  hasVisible(namespace: string): boolean {
    for (const { connection } of this.#subscriptions.all()) {
      if (connection.namespace === namespace && connection.visibility === 'visible') return true
    }
    return false
  }

  /** False when the subscription is unknown or of another namespace. */
  setVisibility(namespace: string, subscriptionId: string, visibility: Visibility): boolean {
    const connection = this.#subscriptions.find(subscriptionId)
    if (connection?.namespace !== namespace) return false
    connection.visibility = visibility
    return true
  }

  /**
   * Opens a stream on `response`: handshake, then the replay if the cursor allows one, then live events
   * (spec: Handshake and resume). Nothing can come between them, because all of it is one step.
   */
  connect({ filter, cursor, ...options }: ConnectOptions): void {
    const connection = new SseConnection(options)
    if (!connection.isOpen) return
    const { id, namespace } = connection
    const missed = this.#ring.since(namespace, cursor)
    const resume = missed ? 'ok' : 'gap'
    const topics = topicsOfFilter(namespace, filter)
    const handshake = frameOf({
      type: 'connection-changed',
      data: { status: 'connected', subscriptionId: id, resume },
    })
    const replay = (missed ?? [])
      .filter((event) => topicsOfEvent(event.target).some((topic) => topics.includes(topic)))
      .map((event) => event.frame)
    this.#subscriptions.join(connection, filter, Buffer.concat([handshake, ...replay]))
    this.#heartbeat ??= this.#clock.every(HEARTBEAT_INTERVAL_MS, () => this.beat())
    void connection.closed.then(() => this.#forget(connection))
  }

  /**
   * Ends every stream after what was published before; resolves when the clients have taken it, or after
   * CLOSE_GRACE_MS without those that have not.
   */
  close(): Promise<void> {
    this.#closed ??= this.#end()
    return this.#closed
  }

  /** Ends every stream after what was published before; clients may connect again. */
  endStreams(): void {
    this.#flush()
    for (const { connection } of [...this.#subscriptions.all()]) connection.end()
  }

  /** Writes a heartbeat to every stream; driven every HEARTBEAT_INTERVAL_MS while there is one. */
  beat(): void {
    for (const { connection } of [...this.#subscriptions.all()]) connection.closeIfStuck()
    const data = { timestamp: this.#clock.now() }
    const frames = new Map<string, Buffer>()
    for (const set of this.#subscriptions.sets()) {
      const { namespace } = set
      const frame = frames.get(namespace) ?? frameOf({ type: 'heartbeat', namespace, data })
      frames.set(namespace, frame)
      this.#queue(set, frame)
    }
  }

  async #end(): Promise<void> {
    this.#flush()
    const connections = [...this.#subscriptions.all()].map(({ connection }) => connection)
    for (const connection of connections) connection.end()
    const grace = this.#clock.after(CLOSE_GRACE_MS, () => {
      for (const connection of connections) connection.destroy()
    })
    await Promise.all(connections.map((connection) => connection.closed))
    grace.cancel()
  }

  #queue(set: FilterSet, frame: Buffer): void {
    set.queue(frame)
    this.#queued.add(set)
    this.#pacer.request()
  }

  #flush(): void {
    for (const set of this.#queued) set.flush()
    this.#queued.clear()
  }

  #forget(connection: SseConnection): void {
    this.#subscriptions.leave(connection)
    if (connection.hasFallenBehind) {
      this.#log.info('Closed an event stream whose client did not keep up', { subscriptionId: connection.id })
    }
    if (!this.#subscriptions.isEmpty) return
    this.#heartbeat?.cancel()
    this.#heartbeat = undefined
  }
}

function frameOf(event: SyncEvent): Buffer {
  return sseFrame(JSON.stringify(event))
}
