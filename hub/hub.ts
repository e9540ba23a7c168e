import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HUB_TICK_MS } from '../contract/cli-plane.ts'
import { AccessTokens } from './auth/access-token.ts'
import { AuthAttempts } from './auth/attempt-limit.ts'
import { Jwt } from './auth/jwt.ts'
import { serveAgentSockets } from './cli/agent-sockets.ts'
import { cliRoutes } from './cli/cli-routes.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config/config.ts'
import { SessionFiles } from './files/session-files.ts'
import { corsOrigins, createApp } from './http/app.ts'
import { readJson } from './http/body.ts'
import type { RouteEntry } from './http/route.ts'
import { authRoutes } from './http/routes/auth.ts'
import { eventRoutes } from './http/routes/events.ts'
import { fileRoutes } from './http/routes/files.ts'
import { lifecycleRoutes } from './http/routes/lifecycle.ts'
import { machineRoutes } from './http/routes/machines.ts'
import { messageRoutes } from './http/routes/messages.ts'
import { permissionRoutes } from './http/routes/permissions.ts'
import { sessionRoutes } from './http/routes/sessions.ts'
import { usageRoutes } from './http/routes/usage.ts'
import { visibilityRoutes } from './http/routes/visibility.ts'
import { serveWebApp } from './http/web-app.ts'
import { SessionLifecycle } from './lifecycle/session-lifecycle.ts'
import { AgentLink } from './link/agent-link.ts'
import { createSocketServer } from './link/socket-server.ts'
import type { Log } from './log.ts'
import { MachineService } from './machines/machine-service.ts'
import { MessageService } from './messages/message-service.ts'
import { PermissionService } from './permissions/permission-service.ts'
import { EventBus } from './realtime/bus.ts'
import { SessionService } from './sessions/session-service.ts'
import { ClearReplacements } from './store/clear-replacements.ts'
import { Database } from './store/database.ts'
import { MachinesTable } from './store/machines.ts'
import { MessagesTable } from './store/messages.ts'
import { SessionsTable } from './store/sessions.ts'
import { UsageTable } from './store/usage.ts'
import { UsageService } from './usage/usage-service.ts'

export type HubOptions = Pick<Config, 'databasePath' | 'settings' | 'secrets' | 'sessionIdleTimeoutMs'> & {
  /** Where the renderer was built to. */
  webAppFolder: string
  log: Log
  clock?: Clock
}

export interface Hub {
  /** Where it listens, such as `http://127.0.0.1:3006`. */
  origin: string
  /** Ends streams and sockets, stores what is pending, folds the database's log and closes it. */
  close(): Promise<void>
}

/**
 * Builds the whole hub bottom-up and listens.
 * @throws DatabaseTooNew, SQLite's errors for a locked or damaged database, and the system's for the address
 */
export async function createHub(options: HubOptions): Promise<Hub> {
  const { settings, secrets, log, clock = systemClock } = options
  const db = Database.open(options.databasePath, log)
  try {
    // Socket.IO answers its own path and passes every other request on to this listener.
    const server = createServer((request, response) => void serve(request, response))
    const parts = buildParts(options, db, server, clock)
    const jwt = new Jwt({ secret: secrets.jwtSecret, clock })
    const app = createApp({
      routes: buildRoutes(options, parts, jwt, clock),
      jwt,
      db,
      log,
      settings,
      cli: cliRoutes({
        verify: parts.verify,
        readJson,
        sessionSummaryContract: () => settings.sessionSummaryContract,
        db,
        services: parts,
      }),
      webApp: serveWebApp(options.webAppFolder),
    })
    const serve = app.callback()
    await listen(server, settings.listenHost, settings.listenPort)
    const tick = clock.every(HUB_TICK_MS, () => {
      parts.sessions.tick()
      parts.machines.tick()
      parts.messages.tick()
      parts.lifecycle.tick()
    })
    return {
      origin: originOf(server, settings.listenHost),
      async close() {
        tick.cancel()
        await parts.bus.close()
        // Closing the sockets also closes the server, which ends once its last connection has.
        const closed = parts.io.close()
        server.closeAllConnections()
        await closed
        db.close()
      },
    }
  } catch (error) {
    db.close()
    throw error
  }
}

type Parts = ReturnType<typeof buildParts>

function buildParts(
  { settings, sessionIdleTimeoutMs: idleTimeoutMs, log }: HubOptions,
  db: Database,
  server: HttpServer,
  clock: Clock,
) {
  const accessTokens = new AccessTokens(settings.cliApiToken)
  const verify = (token: string) => accessTokens.verify(token)
  const bus = new EventBus({ clock, log })
  const io = createSocketServer(server, { corsOrigins: corsOrigins(settings) })
  const link = new AgentLink({ io, clock, log })

  const tables = {
    sessions: new SessionsTable(db),
    messages: new MessagesTable(db),
    machines: new MachinesTable(db),
    clearReplacements: new ClearReplacements(db),
  }
  const sessions = new SessionService({ db, ...tables, bus, clock, idleTimeoutMs })
  const messages = new MessageService({ db, messages: tables.messages, sessions, bus, link, clock })
  const machines = new MachineService({ db, machines: tables.machines, bus, link, clock })
  const lifecycle = new SessionLifecycle({ db, tables, sessions, messages, machines, link, bus, clock, log })
  messages.setGate((id) => lifecycle.isGated(id))
  messages.setRedirect((session) => lifecycle.redirect(session))
  const permissions = new PermissionService({ link })
  const files = new SessionFiles({ link })
  const usage = new UsageService({
    usage: new UsageTable(db),
    sessionModel: (id) => modelName(sessions, id),
    clock,
  })
  messages.onStored((message) => usage.observe(message))

  const services = { sessions, messages, machines, lifecycle }
  serveAgentSockets({ io, verify, db, link, services, clock, log })
  return { ...services, permissions, files, usage, bus, io, accessTokens, verify }
}

/** The session's model as one word, for usage rows that do not name theirs. */
function modelName(sessions: SessionService, sessionId: string): string | undefined {
  const model = sessions.find(sessionId)?.model
  return typeof model === 'string' ? model : model?.modelId
}

function buildRoutes({ secrets }: HubOptions, parts: Parts, jwt: Jwt, clock: Clock): RouteEntry[] {
  const { sessions, machines, bus, accessTokens } = parts
  return [
    ...authRoutes({
      accessTokens,
      attempts: new AuthAttempts({ clock }),
      jwt,
      ownerId: secrets.ownerId,
      capabilities: {},
    }),
    ...sessionRoutes(parts),
    ...lifecycleRoutes(parts),
    ...messageRoutes(parts),
    ...permissionRoutes(parts),
    ...machineRoutes(parts),
    ...fileRoutes(parts),
    ...usageRoutes(parts),
    ...visibilityRoutes(parts),
    ...eventRoutes({
      bus,
      resolveSession: (namespace, id) => sessions.require(namespace, id).id,
      requireMachine: (namespace, id) => void machines.require(namespace, id),
    }),
  ]
}

function listen(server: HttpServer, host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, host, () => {
    server.off('error', reject)
    resolve()
  })
  return promise
}

function originOf(server: HttpServer, host: string): string {
  const { port } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
