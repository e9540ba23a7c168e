import type { Context } from 'koa'
import { z } from 'zod'
import { OWNER_NAMESPACE } from '../../contract/auth.ts'
import {
  type Access,
  DEFAULT_BODY_LIMIT_BYTES,
  type Endpoint,
  type IssueStyle,
  type Method,
  type PathParams,
} from '../../contract/endpoint.ts'
import { ERROR_TEXTS } from '../../contract/error-texts.ts'
import { AgentFailed, AgentUnreachable, HubError, invalidQuery, ownerOnly } from '../errors.ts'
import { type RawBody, send } from './answer.ts'
import { MalformedBody, readJson } from './body.ts'
import type { BodyRoom } from './body-room.ts'
import type { Authenticate, Caller } from './middleware/auth.ts'

export { type RawBody, rawBytes, rawJson } from './answer.ts'

/** What every route needs from the hub: who calls, room for what they send, and when what it wrote is durable. */
export interface RouteServices {
  authenticate: Authenticate
  bodyRoom: BodyRoom
  settled(): Promise<void> | undefined
}

/** One method and path the app answers. */
export interface RouteEntry {
  readonly method: Method
  readonly path: string
  /** What it was declared with; undefined for a raw route. */
  readonly endpoint: Endpoint | undefined
  /** Whether HEAD may be answered as GET without its body. */
  readonly allowsHead: boolean
  serve(ctx: Context, services: RouteServices): Promise<void>
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

export interface PublicRequest<Path extends string, Query, Body> {
  /** Path parameters, URL-decoded, never empty. */
  params: PathParams<Path>
  query: Parsed<Query>
  body: Parsed<Body>
  ctx: Context
}

export interface RouteRequest<Path extends string, Query, Body> extends PublicRequest<Path, Query, Body> {
  caller: Caller
}

type Answer<Response extends z.ZodType> = z.output<Response> | RawBody | Promise<z.output<Response> | RawBody>

/**
 * Serves an endpoint of the contract to holders of a JWT: parses params, query and body strictly, checks
 * access, and answers the handler's value as JSON once everything it wrote is durable. The handler sets
 * another status than 200 on `ctx`, and throws HubError for expected failures.
 */
export function route<
  Path extends string,
  Query extends z.ZodType | undefined,
  Body extends z.ZodType | undefined,
  Response extends z.ZodType,
>(
  endpoint: Endpoint<Path, Query, Body, Response>,
  handler: (request: RouteRequest<Path, Query, Body>) => Answer<Response>,
): RouteEntry {
  if (endpoint.access === 'public') throw new Error(`${endpoint.path} is public: use publicRoute()`)
  const read = requestReader(endpoint)
  return entry(endpoint, async (ctx, services) => {
    const caller = await admit(ctx, services.authenticate, endpoint.access)
    const serve = async () => handler({ ...(await read(ctx)), caller })
    return mayBeLarge(ctx, endpoint)
      ? services.bodyRoom.hold(ctx.req, endpoint.bodyLimitBytes, serve)
      : serve()
  })
}

/** Small bodies never wait for room: a message is not to stand behind somebody's recording. */
function mayBeLarge({ req }: Context, { bodyLimitBytes }: Endpoint): boolean {
  const announced = req.headers['content-length']
  const mayHaveBody = announced !== undefined || req.headers['transfer-encoding'] !== undefined
  return (
    mayHaveBody && Math.min(Number(announced ?? bodyLimitBytes), bodyLimitBytes) > DEFAULT_BODY_LIMIT_BYTES
  )
}

/** Serves an endpoint that needs no JWT; otherwise as `route()`. */
export function publicRoute<
  Path extends string,
  Query extends z.ZodType | undefined,
  Body extends z.ZodType | undefined,
  Response extends z.ZodType,
>(
  endpoint: Endpoint<Path, Query, Body, Response>,
  handler: (request: PublicRequest<Path, Query, Body>) => Answer<Response>,
): RouteEntry {
  if (endpoint.access !== 'public') throw new Error(`${endpoint.path} is not public: use route()`)
  const read = requestReader(endpoint)
  return entry(endpoint, async (ctx) => handler(await read(ctx)))
}

export interface RawRouteOptions {
  access?: Exclude<Access, 'public'>
  /** Also accept `?token=<JWT>`; only the event stream does (spec: Token exchange and JWT 4). */
  queryToken?: boolean
}

/**
 * Serves a method and path with a plain Koa handler that reads the request and writes the answer itself
 * (the event stream, multipart bodies). The caller is known before it runs; HEAD is not served.
 */
export function rawRoute(
  method: Method,
  path: string,
  handler: (request: { ctx: Context; caller: Caller }) => void | Promise<void>,
  { access = 'client', queryToken = false }: RawRouteOptions = {},
): RouteEntry {
  return {
    method,
    path,
    endpoint: undefined,
    allowsHead: false,
    async serve(ctx, { authenticate }) {
      const caller = await admit(ctx, authenticate, access, queryToken)
      await handler({ ctx, caller })
    },
  }
}

/** The `{ success: false, error }` envelope for an agent that is away or failed (spec: RPC-wrapped endpoints). */
export async function rpcEnvelope<T>(answer: Promise<T>): Promise<T | { success: false; error: string }> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof AgentUnreachable || error instanceof AgentFailed) {
      return { success: false, error: error.message }
    }
    throw error
  }
}

/** As `rpcEnvelope`, but an absent agent is a 503 `rpc_target_missing`, as model catalogs answer it. */
export async function rpcCatalog<T>(answer: Promise<T>): Promise<T | { success: false; error: string }> {
  return rpcEnvelope(
    answer.catch((error: unknown) => {
      if (!(error instanceof AgentUnreachable)) throw error
      throw new HubError(503, error.message, { code: 'rpc_target_missing' })
    }),
  )
}

/** An agent that is away or failed is a 409 with its message, as configuration routes answer it (ruling 14). */
export async function rpcOrConflict<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof AgentUnreachable || error instanceof AgentFailed)
      throw new HubError(409, error.message)
    throw error
  }
}

function entry(
  endpoint: Endpoint,
  handle: (ctx: Context, services: RouteServices) => Promise<unknown>,
): RouteEntry {
  const { method, path } = endpoint
  return {
    method,
    path,
    endpoint,
    allowsHead: true,
    async serve(ctx, services) {
      const result = await handle(ctx, services)
      await services.settled()
      send(ctx, result)
    },
  }
}

async function admit(
  ctx: Context,
  authenticate: Authenticate,
  access: Access,
  allowQueryToken = false,
): Promise<Caller> {
  const caller = await authenticate(ctx, { allowQueryToken })
  if (access === 'owner' && caller.namespace !== OWNER_NAMESPACE) throw ownerOnly()
  return caller
}

function requestReader<
  Path extends string,
  Query extends z.ZodType | undefined,
  Body extends z.ZodType | undefined,
>(endpoint: Endpoint<Path, Query, Body>) {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name as string)
  return async (ctx: Context): Promise<PublicRequest<Path, Query, Body>> => ({
    params: readParams(ctx, names) as PathParams<Path>,
    query: (endpoint.query ? readQuery(ctx, endpoint, endpoint.query) : undefined) as Parsed<Query>,
    body: (endpoint.body ? await readBody(ctx, endpoint, endpoint.body) : undefined) as Parsed<Body>,
    ctx,
  })
}

/** Decodes the router's captures itself: the router lets broken percent-encoding pass. */
function readParams(ctx: Context, names: string[]): Record<string, string> {
  const captures = ctx.captures as string[]
  try {
    return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(captures[index] ?? '')]))
  } catch {
    throw new HubError(400, ERROR_TEXTS.invalidPath)
  }
}

function readQuery(ctx: Context, endpoint: Endpoint, schema: z.ZodType): unknown {
  const parsed = schema.safeParse(ctx.query)
  if (parsed.success) return parsed.data
  const parameter = String(parsed.error.issues[0]?.path[0])
  throw invalidQuery(issuesOf(parsed.error, endpoint.issues), endpoint.invalidQuery[parameter])
}

async function readBody(ctx: Context, endpoint: Endpoint, schema: z.ZodType): Promise<unknown> {
  const refuse = (error: z.ZodError) =>
    new HubError(400, endpoint.invalidBody, { issues: issuesOf(error, endpoint.issues) })
  let value: unknown
  try {
    value = await readJson(ctx.req, endpoint.bodyLimitBytes)
  } catch (error) {
    if (!(error instanceof MalformedBody)) throw error
    if (!endpoint.bodyOptional) {
      throw refuse(new z.ZodError([{ code: 'custom', path: [], message: error.message, input: undefined }]))
    }
    value = {}
  }
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw refuse(parsed.error)
  return parsed.data
}

function issuesOf(error: z.ZodError, style: IssueStyle): unknown {
  if (style === 'none') return undefined
  return style === 'flat' ? z.flattenError(error) : error.issues
}
