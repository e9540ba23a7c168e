import { AgentLink } from '../link/agent-link.ts'
import { type AgentSocket, agentNamespace, machineRoom, sessionRoom } from '../link/socket-server.ts'
import { silentLog } from '../log.ts'
import { ManualClock } from './manual-clock.ts'
import { type ClientSocket, SocketHost } from './socket-host.ts'

/** Acknowledges what a CLI was asked. */
export type Ack = (answer?: unknown) => void

/** A CLI's socket, seen from both ends. */
export interface LinkedAgent {
  client: ClientSocket
  socket: AgentSocket
}

/** An AgentLink on a real socket server, with clients that need not sign in. */
export class LinkedAgents {
  readonly clock = new ManualClock()
  readonly link: AgentLink
  readonly #host: SocketHost

  private constructor(host: SocketHost) {
    this.#host = host
    this.link = new AgentLink({ io: host.io, clock: this.clock, log: silentLog })
    agentNamespace(host.io).on('connection', (socket) => {
      socket.on('disconnect', () => this.link.forget(socket))
    })
  }

  static async start(): Promise<LinkedAgents> {
    return new LinkedAgents(await SocketHost.start())
  }

  /** A connected CLI in the rooms of session `s` and machine `m`. */
  async connect(options: Parameters<SocketHost['connect']>[1] = {}): Promise<LinkedAgent> {
    const client = await this.#host.connect({}, options)
    const socket = agentNamespace(this.#host.io).sockets.get(client.id ?? '')
    if (!socket) throw new Error('The hub has no such socket')
    await socket.join([sessionRoom('s'), machineRoom('m')])
    return { client, socket }
  }

  /** Resolves once the hub knows that the CLI has gone. */
  async disconnect({ client, socket }: LinkedAgent): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    socket.once('disconnect', () => resolve())
    client.disconnect()
    await promise
  }

  close(): Promise<void> {
    return this.#host.close()
  }
}
