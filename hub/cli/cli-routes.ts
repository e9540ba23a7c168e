import type { IncomingMessage } from 'node:http'
import { Router } from '@koa/router'
import type { Context, Middleware } from 'koa'
import { z } from 'zod'
import { PROTOCOL_VERSION } from '../../contract/auth.ts'
import {
  CLI_PROTOCOL_HEADER,
  CliBackfillQuery,
  CliMachineBody,
  CliSessionBody,
} from '../../contract/cli-plane.ts'
import { HubError, invalidBody, invalidQuery } from '../errors.ts'
import type { SessionRecord } from '../store/sessions.ts'
import type { CommitPoint, RouteLifecycle, RouteMachines, RouteMessages, RouteSessions } from './cli-parts.ts'
import type { VerifyToken } from './socket-auth.ts'

const BODY_MAX_BYTES = 16 * 1024 * 1024
/** What CLIs send is kept as JSON, and JSON nested deeper than the stack cannot be written again. */
const BODY_MAX_LEVELS = 500

export interface CliRouteParts {
  verify: VerifyToken
  /** Reads a JSON body; rejects with HubError for what must be refused, with anything else for broken JSON. */
  readJson(request: IncomingMessage, limitBytes: number): Promise<unknown>
  /** Whether CLIs are to ask their agents for a status line (setting `sessionSummaryContract`). */
  sessionSummaryContract(): boolean
  db: Pick<CommitPoint, 'settled'>
  services: {
    sessions: RouteSessions
    messages: RouteMessages
    machines: RouteMachines
    lifecycle: RouteLifecycle
  }
}

interface CliRequest {
  namespace: string
  params: { id: string }
  query: unknown
  /** The parsed body, or undefined when it was no JSON or nested too deeply. */
  readBody(): Promise<unknown>
}

type Handler = (request: CliRequest) => unknown

/**
 * `/cli/*` for CLIs and runners (CLI-plane reference 2 and 3). It throws HubErrors for the app's error
 * middleware and passes paths it does not know on, in both cases with the protocol header already set.
 */
export function cliRoutes(parts: CliRouteParts): Middleware {
  const router = new Router({ prefix: '/cli', exclusive: 'specificity', sensitive: true })
  const on = (method: 'GET' | 'POST', path: string, handler: Handler): void => {
    router.register(path, [method], async (ctx) => {
      const result = await handler({
        namespace: ctx.state.namespace,
        params: { id: ctx.params.id ?? '' },
        query: ctx.query,
        readBody: () => readBody(parts, ctx.req),
      })
      await parts.db.settled()
      ctx.response.set('Content-Type', 'application/json; charset=utf-8')
      ctx.body = JSON.stringify(result)
    })
  }
  sessionRoutes(on, parts)
  resumeRoutes(on, parts)
  clearRoutes(on, parts)
  machineRoutes(on, parts)
  const serve = router.routes() as unknown as Middleware
  return (ctx, next) => {
    ctx.response.set(CLI_PROTOCOL_HEADER, String(PROTOCOL_VERSION))
    ctx.state.namespace = authenticate(ctx, parts.verify)
    return serve(ctx, next)
  }
}

type On = (method: 'GET' | 'POST', path: string, handler: Handler) => void

function sessionRoutes(on: On, { sessionSummaryContract, services }: CliRouteParts): void {
  const { sessions, messages, machines } = services
  on('POST', '/sessions', async ({ namespace, readBody }) => {
    const body = parseBody(CliSessionBody, await readBody())
    if (body.machine) machines.upsert(namespace, body.machine)
    const session = sessions.createOrLoad(namespace, body)
    return { session, sessionSummaryContract: sessionSummaryContract() }
  })
  on('GET', '/sessions/:id', ({ namespace, params }) => {
    const session = sessions.toCliSession(sessions.require(namespace, params.id, { exact: true }))
    return { session, sessionSummaryContract: sessionSummaryContract() }
  })
  on('GET', '/sessions/:id/messages', ({ namespace, params, query }) => {
    sessions.require(namespace, params.id, { exact: true })
    const { afterSeq, limit } = parseQuery(CliBackfillQuery, query)
    return { messages: messages.backfill(params.id, afterSeq, limit) }
  })
}

const ResumableQuery = z.object({ machineId: z.string().min(1).optional() })

function resumeRoutes(on: On, { services: { sessions, lifecycle } }: CliRouteParts): void {
  on('GET', '/sessions/resumable', ({ namespace, query }) => ({
    sessions: lifecycle.resumable(namespace, parseQuery(ResumableQuery, query).machineId),
  }))
  on('GET', '/sessions/:id/resume-target', ({ namespace, params }) => ({
    target: lifecycle.resumeTarget(requireCoded(sessions, namespace, params.id)),
  }))
  on('POST', '/sessions/:id/handoff-local', async ({ namespace, params }) => {
    await lifecycle.handoffLocal(requireCoded(sessions, namespace, params.id))
    return { ok: true }
  })
  // It would edit the store of one agent on the hub's own computer; to this hub no session has one.
  on('POST', '/sessions/:id/migrate-to-acp', ({ namespace, params }) => {
    requireCoded(sessions, namespace, params.id)
    const message = 'This hub has no store of this session to migrate'
    const outcome = { ok: false, sessionId: params.id, reason: 'not_cursor_session', message, durationMs: 0 }
    throw new HubError(409, message, { details: outcome })
  })
}

const ClearCallbackBody = z.object({ replacementSessionId: z.string().min(1) })

function clearRoutes(on: On, { services: { sessions, lifecycle } }: CliRouteParts): void {
  const { clearOpencode } = lifecycle
  const source = ({ namespace, params }: CliRequest) =>
    requireCoded(sessions, namespace, params.id, { exact: true })
  const replacementId = async ({ readBody }: CliRequest): Promise<string> => {
    const body = ClearCallbackBody.safeParse(await readBody())
    if (!body.success) throw new HubError(400, 'Invalid clear callback request')
    return body.data.replacementSessionId
  }
  on('POST', '/sessions/:id/clear-opencode/reserve', (request) => ({
    ok: true,
    sessionId: clearOpencode.reserve(source(request)),
  }))
  on('POST', '/sessions/:id/clear-opencode/confirm-cleanup', async (request) => {
    const replacement = await replacementId(request)
    return { ok: true, sessionId: clearOpencode.confirmCleanup(source(request), replacement) }
  })
  on('POST', '/sessions/:id/clear-opencode/abort', async (request) => {
    const replacement = await replacementId(request)
    return { ok: true, sessionId: clearOpencode.abort(source(request), replacement) }
  })
  on('POST', '/sessions/:id/clear-opencode', async (request) => ({
    ok: true,
    sessionId: await clearOpencode.finish(source(request)),
  }))
}

function machineRoutes(on: On, { services: { machines } }: CliRouteParts): void {
  on('POST', '/machines', async ({ namespace, readBody }) => ({
    machine: machines.upsert(namespace, parseBody(CliMachineBody, await readBody())),
  }))
  on('GET', '/machines/:id', ({ namespace, params }) => ({ machine: machines.require(namespace, params.id) }))
}

/** The namespace of the caller. @throws HubError 401 with the texts of CLI-plane reference 2 */
function authenticate(ctx: Context, verify: VerifyToken): string {
  const { authorization } = ctx.req.headers
  if (authorization === undefined) throw new HubError(401, 'Missing Authorization header')
  const token = /^bearer\s+(\S.*)$/i.exec(authorization)?.[1]
  if (token === undefined) throw new HubError(401, 'Invalid Authorization header')
  const caller = verify(token)
  if (!caller) throw new HubError(401, 'Invalid token')
  return caller.namespace
}

/** As `sessions.require`, with the codes that the routes about resuming and clearing answer. */
function requireCoded(
  sessions: RouteSessions,
  namespace: string,
  id: string,
  options: { exact?: true } = {},
): SessionRecord {
  const row = sessions.identify(id)
  if (!row) throw new HubError(404, 'Session not found', { code: 'session_not_found' })
  if (row.namespace !== namespace) {
    throw new HubError(403, 'Session access denied', { code: 'access_denied' })
  }
  return sessions.require(namespace, id, options)
}

async function readBody({ readJson }: CliRouteParts, request: IncomingMessage): Promise<unknown> {
  try {
    const body = await readJson(request, BODY_MAX_BYTES)
    return isDeeperThan(BODY_MAX_LEVELS, body) ? undefined : body
  } catch (error) {
    if (error instanceof HubError) throw error
    return undefined
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((child) => isDeeperThan(levels - 1, child))
}

function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw invalidBody()
  return parsed.data
}

function parseQuery<Schema extends z.ZodType>(schema: Schema, query: unknown): z.output<Schema> {
  const parsed = schema.safeParse(query)
  if (!parsed.success) throw invalidQuery()
  return parsed.data
}
