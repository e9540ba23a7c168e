import { z } from 'zod'
import { RpcRegisterPayload } from '../../contract/cli-plane.ts'
import type { Clock } from '../clock.ts'
import type { AgentLink } from '../link/agent-link.ts'
import { type AgentServer, type AgentSocket, agentNamespace } from '../link/socket-server.ts'
import type { Log } from '../log.ts'
import { AgentEvents } from './agent-events.ts'
import type {
  CommitPoint,
  SocketLifecycle,
  SocketMachines,
  SocketMessages,
  SocketSessions,
} from './cli-parts.ts'
import { onMachineEvents } from './machine-socket.ts'
import { onSessionEvents } from './session-socket.ts'
import { joinOwnRooms, requireAccessToken, type VerifyToken } from './socket-auth.ts'

const RPC_NAME_MAX_LENGTH = 512

export interface AgentSocketParts {
  io: AgentServer
  verify: VerifyToken
  db: CommitPoint
  link: Pick<AgentLink, 'register' | 'unregister' | 'forget' | 'deliver' | 'deliverMachine'>
  services: {
    sessions: SocketSessions
    messages: SocketMessages
    machines: SocketMachines
    lifecycle: SocketLifecycle
  }
  clock: Clock
  log: Log
}

/** Opens the namespace `/cli` to CLIs and runners (CLI-plane reference 4, 5 and 7.1). */
export function serveAgentSockets({ io, verify, db, link, services, clock, log }: AgentSocketParts): void {
  const { sessions, messages, machines } = services
  const namespace = agentNamespace(io)
  const events = new AgentEvents(log)
  onSessionEvents(events, { db, clock, link, ...services })
  onMachineEvents(events, { db, clock, link, machines })
  onRpcEvents(events, link, log)
  events.on('ping', { payload: z.unknown(), handle: ({ reply }) => reply() })

  requireAccessToken(namespace, verify)
  namespace.on('connection', (socket) => {
    socket.on('disconnect', () => link.forget(socket))
    events.attach(socket)
    events.guard('connection', () => {
      joinOwnRooms(socket, sessions, machines)
      const { sessionId } = socket.data
      if (sessionId) messages.redeliver(sessionId)
    })
  })
}

function onRpcEvents(events: AgentEvents, link: Pick<AgentLink, 'register' | 'unregister'>, log: Log): void {
  const warned = new WeakSet<AgentSocket>()
  events.on('rpc-register', {
    payload: RpcRegisterPayload,
    handle({ socket, payload: { method } }) {
      if ((isOwnName(socket, method) && link.register(socket, method)) || warned.has(socket)) return
      warned.add(socket)
      log.warn('A socket registered too many RPC handlers, or some for what it did not connect for; ignored')
    },
  })
  events.on('rpc-unregister', {
    payload: RpcRegisterPayload,
    handle: ({ socket, payload: { method } }) => link.unregister(socket, method),
  })
}

/** A socket may answer only for the session or machine whose room it joined. */
function isOwnName({ data: { sessionId, machineId } }: AgentSocket, name: string): boolean {
  if (name.length > RPC_NAME_MAX_LENGTH) return false
  return [sessionId, machineId].some(
    (id) => id !== undefined && name.startsWith(`${id}:`) && name.length > id.length + 1,
  )
}
