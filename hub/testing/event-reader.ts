import { createParser } from 'eventsource-parser'
import { SyncEvent } from '../../contract/events.ts'

export interface ReceivedEvent {
  id: string | undefined
  event: SyncEvent
}

/**
 * A subscriber of `GET /api/events` for tests: every frame is parsed with the contract, kept in
 * `received`, and can be awaited.
 */
export class EventReader {
  readonly received: ReceivedEvent[] = []
  readonly #waiting = new Set<() => void>()
  readonly #abort = new AbortController()
  #failure: Error | undefined

  /** @throws when the hub refuses the stream; `status` and `body` are in the message. */
  static async open(url: string, headers: Record<string, string>): Promise<EventReader> {
    const reader = new EventReader()
    const response = await fetch(url, { headers, signal: reader.#abort.signal })
    if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`)
    void reader.#read(response.body)
    await reader.until('connection-changed')
    return reader
  }

  /** The first event (from `after` on) of this type for which `matches` holds; waits for it if needed. */
  async until<Type extends SyncEvent['type']>(
    type: Type,
    matches: (event: Extract<SyncEvent, { type: Type }>) => boolean = () => true,
    after = 0,
  ): Promise<Extract<SyncEvent, { type: Type }>> {
    for (;;) {
      for (const { event } of this.received.slice(after)) {
        if (event.type !== type) continue
        const typed = event as Extract<SyncEvent, { type: Type }>
        if (matches(typed)) return typed
      }
      if (this.#failure) throw this.#failure
      await new Promise<void>((resolve) => this.#waiting.add(resolve))
    }
  }

  /** All events of one type so far. */
  all<Type extends SyncEvent['type']>(type: Type): Extract<SyncEvent, { type: Type }>[] {
    return this.received.flatMap(({ event }) =>
      event.type === type ? [event as Extract<SyncEvent, { type: Type }>] : [],
    )
  }

  /** Cursor of the newest frame that carried one. */
  get lastEventId(): string | undefined {
    return this.received.findLast((frame) => frame.id !== undefined)?.id
  }

  close(): void {
    this.#abort.abort()
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    const parser = createParser({
      onEvent: (frame) => {
        this.received.push({ id: frame.id, event: SyncEvent.parse(JSON.parse(frame.data)) })
        this.#wake()
      },
    })
    const decoder = new TextDecoder()
    try {
      for await (const chunk of body) parser.feed(decoder.decode(chunk, { stream: true }))
      this.#failure = new Error('The event stream ended')
    } catch (error) {
      this.#failure = error as Error
    }
    this.#wake()
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve()
    this.#waiting.clear()
  }
}
