import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type OutgoingHttpHeaders,
} from 'node:http2'
import type { Socket } from 'node:net'
import { SendFailed } from './answer.ts'

/** A connection unused for longer may have died without a word (sleep, NAT); the next request opens another. */
const TRUSTED_IDLE_MS = 60_000
const REPLY_MAX_BYTES = 64 * 1024

export interface Http2Reply {
  status: number
  body: string
}

/** The provider said that it did not begin to handle the request, so that sending it again is safe. */
class Unprocessed extends Error {
  constructor() {
    super('The provider did not process the request')
    this.name = 'Unprocessed'
  }
}

interface Shared {
  readonly session: ClientHttp2Session
  socket: Socket | undefined
  openStreams: number
  lastUsedAt: number
}

/**
 * One HTTP/2 connection shared by all requests to a provider. It is opened when needed, and left for a new
 * one when it ends, when the provider says goodbye (GOAWAY), when a request on it got no answer, or when it
 * was idle for long. What was left closes once its last request has ended.
 */
export class ApnsConnection {
  readonly #origin: string
  readonly #now: () => number
  #shared: Shared | undefined

  constructor(origin: string, now: () => number) {
    this.#origin = origin
    this.#now = now
  }

  /**
   * One POST; a second one only if the provider certainly did not process the first.
   * @throws SendFailed or the network's error when there was no answer, `signal.reason` when it was aborted
   */
  async post(headers: OutgoingHttpHeaders, body: string, signal: AbortSignal): Promise<Http2Reply> {
    try {
      return await this.#attempt(headers, body, signal)
    } catch (error) {
      if (!(error instanceof Unprocessed)) throw error
    }
    try {
      return await this.#attempt(headers, body, signal)
    } catch (error) {
      throw error instanceof Unprocessed ? new SendFailed('network refused') : error
    }
  }

  close(): void {
    if (this.#shared) hangUp(this.#shared)
    this.#shared = undefined
  }

  async #attempt(headers: OutgoingHttpHeaders, body: string, signal: AbortSignal): Promise<Http2Reply> {
    signal.throwIfAborted()
    const shared = this.#current()
    shared.openStreams += 1
    try {
      const reply = await exchange(shared.session, headers, body, signal)
      shared.lastUsedAt = this.#now()
      return reply
    } catch (error) {
      this.#leave(shared)
      throw error
    } finally {
      shared.openStreams -= 1
      if (shared.openStreams === 0 && this.#shared !== shared) hangUp(shared)
    }
  }

  #current(): Shared {
    const present = this.#shared
    if (present && isUsable(present.session) && this.#isTrusted(present)) return present
    if (present) this.#leave(present)
    const session = connect(this.#origin)
    // An idle connection to a provider is no reason for the hub's process to go on.
    session.unref()
    const shared: Shared = { session, socket: undefined, openStreams: 0, lastUsedAt: this.#now() }
    session.on('connect', (_session, socket) => {
      shared.socket = socket
    })
    this.#shared = shared
    session.on('goaway', () => this.#leave(shared))
    session.on('close', () => this.#leave(shared))
    // Whoever waits for an answer hears of it by their stream.
    session.on('error', () => this.#leave(shared))
    return shared
  }

  #isTrusted({ openStreams, lastUsedAt }: Shared): boolean {
    return openStreams > 0 || this.#now() - lastUsedAt <= TRUSTED_IDLE_MS
  }

  #leave(shared: Shared): void {
    if (this.#shared === shared) this.#shared = undefined
    if (shared.openStreams === 0) hangUp(shared)
  }
}

const isUsable = (session: ClientHttp2Session) => !session.closed && !session.destroyed

/** Also when the session ended by itself and only waits for the other side to hang up too. */
function hangUp({ session, socket }: Shared): void {
  session.destroy()
  socket?.destroy()
}

function exchange(
  session: ClientHttp2Session,
  headers: OutgoingHttpHeaders,
  body: string,
  signal: AbortSignal,
): Promise<Http2Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Http2Reply>()
  const stream = session.request({ ...headers, [constants.HTTP2_HEADER_METHOD]: 'POST' })
  const stop = () => {
    reject(signal.reason)
    stream.close(constants.NGHTTP2_CANCEL)
  }
  signal.addEventListener('abort', stop, { once: true })
  let failure: Error | undefined
  let status: number | undefined
  const chunks: Buffer[] = []
  let bytes = 0
  stream.on('response', (answer) => {
    status = Number(answer[constants.HTTP2_HEADER_STATUS])
  })
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= REPLY_MAX_BYTES) chunks.push(chunk)
    else stream.close(constants.NGHTTP2_CANCEL)
  })
  stream.on('error', (error) => {
    failure = error
  })
  stream.on('close', () => {
    signal.removeEventListener('abort', stop)
    if (status !== undefined) resolve({ status, body: Buffer.concat(chunks).toString('utf8') })
    else reject(reasonOf(stream, failure))
  })
  stream.end(body)
  return promise
}

function reasonOf(stream: ClientHttp2Stream, failure: Error | undefined): Error {
  if (stream.rstCode === constants.NGHTTP2_REFUSED_STREAM) return new Unprocessed()
  return failure ?? new SendFailed('network closed')
}
