import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { constants } from 'node:http2'
import { SignJWT } from 'jose'
import { ENVELOPE_VERSION, GENERIC_PUSH_BODY, SERVICE_NAME } from '../contract/push.ts'
import { type ProviderAnswer, plainWord } from './answer.ts'
import { ApnsConnection, type Http2Reply } from './apns-connection.ts'
import { CredentialError } from './credential-error.ts'

const APNS_ORIGINS = {
  production: 'https://api.push.apple.com',
  sandbox: 'https://api.sandbox.push.apple.com',
}
/** The provider takes a token for an hour, and no new one more often than every 20 minutes. */
const PROVIDER_TOKEN_LIFETIME_MS = 45 * 60_000

export interface ApnsCredentials {
  key: KeyObject
  keyId: string
  teamId: string
  /** The app the device tokens belong to. */
  bundleId: string
  environment: keyof typeof APNS_ORIGINS
}

export interface ApnsClientOptions {
  /** Milliseconds since 1970. */
  now: () => number
  /** Takes the place of the provider's host (`SVC_IOSPUSH_ORIGIN`). */
  origin: string | undefined
}

export interface ApnsPush {
  /** Hex. */
  token: string
  /** Base64; only the device can open it. */
  envelope: string
  /** At most 64 bytes. */
  collapseId: string
}

/**
 * Reads the provider's auth key file (`.p8`).
 * @throws CredentialError
 */
export function readApnsKey(path: string): KeyObject {
  let pem: string
  try {
    pem = readFileSync(path, 'utf8')
  } catch {
    throw new CredentialError('cannot be read', 'unreadable')
  }
  let key: KeyObject | undefined
  try {
    key = createPrivateKey(pem)
  } catch {
    // Said below, like a key of another kind; the system's words could repeat parts of it.
  }
  if (key?.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key
  throw new CredentialError('is not an auth key of the provider', 'key')
}

/**
 * Sends to iOS by the provider's HTTP/2 interface (spec: iOS delivery): an alert with nothing in it but the
 * envelope, which the device's notification extension opens. Never retries what may have been processed.
 */
export class ApnsClient {
  readonly #bundleId: string
  readonly #connection: ApnsConnection
  readonly #token: ProviderToken

  constructor(credentials: ApnsCredentials, { now, origin }: ApnsClientOptions) {
    this.#bundleId = credentials.bundleId
    this.#connection = new ApnsConnection(origin ?? APNS_ORIGINS[credentials.environment], now)
    this.#token = new ProviderToken(credentials, now)
  }

  /** @throws SendFailed, the network's error, or `signal.reason` */
  async send({ token, envelope, collapseId }: ApnsPush, signal: AbortSignal): Promise<ProviderAnswer> {
    const headers = {
      [constants.HTTP2_HEADER_PATH]: `/3/device/${token}`,
      authorization: `bearer ${await this.#token.get()}`,
      'content-type': 'application/json',
      'apns-topic': this.#bundleId,
      'apns-push-type': 'alert',
      'apns-priority': '10',
      'apns-expiration': '0',
      'apns-collapse-id': collapseId,
    }
    return answerOf(await this.#connection.post(headers, JSON.stringify(alertAround(envelope)), signal))
  }

  /** Hangs up. */
  close(): void {
    this.#connection.close()
  }
}

const alertAround = (envelope: string) => ({
  aps: {
    'mutable-content': 1,
    alert: { title: SERVICE_NAME, body: GENERIC_PUSH_BODY },
    sound: 'default',
  },
  svc: { v: ENVELOPE_VERSION, e: envelope },
})

function answerOf({ status, body }: Http2Reply): ProviderAnswer {
  if (status === 200) return { accepted: true }
  const reason = reasonIn(body)
  const isTokenDead =
    (status === 410 && reason === 'Unregistered') || (status === 400 && reason === 'BadDeviceToken')
  return { accepted: false, status, reason, isTokenDead }
}

function reasonIn(body: string): string | undefined {
  try {
    return plainWord((JSON.parse(body) as { reason?: unknown } | null)?.reason)
  } catch {
    return undefined
  }
}

/** The signed token that says who sends, made anew before it ends. */
class ProviderToken {
  readonly #credentials: ApnsCredentials
  readonly #now: () => number
  #token: { text: Promise<string>; madeAt: number } | undefined

  constructor(credentials: ApnsCredentials, now: () => number) {
    this.#credentials = credentials
    this.#now = now
  }

  get(): Promise<string> {
    const now = this.#now()
    const age = this.#token ? now - this.#token.madeAt : Number.POSITIVE_INFINITY
    // A clock that was set back makes a token from the future, which the provider would refuse.
    if (!this.#token || age < 0 || age >= PROVIDER_TOKEN_LIFETIME_MS) {
      this.#token = { text: this.#sign(now), madeAt: now }
    }
    return this.#token.text
  }

  #sign(now: number): Promise<string> {
    const { key, keyId, teamId } = this.#credentials
    return new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setIssuedAt(Math.floor(now / 1000))
      .sign(key)
  }
}
