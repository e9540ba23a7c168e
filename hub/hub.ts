import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HUB_TICK_MS } from '../contract/cli-plane.ts'
import { Jwt } from './auth/jwt.ts'
import { cliRoutes } from './cli/cli-routes.ts'
import { systemClock } from './clock.ts'
import { serveDesktop } from './desktop/desktop-link.ts'
import { createApp } from './http/app.ts'
import { readJson } from './http/body.ts'
import type { RouteEntry } from './http/route.ts'
import { openApiRoutes } from './http/routes/openapi.ts'
import { serveWebApp } from './http/web-app.ts'
import { buildOwnerRoutes, buildRoutes } from './hub-routes.ts'
import { buildNotifications, buildServices, type HubOptions } from './hub-services.ts'
import { ownAddresses } from './pairing.ts'
import { Database } from './store/database.ts'

/**
 * An idle connection stays open for so long. Tunnels and proxies keep theirs to us for up to 90 s; a request they
 * send on one that we just closed is lost, and whoever sent it is told that the hub failed.
 */
const KEEP_ALIVE_MS = 95_000

export type { HubOptions } from './hub-services.ts'

export interface Hub {
  /** Where it listens, such as `http://127.0.0.1:3006`. */
  origin: string
  /** What its HTTP app answers beside the agents' plane and the web app. */
  routes: readonly Pick<RouteEntry, 'method' | 'path'>[]
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
    const server = createServer(
      { keepAliveTimeout: KEEP_ALIVE_MS },
      (request, response) => void serve(request, response),
    )
    const services = buildServices(options, db, server, clock)
    const notifications = buildNotifications(options, services, clock)
    const desktop =
      options.desktop &&
      serveDesktop({
        ...services,
        channel: options.desktop,
        server,
        ownAddresses,
        clock,
      })
    const jwt = new Jwt({ secret: secrets.jwtSecret, clock })
    const routes = [
      ...buildRoutes(options, services, jwt, clock),
      ...buildOwnerRoutes(options, { services, jwt, server, notifications }),
    ]
    routes.push(...openApiRoutes([...routes]))
    const app = createApp({
      routes,
      jwt,
      db,
      log,
      bodyRoom: services.bodyRoom,
      settings,
      cli: cliRoutes({
        verify: services.verify,
        readJson,
        sessionSummaryContract: () => settings.sessionSummaryContract,
        db,
        services,
      }),
      webApp: serveWebApp(options.webAppFolder, { isMiniApp: settings.messagingBotToken !== undefined }),
    })
    const serve = app.callback()
    await listen(server, settings.listenHost, settings.listenPort)
    await services.scratchlist.start()
    notifications.bot?.start()
    const tick = clock.every(HUB_TICK_MS, () => {
      services.sessions.tick()
      services.machines.tick()
      services.messages.tick()
      services.lifecycle.tick()
      services.messageIndex.tick()
    })
    return {
      origin: originOf(server, settings.listenHost),
      routes,
      async close() {
        tick.cancel()
        desktop?.close()
        notifications.notices.close()
        await notifications.bot?.close()
        await services.bus.close()
        // Closing the sockets also closes the server, which ends once its last connection has.
        const closed = services.io.close()
        server.closeAllConnections()
        await closed
        await notifications.push.close()
        await services.scratchlist.close()
        services.messageIndex.close()
        await services.backups.idle()
        db.close()
      },
    }
  } catch (error) {
    db.close()
    throw error
  }
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
