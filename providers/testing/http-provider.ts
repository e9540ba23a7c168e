import { once } from 'node:events'
import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Certificate } from './certificate.ts'

export interface HttpRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export type HttpReply =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  | 'hang'
  | 'half-close'

/** A server on port 0 of 127.0.0.1 that answers as its owner says, and counts its connections. */
export class HttpProvider {
  readonly #server: Server
  readonly #scheme: 'http' | 'https'
  readonly #sockets = new Set<Socket>()
  #most = 0

  private constructor(server: Server, scheme: 'http' | 'https') {
    this.#server = server
    this.#scheme = scheme
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket)
      this.#most = Math.max(this.#most, this.#sockets.size)
      socket.on('close', () => this.#sockets.delete(socket))
    })
  }

  static async serve(
    answer: (request: HttpRequest) => HttpReply | Promise<HttpReply>,
    certificate?: Certificate,
  ): Promise<HttpProvider> {
    const listener = (request: IncomingMessage, response: ServerResponse) =>
      void reply(request, response, answer)
    const server = certificate ? createHttpsServer(certificate, listener) : createHttpServer(listener)
    const provider = new HttpProvider(server, certificate ? 'https' : 'http')
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return provider
  }

  get origin(): string {
    return `${this.#scheme}://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Connections now. */
  get openSockets(): number {
    return this.#sockets.size
  }

  /** The most connections there were at one time. */
  get mostSockets(): number {
    return this.#most
  }

  /** Breaks every connection off. */
  dropAll(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Lets go of connections without a request; resolves when nobody is connected any more. */
  async allGone(): Promise<void> {
    this.#server.closeIdleConnections()
    for (const socket of [...this.#sockets]) if (!socket.destroyed) await once(socket, 'close')
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.dropAll()
    await closed
  }
}

async function reply(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: HttpRequest) => HttpReply | Promise<HttpReply>,
): Promise<void> {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  // Whoever hangs up in the middle of a request gets no answer.
  request.on('error', () => {})
  await new Promise<void>((resolve) => request.on('end', resolve))
  const { method = '', url: path = '', headers } = request
  const result = await answer({ method, path, headers, body: Buffer.concat(chunks) })
  if (result === 'hang') return
  if (result === 'half-close') {
    request.socket.end()
    return
  }
  response.writeHead(result.status, { 'content-type': 'application/json', ...result.headers })
  response.end(result.body === undefined ? '' : JSON.stringify(result.body))
}
