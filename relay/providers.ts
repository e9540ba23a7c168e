import { ENVELOPE_VERSION, type RelayPush } from '../contract/push.ts'
import type { ProviderAnswer } from '../providers/answer.ts'
import { ApnsClient } from '../providers/apns-client.ts'
import { AccessRefused, FcmClient, type FcmMessage } from '../providers/fcm-client.ts'
import type { RelayConfig } from './config.ts'

/** A provider gets this long to answer one notification. */
const PROVIDER_TIMEOUT_MS = 10_000

/** What became of one envelope. */
export type Passed =
  | { accepted: true }
  | {
      accepted: false
      /** HTTP status of the provider; undefined when there was no answer. */
      status: number | undefined
      /** The provider's own word for it, or `auth`, `timeout`, `network`. */
      code: string
      /** The device token will never work again. */
      isTokenDead: boolean
    }

export interface ProvidersOptions {
  config: Pick<RelayConfig, 'android' | 'ios'>
  now: () => number
  timeoutMs?: number | undefined
}

type AndroidPush = Extract<RelayPush, { platform: 'android' }>

/** The providers whose credentials the relay holds. */
export class Providers {
  readonly #fcm: FcmClient | undefined
  readonly #apns: ApnsClient | undefined
  readonly #packageName: string
  readonly #timeoutMs: number

  constructor({ config: { android, ios }, now, timeoutMs = PROVIDER_TIMEOUT_MS }: ProvidersOptions) {
    this.#fcm = android && new FcmClient(android.account, { now, origin: android.origin })
    this.#apns = ios && new ApnsClient(ios.credentials, { now, origin: ios.origin })
    this.#packageName = android?.packageName ?? ''
    this.#timeoutMs = timeoutMs
  }

  /** Sends the envelope once when it is called, and never rejects; undefined for a platform without credentials. */
  sender(push: RelayPush): (() => Promise<Passed>) | undefined {
    const { platform } = push
    if (platform === 'ios') {
      const apns = this.#apns
      return apns && (() => this.#pass(platform, (signal) => apns.send(push, signal)))
    }
    const fcm = this.#fcm
    const message = androidMessage(push, this.#packageName)
    return fcm && (() => this.#pass(platform, (signal) => fcm.send(message, signal)))
  }

  /** Ends the connections; what is under way is answered as `network`. */
  close(): void {
    this.#apns?.close()
  }

  async #pass(
    platform: RelayPush['platform'],
    send: (signal: AbortSignal) => Promise<ProviderAnswer>,
  ): Promise<Passed> {
    const signal = AbortSignal.timeout(this.#timeoutMs)
    try {
      return passedOf(platform, await send(signal))
    } catch (error) {
      if (error instanceof AccessRefused) return { ...noAnswer('auth'), status: error.status }
      return noAnswer(signal.aborted ? 'timeout' : 'network')
    }
  }
}

/** Data only: no notification, no collapse key, the provider's default TTL (spec: Android delivery 2). */
function androidMessage({ token, envelope, priority }: AndroidPush, packageName: string): FcmMessage {
  return {
    token,
    data: { svc_v: String(ENVELOPE_VERSION), svc_e: envelope },
    android: { priority: priority === 5 ? 'NORMAL' : 'HIGH', restricted_package_name: packageName },
  }
}

function passedOf(platform: RelayPush['platform'], answer: ProviderAnswer): Passed {
  if (answer.accepted) return answer
  const { status, reason, isTokenDead } = answer
  const isAuth = platform === 'android' && (status === 401 || status === 403)
  return { accepted: false, status, code: reason ?? (isAuth ? 'auth' : String(status)), isTokenDead }
}

const noAnswer = (code: 'auth' | 'timeout' | 'network') =>
  ({ accepted: false, status: undefined, code, isTokenDead: false }) as const
