import { Router } from '@koa/router'
import Koa, { type Context, type Middleware } from 'koa'
import type { Jwt } from '../auth/jwt.ts'
import { HubError } from '../errors.ts'
import type { Log } from '../log.ts'
import { BodyRoom } from './body-room.ts'
import { createAuthenticate } from './middleware/auth.ts'
import { allowOrigins } from './middleware/cors.ts'
import { handleErrors } from './middleware/errors.ts'
import { compressJson } from './middleware/gzip.ts'
import { createHostCheck, type HostCheckSettings, requireKnownHost } from './middleware/host.ts'
import { securityHeaders } from './middleware/security.ts'
import type { RouteEntry, RouteServices } from './route.ts'

export interface AppOptions {
  routes: RouteEntry[]
  jwt: Jwt
  /** Its `settled()` is awaited before a route answers. */
  db: { settled(): Promise<void> | undefined }
  log: Log
  bodyRoom?: BodyRoom
  /** `corsOrigins` empty: the origin of `publicUrl` alone is allowed. */
  settings: HostCheckSettings
  /** Serves `/cli/*`; never compressed. */
  cli?: Middleware
  /** Serves everything else: the web app. */
  webApp?: Middleware
}

/** The hub's HTTP app: the client API, the CLI plane's routes and the web app behind the same few checks. */
export function createApp({
  routes,
  jwt,
  db,
  log,
  bodyRoom = new BodyRoom(),
  settings,
  cli,
  webApp,
}: AppOptions): Koa {
  const app = new Koa()
  // What still fails when an answer is under way is a connection that broke; Koa would print it to stderr.
  app.on('error', (error: unknown) => log.debug('A connection broke while it was answered', { error }))
  const services: RouteServices = {
    authenticate: createAuthenticate(jwt),
    bodyRoom,
    settled: () => db.settled(),
  }
  const isKnownHost = createHostCheck(settings)
  app.use(securityHeaders)
  app.use(allowOrigins(corsOrigins(settings)))
  app.use(only(isApi, compressJson()))
  app.use(handleErrors(log))
  app.use(requireKnownHost(isKnownHost))
  app.use(serveRoutes(routes, services))
  if (cli) app.use(only(isCli, cli))
  app.use(
    only(isApi, async (ctx) => {
      // Without a JWT nobody learns which routes exist.
      await services.authenticate(ctx)
      throw notFound()
    }),
  )
  if (webApp) app.use(only((path) => !isCli(path), webApp))
  app.use(() => {
    throw notFound()
  })
  return app
}

/** The origins whose pages may call the hub: the configured ones, else that of `publicUrl`. */
export function corsOrigins({ corsOrigins, publicUrl }: HostCheckSettings): string[] {
  if (corsOrigins.length > 0)
    return corsOrigins.map((origin) => (origin === '*' ? '*' : new URL(origin).origin))
  return publicUrl === undefined ? [] : [new URL(publicUrl).origin]
}

const notFound = () => new HubError(404, 'Not found')

const isApi = (path: string) => path === '/api' || path.startsWith('/api/')

const isCli = (path: string) => path === '/cli' || path.startsWith('/cli/') || path.startsWith('/socket.io/')

const only =
  (matches: (path: string) => boolean, middleware: Middleware): Middleware =>
  (ctx, next) =>
    matches(ctx.path) ? middleware(ctx, next) : next()

/** A fixed path wins over one with a parameter in the same place. */
function serveRoutes(routes: RouteEntry[], services: RouteServices): Middleware {
  const router = new Router({ exclusive: 'specificity', sensitive: true, strict: true })
  const seen = new Set<string>()
  for (const entry of routes) {
    const name = `${entry.method} ${entry.path}`
    if (seen.has(name)) throw new Error(`${name} is served twice`)
    seen.add(name)
    router.register(entry.path, [entry.method], (ctx, next) => {
      // The router offers HEAD to every GET route.
      if (ctx.method === 'HEAD' && !entry.allowsHead) return next()
      return entry.serve(ctx as Context, services)
    })
  }
  return router.routes() as unknown as Middleware
}
