import type { Middleware } from 'koa'
import { Jwt } from '../auth/jwt.ts'
import { createApp } from '../http/app.ts'
import type { BodyRoom } from '../http/body-room.ts'
import type { RouteEntry } from '../http/route.ts'
import { type LogFields, silentLog } from '../log.ts'
import { ManualClock } from './manual-clock.ts'
import { type HttpAnswer, type HttpInput, RawHttp } from './raw-http.ts'

export interface HttpAppSetup {
  settled?: () => Promise<void> | undefined
  onError?: (message: string, fields?: LogFields) => void
  publicUrl?: string
  corsOrigins?: string[]
  listenHost?: string
  bodyRoom?: BodyRoom
  cli?: Middleware
  webApp?: Middleware
}

export const JWT_SECRET = new Uint8Array(32).fill(7)

const running: RawHttp[] = []

/** The hub's HTTP app around a test's own routes, on a real server; `closeHttpApps` ends it. */
export async function startHttpApp(routes: RouteEntry[], setup: HttpAppSetup = {}) {
  const jwt = new Jwt({ secret: JWT_SECRET, clock: new ManualClock() })
  const app = createApp({
    routes,
    jwt,
    db: { settled: setup.settled ?? (() => undefined) },
    log: { ...silentLog, error: setup.onError ?? (() => {}) },
    settings: {
      listenHost: setup.listenHost ?? '127.0.0.1',
      publicUrl: setup.publicUrl,
      corsOrigins: setup.corsOrigins ?? [],
    },
    ...(setup.bodyRoom && { bodyRoom: setup.bodyRoom }),
    ...(setup.cli ? { cli: setup.cli } : {}),
    ...(setup.webApp ? { webApp: setup.webApp } : {}),
  })
  const server = await RawHttp.serve(app.callback())
  running.push(server)
  const bearer = async (ns = 'default') => ({ authorization: `Bearer ${await jwt.sign({ uid: 1, ns })}` })
  return {
    server,
    bearer,
    /** A request of the hub's owner. */
    call: async (path: string, input: HttpInput = {}): Promise<HttpAnswer> =>
      server.send(path, { ...input, headers: { ...(await bearer()), ...input.headers } }),
  }
}

export async function closeHttpApps(): Promise<void> {
  for (const server of running.splice(0)) await server.close()
}

/** Status and parsed body of an answer. */
export const json = (answer: HttpAnswer) => ({ status: answer.status, body: JSON.parse(answer.text) })
