import { jwtVerify, SignJWT } from 'jose'
import { JWT_LIFETIME_SECONDS, JwtPayload } from '../../contract/auth.ts'
import type { Clock } from '../clock.ts'

/** Why a token was refused: its signature or expiry, or what it carries. */
export type JwtRefusal = 'invalid' | 'payload'

const REMEMBERED_TOKENS_MAX = 1000

interface Verified {
  payload: JwtPayload
  /** Seconds since 1970, as in the token. */
  exp: number
}

/**
 * Signs and verifies the hub's JWTs: HS256 with the hub's own 32-byte secret, `{uid, ns}` plus `iat` and
 * `exp`, valid for four hours (spec: Token exchange and JWT). Tokens already verified are remembered, so
 * that all but the first request with one cost a look-up.
 */
export class Jwt {
  #secret: Uint8Array
  readonly #clock: Clock
  readonly #verified = new Map<string, Verified>()

  constructor({ secret, clock }: { secret: Uint8Array; clock: Clock }) {
    this.#secret = secret
    this.#clock = clock
  }

  /** From here on every JWT signed before is invalid. */
  replaceSecret(secret: Uint8Array): void {
    this.#secret = secret
    this.#verified.clear()
  }

  async sign({ uid, ns }: JwtPayload): Promise<string> {
    const issuedAt = Math.floor(this.#clock.now() / 1000)
    return new SignJWT({ uid, ns })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + JWT_LIFETIME_SECONDS)
      .sign(this.#secret)
  }

  async verify(token: string): Promise<JwtPayload | JwtRefusal> {
    const known = this.#verified.get(token)
    if (known) {
      if (known.exp > this.#clock.now() / 1000) return known.payload
      this.#verified.delete(token)
      return 'invalid'
    }
    const secret = this.#secret
    const verified = await this.#check(token)
    if (typeof verified === 'string') return verified
    if (this.#secret !== secret) return 'invalid'
    this.#remember(token, verified)
    return verified.payload
  }

  async #check(token: string): Promise<Verified | JwtRefusal> {
    try {
      const { payload } = await jwtVerify(token, this.#secret, {
        algorithms: ['HS256'],
        currentDate: new Date(this.#clock.now()),
      })
      const parsed = JwtPayload.safeParse(payload)
      if (!parsed.success || payload.exp === undefined) return 'payload'
      return { payload: parsed.data, exp: payload.exp }
    } catch {
      // jose throws one error class per way a token can be wrong; to the caller they are all the same.
      return 'invalid'
    }
  }

  #remember(token: string, verified: Verified): void {
    if (this.#verified.size >= REMEMBERED_TOKENS_MAX) {
      const oldest = this.#verified.keys().next().value
      if (oldest !== undefined) this.#verified.delete(oldest)
    }
    this.#verified.set(token, verified)
  }
}
