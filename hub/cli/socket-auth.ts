import { SocketAuth } from '../../contract/cli-plane.ts'
import { type AgentNamespace, type AgentSocket, machineRoom, sessionRoom } from '../link/socket-server.ts'
import type { SocketMachines, SocketSessions } from './cli-parts.ts'

/** Finds the namespace of a raw access token; undefined when the token is not ours. */
export type VerifyToken = (token: string) => { namespace: string } | undefined

const Credential = SocketAuth.pick({ token: true })

/** Lets only holders of an access token onto the namespace (CLI-plane reference 4.1). */
export function requireAccessToken(namespace: AgentNamespace, verify: VerifyToken): void {
  namespace.use((socket, next) => {
    const auth = Credential.safeParse(socket.handshake.auth).data
    const caller = auth && verify(auth.token)
    if (!caller) {
      next(new Error('Invalid token'))
      return
    }
    socket.data.namespace = caller.namespace
    next()
  })
}

/**
 * Joins the rooms of the session and the machine the socket names, as far as their rows stand in its
 * namespace; a failing check skips the join and keeps the connection (CLI-plane reference 4.2).
 */
export function joinOwnRooms(
  socket: AgentSocket,
  sessions: Pick<SocketSessions, 'identify'>,
  machines: Pick<SocketMachines, 'identify'>,
): void {
  const { sessionId, machineId } = SocketAuth.partial().safeParse(socket.handshake.auth).data ?? {}
  const { namespace } = socket.data
  if (sessionId && sessions.identify(sessionId)?.namespace === namespace) {
    socket.data.sessionId = sessionId
    // The adapter is in memory: it has joined when the call returns.
    void socket.join(sessionRoom(sessionId))
  }
  if (machineId && machines.identify(machineId)?.namespace === namespace) {
    socket.data.machineId = machineId
    void socket.join(machineRoom(machineId))
  }
}
