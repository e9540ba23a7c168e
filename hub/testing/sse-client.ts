import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { createGunzip } from 'node:zlib'

export interface SseFrame {
  id: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of any shape
  event: any
  /** The frame as it was sent, without the blank line that ends it. */
  text: string
}

/** What became of a stream: `complete` includes, for gzip, a correct trailer. */
export type SseOutcome = 'complete' | 'broken'

/**
 * A subscriber that looks at the wire itself: frames as text, gzip inflated as it arrives and checked to
 * its trailer. `EventReader` is the one for tests that only care about events.
 */
export class SseClient {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly frames: SseFrame[] = []
  readonly outcome: Promise<SseOutcome>
  readonly #incoming: IncomingMessage
  readonly #waiting = new Set<() => void>()
  #rest = ''
  #isOver = false

  private constructor(incoming: IncomingMessage) {
    this.#incoming = incoming
    this.status = incoming.statusCode ?? 0
    this.headers = incoming.headers
    const { promise, resolve } = Promise.withResolvers<SseOutcome>()
    this.outcome = promise
    const settle = (outcome: SseOutcome) => {
      this.#isOver = true
      resolve(outcome)
      this.#wake()
    }
    const isGzip = incoming.headers['content-encoding'] === 'gzip'
    const text = isGzip ? incoming.pipe(createGunzip()) : incoming
    text.setEncoding('utf8')
    text.on('data', (chunk: string) => this.#feed(chunk))
    text.on('end', () => settle('complete'))
    text.on('error', () => settle('broken'))
    incoming.on('error', () => settle('broken'))
  }

  /** Resolves with the headers; `paused` leaves the body unread until `resume()`. */
  static open(
    port: number,
    path: string,
    { headers = {}, gzip = false, paused = false }: SseClientOptions = {},
  ): Promise<SseClient> {
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          host: '127.0.0.1',
          port,
          path,
          agent: false,
          headers: { ...(gzip && { 'accept-encoding': 'gzip' }), ...headers },
        },
        (incoming) => {
          const client = new SseClient(incoming)
          if (paused) incoming.pause()
          resolve(client)
        },
      )
      outgoing.on('error', reject)
      outgoing.end()
    })
  }

  /** The first `count` frames, once they are there. */
  async first(count: number): Promise<SseFrame[]> {
    await this.#until(() => this.frames.length >= count)
    return this.frames.slice(0, count)
  }

  /** All frames up to the first of this type, which is waited for. */
  async upTo(type: string): Promise<SseFrame[]> {
    await this.#until(() => this.frames.some((frame) => frame.event.type === type))
    return this.frames.slice(0, this.frames.findIndex((frame) => frame.event.type === type) + 1)
  }

  /** Goes on reading after `paused`. */
  resume(): void {
    this.#incoming.resume()
  }

  close(): void {
    this.#incoming.destroy()
  }

  async #until(isThere: () => boolean): Promise<void> {
    while (!isThere()) {
      if (this.#isOver) throw new Error(`The stream ended after ${this.frames.length} frames`)
      await new Promise<void>((resolve) => this.#waiting.add(resolve))
    }
  }

  #feed(chunk: string): void {
    this.#rest += chunk
    if (!chunk.includes('\n')) return
    const texts = this.#rest.split('\n\n')
    this.#rest = texts.pop() ?? ''
    for (const text of texts) this.frames.push(parse(text))
    this.#wake()
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve()
    this.#waiting.clear()
  }
}

export interface SseClientOptions {
  headers?: Record<string, string>
  gzip?: boolean
  paused?: boolean
}

function parse(text: string): SseFrame {
  const [data = '', id] = text.split('\n')
  return { id: id?.replace('id: ', ''), event: JSON.parse(data.replace('data: ', '')), text }
}
