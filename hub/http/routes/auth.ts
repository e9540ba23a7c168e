import type { Context } from 'koa'
import { getHealth, type Health, PROTOCOL_VERSION, RENEWAL_HEADER } from '../../../contract/auth.ts'
import { authenticateAny, type BotAuthResponse, bindBotAccount } from '../../../contract/bot.ts'
import type { BotAccounts } from '../../accounts/bot-accounts.ts'
import type { AccessTokens } from '../../auth/access-token.ts'
import type { AuthAttempts } from '../../auth/attempt-limit.ts'
import type { MiniAppUser } from '../../auth/init-data.ts'
import type { Jwt } from '../../auth/jwt.ts'
import { HubError } from '../../errors.ts'
import { PROBE_HEADER } from '../../owner/reachability.ts'
import type { SeenBrowsers } from '../../owner/seen-browsers.ts'
import { publicRoute, type RouteEntry } from '../route.ts'
import { visitorOf } from '../visitor.ts'

export interface AuthRouteServices {
  accessTokens: AccessTokens
  attempts: AuthAttempts
  jwt: Jwt
  accounts: Pick<BotAccounts, 'signIn' | 'identify' | 'bind'>
  /** `uid` of every JWT of this hub, whatever its namespace. */
  ownerId: number
  /** What `GET /health` offers; clients treat missing keys as unsupported. */
  capabilities: Health['capabilities']
  /** Told what each request for health carries as its probe: whether it is our own. */
  noteProbe: (probe: string | undefined) => void
  browsers: Pick<SeenBrowsers, 'noteSignIn' | 'noteRenewal'>
}

const FIRST_NAME = 'Web User'

/**
 * Health, and what gives out JWTs: the exchange of an access token, and the mini-app's sign-in and binding
 * (spec: Health, Authentication endpoints; reference: not-shown A11).
 */
export function authRoutes(services: AuthRouteServices): RouteEntry[] {
  const { accounts, browsers } = services
  return [
    publicRoute(getHealth, ({ ctx }) => {
      services.noteProbe(ctx.get(PROBE_HEADER) || undefined)
      return {
        status: 'ok' as const,
        protocolVersion: PROTOCOL_VERSION,
        capabilities: services.capabilities,
      }
    }),
    publicRoute(authenticateAny, ({ body, ctx }) => {
      if ('accessToken' in body) {
        const namespace = requireNamespace(services, body.accessToken, ctx)
        const visitor = visitorOf(ctx, namespace)
        if (ctx.get(RENEWAL_HEADER)) browsers.noteRenewal(visitor)
        else browsers.noteSignIn(visitor)
        return admit(services, namespace)
      }
      const { user, namespace } = accounts.signIn(body.initData)
      // A bound account signs in anew with every opening of the mini-app.
      browsers.noteRenewal(visitorOf(ctx, namespace))
      return admit(services, namespace, user)
    }),
    publicRoute(bindBotAccount, ({ body, ctx }) => {
      const user = accounts.identify(body.initData)
      const namespace = requireNamespace(services, body.accessToken, ctx)
      accounts.bind(user, namespace)
      return admit(services, namespace, user)
    }),
  ]
}

async function admit(
  { jwt, ownerId }: AuthRouteServices,
  namespace: string,
  user?: MiniAppUser,
): Promise<BotAuthResponse> {
  return {
    token: await jwt.sign({ uid: ownerId, ns: namespace }),
    user: {
      id: ownerId,
      firstName: user?.first_name ?? FIRST_NAME,
      ...(user?.last_name !== undefined && { lastName: user.last_name }),
      ...(user?.username !== undefined && { username: user.username }),
    },
  }
}

/** The namespace of an access token, with a limit on guesses. @throws HubError 401, 429 */
function requireNamespace(
  { accessTokens, attempts }: AuthRouteServices,
  accessToken: string,
  ctx: Context,
): string {
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
  return verified.namespace
}
