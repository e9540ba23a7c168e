import { createDecipheriv, createECDH, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { importJWK, jwtVerify } from 'jose'
import { BrowserPushMessage, type BrowserSubscription } from '../../../contract/push.ts'
import type { Certificate } from '../../../providers/testing/certificate.ts'
import { HttpProvider, type HttpReply, type HttpRequest } from '../../../providers/testing/http-provider.ts'
import { type Behaviour, Inbox, Script } from '../../../providers/testing/script.ts'

export interface BrowserDelivery {
  /** Name of the browser it was for. */
  browser: string
  message: BrowserPushMessage
  /** Who sent it, by the VAPID token. */
  publicKey: string
  subject: string
  headers: HttpRequest['headers']
}

/**
 * A push service and the browsers behind it: it verifies the VAPID token of every message (RFC 8292), and the
 * browsers decrypt what comes (RFC 8291).
 */
export class FakeBrowsers {
  readonly received = new Inbox<BrowserDelivery>()
  readonly script = new Script<Behaviour>(201)
  readonly #browsers = new Map<string, Browser>()
  #http: HttpProvider | undefined

  static async start(certificate: Certificate): Promise<FakeBrowsers> {
    const service = new FakeBrowsers()
    service.#http = await HttpProvider.serve((request) => service.#take(request), certificate)
    return service
  }

  get http(): HttpProvider {
    return this.#http as HttpProvider
  }

  /** A browser's subscription. */
  subscription(name = 'browser'): BrowserSubscription {
    const browser = this.#browsers.get(name) ?? new Browser()
    this.#browsers.set(name, browser)
    return { endpoint: `${this.http.origin}/push/${name}`, keys: browser.keys }
  }

  close(): Promise<void> {
    return this.http.close()
  }

  async #take({ path, headers, body }: HttpRequest): Promise<HttpReply> {
    const name = path.replace('/push/', '')
    const browser = this.#browsers.get(name)
    if (!browser) return { status: 404 }
    const sender = await this.#senderOf(headers.authorization ?? '')
    if (!sender) return { status: 403 }
    const message = BrowserPushMessage.parse(JSON.parse(browser.open(body)))
    this.received.add({ browser: name, message, ...sender, headers })
    const behaviour = this.script.take()
    return typeof behaviour === 'number' ? { status: behaviour } : behaviour
  }

  async #senderOf(authorization: string): Promise<{ publicKey: string; subject: string } | undefined> {
    const [, token, publicKey] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? []
    if (token === undefined || publicKey === undefined) return undefined
    const point = Buffer.from(publicKey, 'base64url')
    const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
    const key = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256')
    try {
      const { payload } = await jwtVerify(token, key, { audience: this.http.origin, requiredClaims: ['exp'] })
      return { publicKey, subject: payload.sub ?? '' }
    } catch {
      return undefined
    }
  }
}

/** Decrypts `aes128gcm` (RFC 8188 with the keys of RFC 8291). */
class Browser {
  readonly #pair = createECDH('prime256v1')
  readonly #auth = randomBytes(16)

  constructor() {
    this.#pair.generateKeys()
  }

  get keys(): BrowserSubscription['keys'] {
    return { p256dh: this.#pair.getPublicKey('base64url'), auth: this.#auth.toString('base64url') }
  }

  open(body: Buffer): string {
    const salt = body.subarray(0, 16)
    const senderLength = body[20] as number
    const sender = body.subarray(21, 21 + senderLength)
    const sealed = body.subarray(21 + senderLength)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#pair.getPublicKey(), sender])
    const secret = createHmac('sha256', this.#auth).update(this.#pair.computeSecret(sender)).digest()
    const keyMaterial = createHmac('sha256', secret).update(info).update('\x01').digest()
    const derive = (label: string, length: number) =>
      Buffer.from(hkdfSync('sha256', keyMaterial, salt, `Content-Encoding: ${label}\0`, length))
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
    decipher.setAuthTag(sealed.subarray(-16))
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return plain.subarray(0, plain.lastIndexOf(0x02)).toString('utf8')
  }
}
