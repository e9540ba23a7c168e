import { z } from 'zod'
import { AuthBody, AuthResponse, authenticate } from './auth.ts'
import { endpoint } from './endpoint.ts'

/** What the messaging platform opened our mini-app with. */
export const InitDataBody = z.object({ initData: z.string().min(1) })

/** A JWT, with the names the platform gives its account. */
export const BotAuthResponse = AuthResponse.extend({
  user: AuthResponse.shape.user.extend({
    username: z.string().optional(),
    lastName: z.string().optional(),
  }),
})
export type BotAuthResponse = z.infer<typeof BotAuthResponse>

/**
 * The exchange with the mini-app's form of it: init data of a bound account instead of an access token.
 * 401 `not_bound` for an account that is not bound, 503 without a bot (reference: not-shown A11).
 */
export const authenticateAny = {
  ...authenticate,
  body: z.union([AuthBody, InitDataBody]),
  response: BotAuthResponse,
}

/** Binds an account to the namespace of an access token; 409 `already_bound` when it has another. */
export const bindBotAccount = endpoint('POST', '/api/bind', {
  body: InitDataBody.extend(AuthBody.shape),
  response: BotAuthResponse,
  access: 'public',
  issues: 'none',
  bodyLimitBytes: authenticate.bodyLimitBytes,
})
