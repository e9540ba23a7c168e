import type { Context } from 'koa'
import { z } from 'zod'
import {
  AuthBody,
  AuthResponse,
  authenticate,
  getHealth,
  type Health,
  PROTOCOL_VERSION,
} from '../../../contract/auth.ts'
import { endpoint } from '../../../contract/endpoint.ts'
import type { AccessTokens } from '../../auth/access-token.ts'
import type { AuthAttempts } from '../../auth/attempt-limit.ts'
import type { Jwt } from '../../auth/jwt.ts'
import { HubError } from '../../errors.ts'
import { publicRoute, type RouteEntry } from '../route.ts'

export interface AuthRouteServices {
  accessTokens: AccessTokens
  attempts: AuthAttempts
  jwt: Jwt
  /** `uid` of every JWT of this hub, whatever its namespace. */
  ownerId: number
  /** What `GET /health` offers; clients treat missing keys as unsupported. */
  capabilities: Health['capabilities']
}

const FIRST_NAME = 'Web User'

const InitData = z.object({ initData: z.string().min(1) })

/** The exchange, and the mini-app's form of it that we can only decline (spec: Errors, 503). */
const exchange = { ...authenticate, body: z.union([AuthBody, InitData]) }

const bind = endpoint('POST', '/api/bind', {
  body: InitData.extend(AuthBody.shape),
  response: AuthResponse,
  access: 'public',
  issues: 'none',
  bodyLimitBytes: authenticate.bodyLimitBytes,
})

const botDisabled = () => new HubError(503, 'The messaging bot is disabled')

/** Health, and the exchange of an access token for a JWT (spec: Health, Authentication endpoints). */
export function authRoutes(services: AuthRouteServices): RouteEntry[] {
  return [
    publicRoute(getHealth, () => ({
      status: 'ok' as const,
      protocolVersion: PROTOCOL_VERSION,
      capabilities: services.capabilities,
    })),
    publicRoute(exchange, ({ body, ctx }) => {
      if (!('accessToken' in body)) throw botDisabled()
      return exchangeToken(services, body.accessToken, ctx)
    }),
    publicRoute(bind, () => {
      throw botDisabled()
    }),
  ]
}

async function exchangeToken(
  { accessTokens, attempts, jwt, ownerId }: AuthRouteServices,
  accessToken: string,
  ctx: Context,
): Promise<AuthResponse> {
  const address = ctx.req.socket.remoteAddress ?? ''
  const waitMs = attempts.waitMs(address)
  if (waitMs > 0) {
    ctx.set('Retry-After', String(Math.ceil(waitMs / 1000)))
    throw new HubError(429, 'Too many failed attempts from this address; try again later')
  }
  const verified = accessTokens.verify(accessToken)
  if (!verified) {
    attempts.noteFailure(address)
    throw new HubError(401, 'Invalid access token')
  }
  attempts.noteSuccess(address)
  const token = await jwt.sign({ uid: ownerId, ns: verified.namespace })
  return { token, user: { id: ownerId, firstName: FIRST_NAME } }
}
