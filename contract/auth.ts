import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Version of the wire protocol; clients stop pairing when it differs from theirs. */
export const PROTOCOL_VERSION = 1

export const JWT_LIFETIME_SECONDS = 4 * 60 * 60

/** The namespace of an access token without `:`; its holder owns the hub. */
export const OWNER_NAMESPACE = 'default'

export const Health = z.object({
  status: z.literal('ok'),
  protocolVersion: z.number(),
  capabilities: z.looseObject({
    workGraph: z.boolean().optional(),
    titleSuggestion: z.boolean().optional(),
  }),
})
export type Health = z.infer<typeof Health>

export const JwtPayload = z.object({ uid: z.number(), ns: z.string().min(1) })
export type JwtPayload = z.infer<typeof JwtPayload>

export const AuthBody = z.object({ accessToken: z.string().min(1) })
export const AuthResponse = z.object({
  token: z.string(),
  user: z.object({ id: z.number(), firstName: z.string() }),
})
export type AuthResponse = z.infer<typeof AuthResponse>

export const getHealth = endpoint('GET', '/health', { response: Health, access: 'public' })

/**
 * Header of an exchange that nobody signs in by: a page of ours renews the JWT it had, or fetches one for a token
 * it kept. Without it an exchange counts as somebody who signs in.
 */
export const RENEWAL_HEADER = 'x-svc-renewal'

/** Exchanges the long-lived access token for a JWT (spec: Token exchange and JWT). */
export const authenticate = endpoint('POST', '/api/auth', {
  body: AuthBody,
  response: AuthResponse,
  access: 'public',
  issues: 'none',
  bodyLimitBytes: 64 * 1024,
})
