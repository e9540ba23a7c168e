import { SignJWT } from 'jose'
import { type ProviderAnswer, plainCode, plainWord, SendFailed } from './answer.ts'
import type { ServiceAccount } from './fcm-credentials.ts'
import { type PostReply, post, postJson } from './post.ts'

const FCM_ORIGIN = 'https://fcm.googleapis.com'
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const ASSERTION_LIFETIME_SECONDS = 3600
/** What FCM takes as data of one message: names and values, in UTF-8. */
export const FCM_DATA_MAX_BYTES = 4096
/** A question for an access token ends after this long, however many still join those who wait for it. */
const ACCESS_TIMEOUT_MS = 10_000
/** An access token is renewed this long before it ends. */
const RENEW_BEFORE_MS = 60_000

export interface FcmClientOptions {
  /** Milliseconds since 1970. */
  now: () => number
  /** Takes the place of both provider hosts (`SVC_FCM_ORIGIN`). */
  origin: string | undefined
  /** For the provider to give an access token. */
  accessTimeoutMs?: number
}

/** A message of FCM's HTTP v1 interface; data values are strings. */
export interface FcmMessage {
  token: string
  data: Record<string, string>
  android: { priority: 'HIGH' | 'NORMAL'; restricted_package_name?: string; direct_boot_ok?: boolean }
}

/** The provider gave no access token. */
export class AccessRefused extends SendFailed {
  /** HTTP status. */
  readonly status: number

  constructor(status: number, word: unknown) {
    super(plainCode(`auth ${status}`, word))
    this.name = 'AccessRefused'
    this.status = status
  }
}

/** Sends to Android by FCM's HTTP v1 interface; never retries. */
export class FcmClient {
  readonly #target: URL
  readonly #tokens: AccessTokenSource

  constructor(account: ServiceAccount, { now, origin, accessTimeoutMs }: FcmClientOptions) {
    const path = `/v1/projects/${encodeURIComponent(account.projectId)}/messages:send`
    this.#target = new URL(path, origin ?? FCM_ORIGIN)
    const tokenUri = origin === undefined ? account.tokenUri : new URL('/token', origin).href
    this.#tokens = new AccessTokenSource({ ...account, tokenUri }, now, accessTimeoutMs)
  }

  /** @throws AccessRefused, SendFailed `auth timeout`, the network's error, or `signal.reason` */
  async send(message: FcmMessage, signal: AbortSignal): Promise<ProviderAnswer> {
    const authorization = `Bearer ${await this.#tokens.get(signal)}`
    const reply = await postJson(this.#target, { message }, { headers: { authorization }, signal })
    if (reply.status === 401) this.#tokens.forget()
    return answerOf(reply)
  }
}

interface Failure {
  status?: unknown
  details?: ({ errorCode?: unknown; fieldViolations?: ({ field?: unknown } | null)[] } | null)[]
}

function answerOf({ status, body }: PostReply): ProviderAnswer {
  if (status === 200) return { accepted: true }
  const failure = (body as { error?: Failure } | null | undefined)?.error
  const details = Array.isArray(failure?.details) ? failure.details : []
  const code = details.map((detail) => detail?.errorCode).find((word) => typeof word === 'string')
  const reason = plainWord(code ?? failure?.status)
  const isTokenDead =
    (status === 404 && reason === 'UNREGISTERED') || (status === 400 && details.some(blamesToken))
  return { accepted: false, status, reason, isTokenDead }
}

function blamesToken(detail: NonNullable<Failure['details']>[number]): boolean {
  const violations = detail?.fieldViolations
  return Array.isArray(violations) && violations.some((violation) => violation?.field === 'message.token')
}

/** What the promise brings, unless the signal is aborted before. @throws `signal.reason` */
async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(signal.reason)
  signal.addEventListener('abort', giveUp)
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}

/**
 * The provider's access token, asked for once for all sends that need one: each waits as long as it may, and
 * the question ends when none of them waits any more.
 */
class AccessTokenSource {
  readonly #account: ServiceAccount
  readonly #now: () => number
  readonly #timeoutMs: number
  #token: { text: string; renewAt: number } | undefined
  #asking: { token: Promise<string>; stop: AbortController; waiting: number } | undefined

  constructor(account: ServiceAccount, now: () => number, timeoutMs = ACCESS_TIMEOUT_MS) {
    this.#account = account
    this.#now = now
    this.#timeoutMs = timeoutMs
  }

  async get(signal: AbortSignal): Promise<string> {
    if (this.#token && this.#now() < this.#token.renewAt) return this.#token.text
    this.#asking ??= this.#begin()
    const asking = this.#asking
    asking.waiting += 1
    try {
      return await orAborted(asking.token, signal)
    } finally {
      asking.waiting -= 1
      if (asking.waiting === 0) this.#end(asking)
    }
  }

  forget(): void {
    this.#token = undefined
  }

  #begin() {
    const stop = new AbortController()
    const asking = { token: this.#askInTime(stop.signal), stop, waiting: 0 }
    asking.token.catch(() => {}).finally(() => this.#end(asking))
    return asking
  }

  /** Nobody waits for it any more, or it is over. */
  #end(asking: { stop: AbortController }): void {
    if (this.#asking === asking) this.#asking = undefined
    asking.stop.abort()
  }

  async #askInTime(signal: AbortSignal): Promise<string> {
    const timeout = AbortSignal.timeout(this.#timeoutMs)
    try {
      return await this.#ask(AbortSignal.any([signal, timeout]))
    } catch (error) {
      throw error === timeout.reason ? new SendFailed('auth timeout') : error
    }
  }

  async #ask(signal: AbortSignal): Promise<string> {
    const form = new URLSearchParams({ grant_type: GRANT_TYPE, assertion: await this.#assertion() })
    const { status, body } = await post(this.#account.tokenUri, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
      signal,
    })
    const grant = (body ?? {}) as { access_token?: unknown; expires_in?: unknown; error?: unknown }
    const { access_token: text, expires_in: seconds, error } = grant
    const isGranted = typeof text === 'string' && text !== '' && typeof seconds === 'number' && seconds > 0
    if (status !== 200 || !isGranted) throw new AccessRefused(status, error)
    this.#token = { text, renewAt: this.#now() + seconds * 1000 - RENEW_BEFORE_MS }
    return text
  }

  #assertion(): Promise<string> {
    const { clientEmail, tokenUri, privateKey } = this.#account
    const now = Math.floor(this.#now() / 1000)
    return new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(clientEmail)
      .setAudience(tokenUri)
      .setIssuedAt(now)
      .setExpirationTime(now + ASSERTION_LIFETIME_SECONDS)
      .sign(privateKey)
  }
}
