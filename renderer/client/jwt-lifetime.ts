import { JWT_LIFETIME_SECONDS, JwtPayload } from '../../contract/auth.ts'

/** A JWT as the client keeps it, in memory only. */
export interface HeldJwt {
  token: string
  /** When it stops being valid, by this device's clock, in epoch ms. */
  expiresAt: number
  namespace: string | undefined
}

/**
 * Reads a JWT received at `now`. Its lifetime is counted on our own clock from the moment it arrived, so
 * that a device whose clock is wrong neither refreshes on every call nor too late.
 */
export function holdJwt(token: string, now: number): HeldJwt {
  const payload = decodePayload(token)
  const claims = JwtPayload.safeParse(payload)
  return {
    token,
    expiresAt: now + lifetimeSeconds(payload) * 1000,
    namespace: claims.success ? claims.data.ns : undefined,
  }
}

function lifetimeSeconds(payload: unknown): number {
  if (typeof payload !== 'object' || payload === null) return JWT_LIFETIME_SECONDS
  const { iat, exp } = payload as { iat?: unknown; exp?: unknown }
  if (typeof iat !== 'number' || typeof exp !== 'number' || exp <= iat) return JWT_LIFETIME_SECONDS
  return exp - iat
}

function decodePayload(token: string): unknown {
  const part = token.split('.')[1]
  if (!part) return undefined
  try {
    const bytes = Uint8Array.from(atob(part.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
