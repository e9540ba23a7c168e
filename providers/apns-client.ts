import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type SecureClientSessionOptions,
} from 'node:http2'
import { CredentialError, noAnswer, PROVIDER_TIMEOUT_MS, type ProviderAnswer } from './answer.ts'
import { signedToken } from './signed-token.ts'

/** A provider token is reused this long; APNs wants a new one before an hour. */
const PROVIDER_TOKEN_MS = 45 * 60 * 1000
/** A connection without any request for so long is closed. */
const IDLE_MS = 5 * 60 * 1000
const ANSWER_MAX_BYTES = 16 * 1024

const ORIGINS = {
  production: 'https://api.push.apple.com',
  sandbox: 'https://api.sandbox.push.apple.com',
}

export interface ApnsCredentials {
  key: KeyObject
  keyId: string
  teamId: string
  /** The app the tokens belong to; `apns-topic`. */
  bundleId: string
  environment: keyof typeof ORIGINS
}

export interface ApnsClientOptions {
  credentials: ApnsCredentials
  /** Stands in for Apple's host (`SVC_IOSPUSH_ORIGIN`). */
  origin?: string | undefined
  /** Further TLS options, such as the authority of a test server. */
  tls?: SecureClientSessionOptions
  timeoutMs?: number
  now?: () => number
}

export interface ApnsPush {
  /** Hex. */
  token: string
  payload: object
  /** `apns-collapse-id`, at most 64 bytes. */
  collapseId: string
}

/**
 * Reads an APNs authentication key (`.p8`).
 * @throws CredentialError naming the file and what is wrong with it
 */
export function readApnsKey(path: string): KeyObject {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    throw new CredentialError(`The APNs key file ${path} cannot be read.`)
  }
  try {
    const key = createPrivateKey(text)
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key
  } catch {
    // Said below: the same is wrong with a text that is no key and with a key of another kind.
  }
  throw new CredentialError(`The APNs key file ${path} holds no P-256 private key.`)
}

/** Sends alert pushes to Apple over one HTTP/2 connection, opened anew when it ends; never retries. */
export class ApnsClient {
  readonly #credentials: ApnsCredentials
  readonly #origin: string
  readonly #tls: SecureClientSessionOptions
  readonly #timeoutMs: number
  readonly #now: () => number
  #session: ClientHttp2Session | undefined
  #providerToken: { text: string; issuedAt: number } | undefined

  constructor({ credentials, origin, tls, timeoutMs, now }: ApnsClientOptions) {
    this.#credentials = credentials
    this.#origin = origin ?? ORIGINS[credentials.environment]
    this.#tls = tls ?? {}
    this.#timeoutMs = timeoutMs ?? PROVIDER_TIMEOUT_MS
    this.#now = now ?? Date.now
  }

  send({ token, payload, collapseId }: ApnsPush): Promise<ProviderAnswer> {
    const { promise, resolve } = Promise.withResolvers<ProviderAnswer>()
    const session = this.#connection()
    const stream = this.#request(session, token, collapseId)
    if (!stream) return Promise.resolve(noAnswer('network'))
    const timer = setTimeout(() => {
      resolve(noAnswer('timeout'))
      stream.close(constants.NGHTTP2_CANCEL)
      // It may have died without a word; what else is under way on it still has its own time.
      if (session.connecting) session.destroy()
      this.#drop(session)
    }, this.#timeoutMs)
    let status: number | undefined
    let text = ''
    stream.setEncoding('utf8')
    stream.on('response', (headers) => {
      status = headers[':status']
    })
    stream.on('data', (chunk: string) => {
      if (text.length < ANSWER_MAX_BYTES) text += chunk
    })
    stream.on('end', () => resolve(status === undefined ? noAnswer('network') : this.#read(status, text)))
    // The close that follows settles it; without a listener the error would end the process.
    stream.on('error', () => undefined)
    stream.on('close', () => {
      clearTimeout(timer)
      resolve(noAnswer('network'))
    })
    stream.end(JSON.stringify(payload))
    return promise
  }

  /** Ends the connection; requests under way are answered as `network`. */
  close(): void {
    this.#session?.destroy()
    this.#session = undefined
  }

  /** Undefined when the connection has just ended, or a header cannot be sent. */
  #request(session: ClientHttp2Session, token: string, collapseId: string): ClientHttp2Stream | undefined {
    try {
      return session.request({
        ':method': 'POST',
        ':path': `/3/device/${token}`,
        authorization: `bearer ${this.#authorization()}`,
        'apns-topic': this.#credentials.bundleId,
        'apns-push-type': 'alert',
        'apns-priority': '10',
        'apns-expiration': '0',
        'apns-collapse-id': collapseId,
        'content-type': 'application/json',
      })
    } catch {
      return undefined
    }
  }

  #read(status: number, text: string): ProviderAnswer {
    if (status === 200) return { accepted: true }
    const code = reasonOf(text) ?? String(status)
    if (status === 403) this.#providerToken = undefined
    const isTokenDead =
      (status === 410 && code === 'Unregistered') || (status === 400 && code === 'BadDeviceToken')
    return { accepted: false, status, code, isTokenDead }
  }

  #connection(): ClientHttp2Session {
    const present = this.#session
    if (present && !present.closed && !present.destroyed) return present
    const session = connect(this.#origin, this.#tls)
    session.unref()
    // Its streams tell those who wait; an error without a listener would end the process.
    session.on('error', () => undefined)
    session.on('goaway', () => this.#drop(session))
    session.setTimeout(IDLE_MS, () => this.#drop(session))
    session.on('close', () => this.#forget(session))
    this.#session = session
    return session
  }

  /** Lets requests under way finish; the next one opens a new connection. */
  #drop(session: ClientHttp2Session): void {
    this.#forget(session)
    if (!session.closed) session.close()
  }

  #forget(session: ClientHttp2Session): void {
    if (this.#session === session) this.#session = undefined
  }

  #authorization(): string {
    const now = this.#now()
    const present = this.#providerToken
    if (present && now - present.issuedAt < PROVIDER_TOKEN_MS) return present.text
    const { key, keyId, teamId } = this.#credentials
    const text = signedToken(key, { kid: keyId }, { iss: teamId, iat: Math.floor(now / 1000) })
    this.#providerToken = { text, issuedAt: now }
    return text
  }
}

function reasonOf(text: string): string | undefined {
  try {
    const { reason } = JSON.parse(text) as { reason?: unknown }
    return typeof reason === 'string' ? reason : undefined
  } catch {
    return undefined
  }
}
