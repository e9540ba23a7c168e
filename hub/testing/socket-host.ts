import { createServer, type Server as HttpServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ManagerOptions, io as openSocket, type Socket, type SocketOptions } from 'socket.io-client'
import { CLI_NAMESPACE } from '../../contract/cli-plane.ts'
import { type AgentServer, createSocketServer } from '../link/socket-server.ts'

export type ClientSocket = Socket

/** A real HTTP server with the hub's socket server on it, and sockets of real clients. */
export class SocketHost {
  readonly io: AgentServer
  readonly origin: string
  readonly #clients: ClientSocket[] = []

  private constructor(io: AgentServer, origin: string) {
    this.io = io
    this.origin = origin
  }

  static async start(
    options: { corsOrigins?: string[]; listener?: RequestListener } = {},
  ): Promise<SocketHost> {
    const http: HttpServer = createServer(options.listener ?? ((_request, response) => response.end()))
    const io = createSocketServer(http, { corsOrigins: options.corsOrigins ?? [] })
    const { promise, resolve } = Promise.withResolvers<void>()
    http.listen(0, '127.0.0.1', resolve)
    await promise
    return new SocketHost(io, `http://127.0.0.1:${(http.address() as AddressInfo).port}`)
  }

  /** A client that does not reconnect; it connects to `/cli` over websocket unless told otherwise. */
  open(
    auth: Record<string, unknown> = {},
    options: Partial<ManagerOptions & SocketOptions> & { namespace?: string } = {},
  ): ClientSocket {
    const { namespace = CLI_NAMESPACE, ...rest } = options
    const client = openSocket(`${this.origin}${namespace}`, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      auth,
      ...rest,
    })
    this.#clients.push(client)
    return client
  }

  /** As `open`, once connected; rejects with the hub's connect error. */
  async connect(...args: Parameters<SocketHost['open']>): Promise<ClientSocket> {
    const client = this.open(...args)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    client.once('connect', resolve)
    client.once('connect_error', reject)
    await promise
    return client
  }

  async close(): Promise<void> {
    for (const client of this.#clients) client.disconnect()
    await this.io.close()
  }
}

/** The first argument of the next `event` the client hears. */
export function heard<T = unknown>(client: ClientSocket, event: string): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>()
  client.once(event, (value: T) => resolve(value))
  return promise
}
