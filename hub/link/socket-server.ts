import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { type Namespace, Server, type Socket } from 'socket.io'
import { CLI_NAMESPACE, SOCKET_MAX_FRAME_BYTES, SOCKET_PATH } from '../../contract/cli-plane.ts'

const PING_INTERVAL_MS = 25_000
const PING_TIMEOUT_MS = 20_000
const UPGRADE_TIMEOUT_MS = 10_000
/** Frames to a CLI are deflated from this size on; below it the work costs more than the wire. */
const DEFLATE_THRESHOLD_BYTES = 16 * 1024

/** Events as they come over the wire: any name, any arguments, nothing trusted. */
export interface WireEvents {
  [event: string]: (...args: unknown[]) => void
}

/** What a `/cli` socket proved at its handshake; an id is present only when its room was joined. */
export interface AgentSocketData {
  namespace: string
  sessionId?: string
  machineId?: string
}

export type AgentServer = Server<WireEvents, WireEvents, WireEvents, AgentSocketData>
export type AgentNamespace = Namespace<WireEvents, WireEvents, WireEvents, AgentSocketData>
export type AgentSocket = Socket<WireEvents, WireEvents, WireEvents, AgentSocketData>

export interface SocketServerOptions {
  /** Origins a browser may connect from; `*` allows every one. */
  corsOrigins: readonly string[]
}

/**
 * Socket.IO 4 beside the hub's HTTP server (CLI-plane reference 1 and 4.1). Call it after the HTTP
 * server got its request listener: the engine answers its own path and passes the rest on.
 * `close()` of the result also closes the HTTP server.
 */
export function createSocketServer(
  httpServer: HttpServer,
  { corsOrigins }: SocketServerOptions,
): AgentServer {
  const anyOrigin = corsOrigins.includes('*')
  const io: AgentServer = new Server(httpServer, {
    path: SOCKET_PATH,
    serveClient: false,
    pingInterval: PING_INTERVAL_MS,
    pingTimeout: PING_TIMEOUT_MS,
    upgradeTimeout: UPGRADE_TIMEOUT_MS,
    maxHttpBufferSize: SOCKET_MAX_FRAME_BYTES,
    perMessageDeflate: {
      threshold: DEFLATE_THRESHOLD_BYTES,
      // A kept deflate state costs about a quarter of a MiB for every connected CLI.
      serverNoContextTakeover: true,
      clientNoContextTakeover: true,
    },
    cors: { origin: anyOrigin ? '*' : [...corsOrigins], methods: ['GET', 'POST'], credentials: false },
    allowRequest: (request: IncomingMessage, decide) => {
      const { origin } = request.headers
      if (origin === undefined || anyOrigin || corsOrigins.includes(origin)) decide(null, true)
      else decide('Origin not allowed', false)
    },
  })
  httpServer.prependListener('upgrade', declineLocalDeflate)
  io.engine.on('connection', ({ transport }: { transport: { perMessageDeflate?: unknown } }) => {
    // Frames that are encoded already (updates to a room, uploads) are only written as they are when the
    // engine need not deflate; ws itself still deflates what is emitted to one socket, where agreed.
    transport.perMessageDeflate = false
  })
  return io
}

/**
 * Between processes of one computer deflate saves nothing and costs ten times the CPU of the message
 * itself, so there it is not agreed on. What a proxy on this computer passes on has come from afar.
 */
function declineLocalDeflate({ headers, socket }: IncomingMessage): void {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  if (!isForwarded && isLoopback(socket.remoteAddress)) delete headers['sec-websocket-extensions']
}

const isLoopback = (address = ''): boolean => address === '::1' || /^(::ffff:)?127\./.test(address)

/** The namespace CLIs and runners connect to. */
export function agentNamespace(io: AgentServer): AgentNamespace {
  return io.of(CLI_NAMESPACE)
}

/** Room of every CLI socket attached to a session (CLI-plane reference 4.2). */
export const sessionRoom = (sessionId: string): string => `session:${sessionId}`

/** Room of every runner socket attached to a machine. */
export const machineRoom = (machineId: string): string => `machine:${machineId}`
