import { createHash, randomUUID } from 'node:crypto'
import { REPLAY_RING_BYTES, REPLAY_RING_EVENTS } from '../../contract/events.ts'
import { sseFrame } from './sse-frame.ts'
import type { EventTarget } from './topics.ts'

/** A broadcast event as it was sent: its frame, and whom it is for. */
export interface RecordedEvent {
  readonly seq: number
  readonly target: EventTarget
  readonly frame: Buffer
  readonly jsonBytes: number
}

/**
 * Gives broadcast events of all namespaces their ids, `{epoch}:{seq}:{nsTag}`, and keeps the last 256 of
 * them, at most 2 MiB of JSON but always the newest one (spec: Framing, 4 and 5).
 */
export class ReplayRing {
  readonly #epoch = randomUUID().slice(0, 8)
  readonly #tags = new Map<string, string>()
  readonly #events: RecordedEvent[] = []
  #jsonBytes = 0
  #lastSeq = 0

  /** @throws when `json` holds a line break; nothing is recorded then and no number is used. */
  record(target: EventTarget, json: string): RecordedEvent {
    const seq = this.#lastSeq + 1
    const frame = sseFrame(json, `${this.#epoch}:${seq}:${this.#tag(target.namespace)}`)
    const event = { seq, target, frame, jsonBytes: Buffer.byteLength(json) }
    this.#lastSeq = seq
    this.#events.push(event)
    this.#jsonBytes += event.jsonBytes
    while (
      this.#events.length > REPLAY_RING_EVENTS ||
      (this.#jsonBytes > REPLAY_RING_BYTES && this.#events.length > 1)
    ) {
      this.#jsonBytes -= this.#events.shift()?.jsonBytes ?? 0
    }
    return event
  }

  /**
   * The events of `namespace` after the cursor, oldest first, or undefined when it cannot be proven that
   * none is missing: the `gap` of the spec's Handshake and resume.
   */
  since(namespace: string, cursor: string | undefined): RecordedEvent[] | undefined {
    const [epoch, digits, tag, ...rest] = cursor?.split(':') ?? []
    if (epoch !== this.#epoch || tag !== this.#tag(namespace) || rest.length > 0) return undefined
    if (digits === undefined || !/^[1-9]\d{0,15}$/.test(digits)) return undefined
    const seq = Number(digits)
    const oldest = this.#events[0]
    if (!oldest || seq > this.#lastSeq || seq < oldest.seq - 1) return undefined
    return this.#events.slice(seq + 1 - oldest.seq).filter((event) => event.target.namespace === namespace)
  }

  #tag(namespace: string): string {
    let tag = this.#tags.get(namespace)
    if (tag === undefined) {
      tag = createHash('sha256').update(`${this.#epoch}|${namespace}`).digest('hex').slice(0, 8)
      this.#tags.set(namespace, tag)
    }
    return tag
  }
}
