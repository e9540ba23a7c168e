import { noAnswer, PROVIDER_TIMEOUT_MS, type ProviderAnswer } from './answer.ts'
import type { ServiceAccount } from './fcm-credentials.ts'
import { signedToken } from './signed-token.ts'

const FCM_ORIGIN = 'https://fcm.googleapis.com'
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const ASSERTION_SECONDS = 3600
/** An access token is renewed this long before it ends. */
const RENEW_BEFORE_MS = 60_000

export interface FcmClientOptions {
  account: ServiceAccount
  /** Stands in for every Google host (`SVC_FCM_ORIGIN`). */
  origin?: string | undefined
  timeoutMs?: number
  now?: () => number
}

/** An Android message of the FCM HTTP v1 API; data values are strings. */
export interface FcmMessage {
  token: string
  data: Record<string, string>
  android: { priority: 'HIGH' | 'NORMAL'; restricted_package_name?: string; direct_boot_ok?: boolean }
}

/** Sends messages through Firebase Cloud Messaging (HTTP v1); never retries. */
export class FcmClient {
  readonly #account: ServiceAccount
  readonly #tokenUrl: string
  readonly #sendUrl: string
  readonly #timeoutMs: number
  readonly #now: () => number
  #access: { token: Promise<string>; until: number } | undefined

  constructor({ account, origin, timeoutMs = PROVIDER_TIMEOUT_MS, now = Date.now }: FcmClientOptions) {
    this.#account = account
    this.#tokenUrl = origin ? new URL(new URL(account.tokenUri).pathname, origin).href : account.tokenUri
    this.#sendUrl = `${origin ? new URL(origin).origin : FCM_ORIGIN}/v1/projects/${account.projectId}/messages:send`
    this.#timeoutMs = timeoutMs
    this.#now = now
  }

  async send(message: FcmMessage): Promise<ProviderAnswer> {
    const signal = AbortSignal.timeout(this.#timeoutMs)
    try {
      const token = await this.#accessToken()
      const response = await fetch(this.#sendUrl, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ message }),
        redirect: 'error',
        signal,
      })
      const body: unknown = await response.json().catch(() => undefined)
      signal.throwIfAborted()
      if (response.status === 401) this.#access = undefined
      return response.ok ? { accepted: true } : refusal(response.status, body)
    } catch (error) {
      if (error instanceof AccessRefused) {
        return { accepted: false, status: error.status, code: 'auth', isTokenDead: false }
      }
      return noAnswer((error as Error).name === 'TimeoutError' ? 'timeout' : 'network')
    }
  }

  /** One request serves everybody who waits; a failed one is forgotten. */
  #accessToken(): Promise<string> {
    if (this.#access && this.#access.until > this.#now()) return this.#access.token
    const issued = this.#requestAccess()
    const access = {
      token: issued.then(({ token }) => token),
      until: this.#now() + this.#timeoutMs,
    }
    this.#access = access
    issued.then(
      ({ lifetimeMs }) => {
        access.until = this.#now() + lifetimeMs - RENEW_BEFORE_MS
      },
      () => {
        if (this.#access === access) this.#access = undefined
      },
    )
    return access.token
  }

  async #requestAccess(): Promise<{ token: string; lifetimeMs: number }> {
    const issuedAt = Math.floor(this.#now() / 1000)
    const { clientEmail, privateKey, tokenUri } = this.#account
    const assertion = signedToken(
      privateKey,
      {},
      { iss: clientEmail, scope: SCOPE, aud: tokenUri, iat: issuedAt, exp: issuedAt + ASSERTION_SECONDS },
    )
    const response = await fetch(this.#tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
      redirect: 'error',
      signal: AbortSignal.timeout(this.#timeoutMs),
    })
    const body = (await response.json().catch(() => undefined)) as
      | { access_token?: unknown; expires_in?: unknown }
      | undefined
    if (!response.ok || typeof body?.access_token !== 'string') throw new AccessRefused(response.status)
    return {
      token: body.access_token,
      lifetimeMs: (typeof body.expires_in === 'number' ? body.expires_in : 0) * 1000,
    }
  }
}

/** Google does not trust our credentials, or not now. */
class AccessRefused extends Error {
  readonly status: number

  constructor(status: number) {
    super('No access token')
    this.status = status
  }
}

interface FcmError {
  error?: { status?: unknown; details?: { errorCode?: unknown; fieldViolations?: { field?: unknown }[] }[] }
}

function refusal(status: number, body: unknown): ProviderAnswer {
  const { error } = (body ?? {}) as FcmError
  const details = Array.isArray(error?.details) ? error.details : []
  const code = details.map((detail) => detail?.errorCode).find((word) => typeof word === 'string')
  const word = String(code ?? error?.status ?? (status === 401 || status === 403 ? 'auth' : status))
  const blamesToken = details.some((detail) =>
    detail?.fieldViolations?.some(({ field }) => field === 'message.token'),
  )
  const isTokenDead = (status === 404 && word === 'UNREGISTERED') || (status === 400 && blamesToken)
  return { accepted: false, status, code: word, isTokenDead }
}
