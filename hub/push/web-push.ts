import { createECDH } from 'node:crypto'
import {
  ACCEPTED,
  type BrowserPushMessage,
  type BrowserSubscription,
  dead,
  rejected,
  type SendOutcome,
} from '../../contract/push.ts'
import { SendFailed } from '../../providers/answer.ts'
import { post } from '../../providers/post.ts'
import type { Settings, StoredSettings } from '../config/settings.ts'
import { HubError } from '../errors.ts'
import type { PushDiagnostic } from './modes.ts'

/** A push service may ask the subject for help; `VAPID_SUBJECT` names a real one. */
export const DEFAULT_VAPID_SUBJECT = 'mailto:owner@svc-hub.invalid'
/** How long a push service keeps a message for a browser that is not running. */
const TTL_SECONDS = 24 * 60 * 60
const ENCODING = 'aes128gcm'

export interface VapidKeys {
  publicKey: string
  privateKey: string
}

export interface BrowserPushOptions {
  settings: Pick<Settings, 'vapidKeys'>
  settingsFile: {
    path: string
    update(change: (stored: StoredSettings) => StoredSettings): Promise<StoredSettings>
  }
  /** `VAPID_SUBJECT`: a `mailto:` or `https:` address. */
  subject: string | undefined
}

/**
 * Browser push (RFC 8030, 8291, 8292): messages are encrypted for the browser and signed with the hub's
 * VAPID keys, which are made when they are first needed and kept in the settings file.
 */
export class BrowserPush {
  readonly diagnostics: PushDiagnostic[] = []
  readonly #settingsFile: BrowserPushOptions['settingsFile']
  readonly #subject: string
  readonly #isOff: boolean
  #keys: Promise<VapidKeys> | undefined

  constructor({ settings, settingsFile, subject }: BrowserPushOptions) {
    this.#settingsFile = settingsFile
    const isSubjectGood = subject === undefined || /^(mailto:.|https:\/\/.)/.test(subject)
    this.#subject = isSubjectGood && subject !== undefined ? subject : DEFAULT_VAPID_SUBJECT
    if (!isSubjectGood) this.#complain('VAPID_SUBJECT must be a mailto: or https: address; it is not used')
    this.#isOff = settings.vapidKeys !== undefined && !areKeys(settings.vapidKeys)
    if (this.#isOff) {
      this.#complain(
        `Browser push is off: the setting "vapidKeys" in ${settingsFile.path} does not hold a pair of keys. Remove it to get new ones; browsers then subscribe again.`,
      )
    } else if (settings.vapidKeys) this.#keys = Promise.resolve(settings.vapidKeys)
  }

  /** @throws HubError 503 while browser push is off, and the settings file's errors */
  async publicKey(): Promise<string> {
    if (this.#isOff) throw new HubError(503, 'Browser push is switched off')
    return (await this.#requireKeys()).publicKey
  }

  /** Sends once; a subscription that its push service calls gone (410) is dead (reference: Browser push). */
  async send(
    subscription: BrowserSubscription,
    message: BrowserPushMessage,
    signal: AbortSignal,
  ): Promise<SendOutcome> {
    if (this.#isOff) throw new SendFailed('vapid-keys')
    const vapidDetails = { subject: this.#subject, ...(await this.#requireKeys()) }
    const { headers, body } = await encrypted(subscription, JSON.stringify(message), vapidDetails)
    const { status } = await post(subscription.endpoint, { headers, body, signal })
    if (status >= 200 && status < 300) return ACCEPTED
    return status === 410 ? dead(`${status}`) : rejected(`${status}`)
  }

  #requireKeys(): Promise<VapidKeys> {
    this.#keys ??= this.#makeKeys().catch((error: unknown) => {
      this.#keys = undefined
      throw error
    })
    return this.#keys
  }

  async #makeKeys(): Promise<VapidKeys> {
    const made = (await library()).generateVAPIDKeys()
    const { vapidKeys = made } = await this.#settingsFile.update((stored) =>
      stored.vapidKeys ? stored : { ...stored, vapidKeys: made },
    )
    return vapidKeys
  }

  #complain(message: string): void {
    this.diagnostics.push({ channel: 'browser', isProblem: true, message })
  }
}

/** Loaded when it is first needed: most hubs start without a browser that wants pushes. */
const library = async () => (await import('web-push')).default

/** The request of the library's `sendNotification`, whose own making of it warns of a deprecated parser. */
async function encrypted(
  { endpoint, keys }: BrowserSubscription,
  text: string,
  { subject, publicKey, privateKey }: VapidKeys & { subject: string },
) {
  const { encrypt, getVapidHeaders } = await library()
  try {
    const { cipherText } = encrypt(keys.p256dh, keys.auth, text, ENCODING)
    const { origin } = new URL(endpoint)
    const headers = {
      ...getVapidHeaders(origin, subject, publicKey, privateKey, ENCODING),
      TTL: `${TTL_SECONDS}`,
      'Content-Type': 'application/octet-stream',
      'Content-Encoding': ENCODING,
      Urgency: 'high',
    }
    return { headers, body: Buffer.from(cipherText) }
  } catch {
    // The library's words are about keys that are not what a browser would have sent.
    throw new SendFailed('invalid-subscription')
  }
}

function areKeys({ publicKey, privateKey }: VapidKeys): boolean {
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(privateKey, 'base64url')
  } catch {
    return false
  }
  return pair.getPublicKey().equals(Buffer.from(publicKey, 'base64url'))
}
