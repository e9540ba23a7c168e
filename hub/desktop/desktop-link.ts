import type { Server as HttpServer } from 'node:http'
import type { Socket } from 'node:net'
import { OWNER_NAMESPACE } from '../../contract/auth.ts'
import type { HubCommand, HubReport } from '../../contract/desktop.ts'
import type { Clock } from '../clock.ts'
import { isLoopback } from '../pairing.ts'
import type { PermissionService } from '../permissions/permission-service.ts'
import type { EventBus } from '../realtime/bus.ts'
import type { SessionService } from '../sessions/session-service.ts'
import { WaitingList } from './waiting-list.ts'

/** The way to the desktop shell that started this hub. */
export interface DesktopChannel {
  report(report: HubReport): void
  onCommand(listener: (command: HubCommand) => void): void
}

export interface DesktopLinkParts {
  channel: DesktopChannel
  sessions: SessionService
  permissions: PermissionService
  bus: Pick<EventBus, 'beat'>
  server: HttpServer
  /** The addresses this computer has now. */
  ownAddresses: () => readonly string[]
  clock: Clock
}

/** Tells the desktop shell what waits and who works, and does what it asks; the answer ends that. */
export function serveDesktop(parts: DesktopLinkParts): { close(): void } {
  const { channel, sessions, clock, server } = parts
  const list = new WaitingList({
    sessions,
    clock,
    onChange: (waiting) => channel.report({ type: 'waiting', ...waiting }),
  })
  const connections = new Set<Socket>()
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  channel.onCommand((command) => {
    if (command.type === 'decide') void decide(command, parts)
    else if (command.type === 'check-streams') checkStreams(connections, parts)
  })
  return { close: () => list.close() }
}

async function decide(
  { sessionId, requestId, allow }: Extract<HubCommand, { type: 'decide' }>,
  { channel, sessions, permissions }: DesktopLinkParts,
): Promise<void> {
  const about = { type: 'decided', sessionId, requestId } as const
  try {
    const session = sessions.require(OWNER_NAMESPACE, sessionId, { active: true })
    await permissions.decide(session, requestId, { approved: allow })
    channel.report(about)
  } catch (error) {
    channel.report({ ...about, problem: (error as Error).message })
  }
}

/**
 * Finds out connections that lead nowhere: one through an address this computer no longer has is ended, and
 * every stream is written to, which ends those whose other side has given up meanwhile.
 */
function checkStreams(connections: ReadonlySet<Socket>, { ownAddresses, bus }: DesktopLinkParts): void {
  const own = new Set(ownAddresses())
  for (const socket of connections) {
    const address = plainAddress(socket.localAddress ?? '')
    if (address !== '' && !isLoopback(address) && !own.has(address)) socket.destroy()
  }
  bus.beat()
}

/** An IPv4 connection of a socket that listens for both is written as an IPv6 address. */
const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '').replace(/%.*$/, '')
