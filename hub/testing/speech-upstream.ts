import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { type FormPart, readForm } from '../http/multipart.ts'

export interface UpstreamCall {
  method: string | undefined
  url: string | undefined
  headers: IncomingHttpHeaders
  /** Of a form: its parts by name. */
  form: Record<string, FormPart>
  /** Of anything else. */
  bytes: Buffer
}

/** A speech service on this machine: keeps what it was asked and answers what the test says. */
export class SpeechUpstream {
  readonly calls: UpstreamCall[] = []
  /** Undefined: it never answers. */
  answer: { status?: number; headers?: Record<string, string>; body: string } | undefined = { body: '{}' }
  readonly #server: Server
  #onCall: (call: UpstreamCall) => void = () => {}
  #onGone: () => void = () => {}

  private constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response))
  }

  static async start(): Promise<SpeechUpstream> {
    const upstream = new SpeechUpstream()
    const { promise, resolve } = Promise.withResolvers<void>()
    upstream.#server.listen(0, '127.0.0.1', resolve)
    await promise
    return upstream
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The next request, once it is here to its end. */
  nextCall(): Promise<UpstreamCall> {
    const { promise, resolve } = Promise.withResolvers<UpstreamCall>()
    this.#onCall = resolve
    return promise
  }

  /** Whoever waits for the next answer has hung up. */
  nextHangUp(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#onGone = resolve
    return promise
  }

  close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#server.close(() => resolve())
    this.#server.closeAllConnections()
    return promise
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url, headers } = request
    const isForm = headers['content-type']?.startsWith('multipart/form-data') === true
    const parts = isForm ? await readForm(request, Number.MAX_SAFE_INTEGER) : []
    const bytes = isForm ? Buffer.alloc(0) : Buffer.concat(await request.toArray())
    const form = Object.fromEntries(parts.map((part) => [part.name, part]))
    const call = { method, url, headers, form, bytes }
    this.calls.push(call)
    response.once('close', () => this.#onGone())
    this.#onCall(call)
    if (!this.answer) return
    const { status = 200, headers: extra, body } = this.answer
    response.writeHead(status, { 'content-type': 'application/json', ...extra }).end(body)
  }
}
