import type { Context } from 'koa'
import type { Jwt } from '../../auth/jwt.ts'
import { HubError } from '../../errors.ts'

/** Whose request it is: the namespace every rule works in, and the hub's owner id. */
export interface Caller {
  namespace: string
  uid: number
}

/**
 * Finds the caller of a request by its bearer JWT; with `allowQueryToken` (the event stream only) also by
 * `?token=`, which the header overrides.
 * @throws HubError 401 with one of the three bodies of the spec (401 bodies)
 */
export type Authenticate = (ctx: Context, options?: { allowQueryToken?: boolean }) => Promise<Caller>

const missing = () => new HubError(401, 'Missing authorization token')

export function createAuthenticate(jwt: Jwt): Authenticate {
  return async (ctx, { allowQueryToken = false } = {}) => {
    const token =
      bearerToken(ctx.req.headers.authorization) ?? (allowQueryToken ? queryToken(ctx) : undefined)
    if (token === undefined) throw missing()
    const payload = await jwt.verify(token)
    if (payload === 'invalid') throw new HubError(401, 'Invalid token')
    if (payload === 'payload') throw new HubError(401, 'Invalid token payload')
    return { namespace: payload.ns, uid: payload.uid }
  }
}

/** The credential of an `Authorization: Bearer` header; undefined for none and for other schemes. */
export function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined || header.slice(0, 7).toLowerCase() !== 'bearer ') return undefined
  return header.slice(7).trim() || undefined
}

function queryToken(ctx: Context): string | undefined {
  const { token } = ctx.query
  return typeof token === 'string' && token !== '' ? token : undefined
}
