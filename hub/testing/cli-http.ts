import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import { AccessTokens } from '../auth/access-token.ts'
import { type CliRouteParts, cliRoutes } from '../cli/cli-routes.ts'
import {
  HubError,
  machineAccessDenied,
  machineNotFound,
  sessionAccessDenied,
  sessionNotFound,
} from '../errors.ts'
import { readJson } from '../http/body.ts'
import { handleErrors } from '../http/middleware/errors.ts'
import { silentLog } from '../log.ts'
import { Database } from '../store/database.ts'
import { BASE_TOKEN } from './agent-plane.ts'

const OWNERS = new Map([
  ['s1', 'default'],
  ['m1', 'default'],
  ['foreign', 'other'],
])

/** `/cli/*` on a real server, above services that keep what they were told and answer with its name. */
export class CliHttp {
  readonly db = Database.open(':memory:', silentLog)
  readonly calls: unknown[][] = []
  /** Runs inside `createOrLoad`. */
  duringCreate: () => void = () => {}
  readonly #server: Server

  private constructor() {
    const tokens = new AccessTokens(BASE_TOKEN)
    const app = new Koa()
    app.use(handleErrors(silentLog))
    app.use(
      cliRoutes({
        verify: (token) => tokens.verify(token),
        readJson,
        sessionSummaryContract: () => true,
        db: this.db,
        services: this.#services(),
      }),
    )
    app.use(() => {
      throw new HubError(404, 'Not found')
    })
    this.#server = createServer(app.callback())
  }

  static async start(): Promise<CliHttp> {
    const plane = new CliHttp()
    const { promise, resolve } = Promise.withResolvers<void>()
    plane.#server.listen(0, '127.0.0.1', resolve)
    await promise
    return plane
  }

  /** A request with the access token of `default`, or with another header, or with none for `''`. */
  async request(method: string, path: string, body?: unknown, authorization = `Bearer ${BASE_TOKEN}`) {
    const { port } = this.#server.address() as AddressInfo
    const response = await fetch(`http://127.0.0.1:${port}/cli${path}`, {
      method,
      headers: { 'Accept-Encoding': 'gzip', ...(authorization !== '' && { Authorization: authorization }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: JSON.parse(text) as unknown, headers: response.headers }
  }

  async close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#server.close(() => resolve())
    this.#server.closeAllConnections()
    await promise
    this.db.close()
  }

  /** Keeps the call and answers with a value that names it, in place of a wire record. */
  #noted<T>(...call: unknown[]): T {
    this.calls.push(call)
    return { from: call[0] } as T
  }

  #services(): CliRouteParts['services'] {
    return {
      sessions: {
        identify(id) {
          const namespace = OWNERS.get(id)
          return namespace === undefined ? undefined : { namespace }
        },
        require: (namespace, id, options) => {
          assertOwner(namespace, id, { notFound: sessionNotFound, denied: sessionAccessDenied })
          return { ...this.#noted<{ id: string }>('sessions.require', id, options), id } as never
        },
        toCliSession: ({ id }) => ({ id }) as never,
        createOrLoad: (...args) => {
          this.duringCreate()
          return this.#noted('sessions.createOrLoad', ...args)
        },
      },
      messages: { backfill: (...args) => [this.#noted('messages.backfill', ...args)] },
      machines: {
        upsert: (namespace, body) => {
          if (body.id === 'foreign') throw machineAccessDenied()
          return this.#noted('machines.upsert', namespace, body)
        },
        require: (namespace, id) => {
          assertOwner(namespace, id, { notFound: machineNotFound, denied: machineAccessDenied })
          return this.#noted('machines.require', id)
        },
      },
      lifecycle: {
        resumable: (...args) => [this.#noted('lifecycle.resumable', ...args)],
        resumeTarget: ({ id }) => this.#noted('lifecycle.resumeTarget', id),
        handoffLocal: async ({ id }) => this.#noted('lifecycle.handoffLocal', id),
        clearOpencode: {
          reserve: ({ id }) => {
            this.#noted('reserve', id)
            return 'replacement'
          },
          confirmCleanup: ({ id }, replacement) => {
            this.#noted('confirmCleanup', id, replacement)
            return replacement
          },
          abort: ({ id }, replacement) => {
            this.#noted('abort', id, replacement)
            return id
          },
          finish: async ({ id }) => {
            this.#noted('finish', id)
            return 'replacement'
          },
        },
      },
    }
  }
}

function assertOwner(
  namespace: string,
  id: string,
  { notFound, denied }: { notFound: () => HubError; denied: () => HubError },
): void {
  const owner = OWNERS.get(id)
  if (owner === undefined) throw notFound()
  if (owner !== namespace) throw denied()
}
