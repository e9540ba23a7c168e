import type { z } from 'zod'
import { ERROR_TEXTS } from './error-texts.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call an endpoint: anybody, any holder of a JWT, or only the `default` namespace. */
export type Access = 'public' | 'client' | 'owner'

/** How a 400 lists what was wrong: zod's flattened form, zod's issue list, or not at all. */
export type IssueStyle = 'flat' | 'list' | 'none'

type ParamName<Segment extends string> = Segment extends `:${infer Name}` ? Name : never
type ParamNames<Path extends string> = Path extends `${infer Head}/${infer Rest}`
  ? ParamName<Head> | ParamNames<Rest>
  : ParamName<Path>

/** `{ id: string, requestId: string }` for `/api/sessions/:id/permissions/:requestId`. */
export type PathParams<Path extends string> = { [Name in ParamNames<Path>]: string }

export interface EndpointShape<
  Query extends z.ZodType | undefined,
  Body extends z.ZodType | undefined,
  Response extends z.ZodType,
> {
  query?: Query
  body?: Body
  response: Response
  access?: Access
  issues?: IssueStyle
  /** Largest accepted request body in bytes; larger ones are answered 413. */
  bodyLimitBytes?: number
  /** The reference treats a missing or unreadable body of these routes as `{}`. */
  bodyOptional?: boolean
  /** `error` of the 400 for a body that fails validation, where it is not `Invalid body`. */
  invalidBody?: string
  /** `error` of the 400 when it is this query parameter that fails, where it is not `Invalid query`. */
  invalidQuery?: Readonly<Record<string, string>>
}

export interface Endpoint<
  Path extends string = string,
  Query extends z.ZodType | undefined = z.ZodType | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Response extends z.ZodType = z.ZodType,
> {
  readonly method: Method
  readonly path: Path
  readonly query: Query
  readonly body: Body
  readonly response: Response
  readonly access: Access
  readonly issues: IssueStyle
  readonly bodyLimitBytes: number
  readonly bodyOptional: boolean
  readonly invalidBody: string
  readonly invalidQuery: Readonly<Record<string, string>>
}

export const DEFAULT_BODY_LIMIT_BYTES = 1024 * 1024

/** The largest body any route accepts: a 50 MB upload as base64 inside JSON. */
export const MAX_BODY_LIMIT_BYTES = 72 * 1024 * 1024

/**
 * Declares one route of the client API: the hub serves it, the renderer calls it, tests parse with it.
 * Path parameters are non-empty strings named in the path.
 */
export function endpoint<
  const Path extends string,
  Response extends z.ZodType,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(
  method: Method,
  path: Path,
  shape: EndpointShape<Query, Body, Response>,
): Endpoint<Path, Query, Body, Response> {
  return {
    method,
    path,
    query: shape.query as Query,
    body: shape.body as Body,
    response: shape.response,
    access: shape.access ?? 'client',
    issues: shape.issues ?? 'flat',
    bodyLimitBytes: shape.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES,
    bodyOptional: shape.bodyOptional ?? false,
    invalidBody: shape.invalidBody ?? ERROR_TEXTS.invalidBody,
    invalidQuery: shape.invalidQuery ?? {},
  }
}
