import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { constants } from 'node:http2'
import { SignJWT } from 'jose'
import { z } from 'zod'
import { ENVELOPE_VERSION, GENERIC_PUSH_BODY, type PushPayload, SERVICE_NAME } from '../../contract/push.ts'
import type { Clock } from '../clock.ts'
import { ApnsConnection, type Http2Reply } from './apns-connection.ts'
import { collapseIdOf } from './composer.ts'
import { sealPayload } from './envelope.ts'
import { ACCEPTED, dead, type Outcome, plainCode, rejected, suppressed, type Transport } from './transport.ts'

const APNS_ORIGINS = {
  production: 'https://api.push.apple.com',
  sandbox: 'https://api.sandbox.push.apple.com',
}
/** The provider takes a token for an hour, and no new one more often than every 20 minutes. */
const PROVIDER_TOKEN_LIFETIME_MS = 45 * 60_000

export interface ApnsAccount {
  key: KeyObject
  keyId: string
  teamId: string
  bundleId: string
  environment: keyof typeof APNS_ORIGINS
}

/**
 * Reads the provider's auth key file (`.p8`).
 * @throws Error whose message completes the sentence "the file ..."
 */
export function readApnsKey(path: string): KeyObject {
  let pem: string
  try {
    pem = readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error('cannot be read', { cause: error })
  }
  let key: KeyObject | undefined
  try {
    key = createPrivateKey(pem)
  } catch {
    // Said below, like a key of another kind; the system's words could repeat parts of it.
  }
  if (key?.asymmetricKeyType !== 'ec' || key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') {
    throw new Error('is not an auth key of the provider')
  }
  return key
}

/**
 * Sends to iOS by the provider's HTTP/2 interface (spec: iOS delivery): an alert with nothing in it but the
 * envelope, which the device's notification extension opens.
 * @param origin takes the place of the provider's host
 */
export function iosDirectTransport(
  account: ApnsAccount,
  { clock, origin }: { clock: Clock; origin: string | undefined },
): Transport {
  const connection = new ApnsConnection(origin ?? APNS_ORIGINS[account.environment], clock)
  const tokens = new ProviderToken(account, clock)
  return {
    name: 'ios-direct',
    async send(device, payload, signal) {
      if (device.pushKey === null) return suppressed('no-key')
      const envelope = sealPayload(payload, device.pushKey)
      if (envelope === undefined) return rejected('too-large')
      const headers = {
        [constants.HTTP2_HEADER_PATH]: `/3/device/${device.token}`,
        authorization: `bearer ${await tokens.get()}`,
        ...alertHeaders(account, payload),
      }
      return outcomeOf(await connection.post(headers, JSON.stringify(alertBody(envelope)), signal))
    },
    close: () => connection.close(),
  }
}

const alertHeaders = ({ bundleId }: ApnsAccount, payload: PushPayload) => ({
  'content-type': 'application/json',
  'apns-topic': bundleId,
  'apns-push-type': 'alert',
  'apns-priority': '10',
  'apns-expiration': '0',
  'apns-collapse-id': collapseIdOf(payload),
})

const alertBody = (envelope: string) => ({
  aps: {
    'mutable-content': 1,
    alert: { title: SERVICE_NAME, body: GENERIC_PUSH_BODY },
    sound: 'default',
  },
  svc: { v: ENVELOPE_VERSION, e: envelope },
})

const Failure = z.object({ reason: z.string() })

function outcomeOf({ status, body }: Http2Reply): Outcome {
  if (status === 200) return ACCEPTED
  const reason = reasonIn(body)
  const code = plainCode(status, reason)
  const isDead =
    (status === 410 && reason === 'Unregistered') || (status === 400 && reason === 'BadDeviceToken')
  return isDead ? dead(code) : rejected(code)
}

function reasonIn(body: string): string | undefined {
  try {
    return Failure.safeParse(JSON.parse(body)).data?.reason
  } catch {
    return undefined
  }
}

/** The signed token that says who sends, made anew before it ends. */
class ProviderToken {
  readonly #account: ApnsAccount
  readonly #clock: Clock
  #token: { text: Promise<string>; madeAt: number } | undefined

  constructor(account: ApnsAccount, clock: Clock) {
    this.#account = account
    this.#clock = clock
  }

  get(): Promise<string> {
    const now = this.#clock.now()
    const age = this.#token ? now - this.#token.madeAt : Number.POSITIVE_INFINITY
    // A clock that was set back makes a token from the future, which the provider would refuse.
    if (!this.#token || age < 0 || age >= PROVIDER_TOKEN_LIFETIME_MS) {
      this.#token = { text: this.#sign(now), madeAt: now }
    }
    return this.#token.text
  }

  #sign(now: number): Promise<string> {
    const { key, keyId, teamId } = this.#account
    return new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setIssuedAt(Math.floor(now / 1000))
      .sign(key)
  }
}
