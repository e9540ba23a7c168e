import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import {
  constants,
  createSecureServer,
  type Http2SecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import type { ApnsCredentials } from '../apns-client.ts'
import type { Certificate } from './certificate.ts'
import { type Behaviour, Inbox, Script } from './script.ts'

/** `goaway`: the connection ends, and the request was certainly not processed. */
export type ApnsBehaviour = Behaviour | 'goaway'

export interface ApnsRequest {
  deviceToken: string
  headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  body: any
  /** Number of the connection it came by, from 1. */
  connection: number
  providerToken: string
}

const REASONS: Record<number, string> = {
  400: 'BadDeviceToken',
  403: 'InvalidProviderToken',
  404: 'BadPath',
  410: 'Unregistered',
  413: 'PayloadTooLarge',
  429: 'TooManyRequests',
  500: 'InternalServerError',
  501: 'NotImplemented',
  503: 'ServiceUnavailable',
}
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const PAYLOAD_MAX_BYTES = 4096
const TOKEN_LIFETIME_SECONDS = 3600

/** The iOS provider: HTTP/2 over TLS, which verifies the ES256 token of every request (`SVC_IOSPUSH_ORIGIN`). */
export class FakeApns {
  readonly keyId = 'TESTKEY001'
  readonly teamId = 'TESTTEAM01'
  readonly bundleId = 'org.example.app'
  /** Requests whose sender was who they should be. */
  readonly received = new Inbox<ApnsRequest>()
  readonly script = new Script<ApnsBehaviour>(200)
  readonly #now: () => number
  readonly #server: Http2SecureServer
  readonly #sockets = new Map<number, TLSSocket>()
  readonly #sessions = new Map<ServerHttp2Session, number>()
  readonly #hanging = new Set<ServerHttp2Stream>()
  #connections = 0
  #most = 0

  private constructor(now: () => number, certificate: Certificate) {
    this.#now = now
    this.#server = createSecureServer(certificate)
    this.#server.on('secureConnection', (socket: TLSSocket) => {
      const port = socket.remotePort ?? 0
      this.#sockets.set(port, socket)
      this.#most = Math.max(this.#most, this.#sockets.size)
      socket.on('close', () => this.#sockets.delete(port))
    })
    this.#server.on('session', (session) => {
      this.#connections += 1
      this.#sessions.set(session, this.#connections)
      session.on('close', () => this.#sessions.delete(session))
    })
    this.#server.on('stream', (stream, headers) => void this.#take(stream, headers))
  }

  /** @param now the time by which tokens are judged, in milliseconds since 1970 */
  static async start(certificate: Certificate, now: () => number = Date.now): Promise<FakeApns> {
    const apns = new FakeApns(now, certificate)
    apns.#server.listen(0, '127.0.0.1')
    await once(apns.#server, 'listening')
    return apns
  }

  get origin(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Who may send. */
  get credentials(): ApnsCredentials {
    const { keyId, teamId, bundleId } = this
    return { key: privateKey, keyId, teamId, bundleId, environment: 'production' }
  }

  /** Content of a `.p8` file that may send. */
  get keyFile(): string {
    return privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  }

  /** Connections there were so far. */
  get connections(): number {
    return this.#connections
  }

  get openSockets(): number {
    return this.#sockets.size
  }

  get mostSockets(): number {
    return this.#most
  }

  /** Says goodbye on every connection: what is under way may end, nothing new may begin. */
  goaway(): void {
    for (const session of this.#sessions.keys()) session.close()
  }

  /** Accepts the requests it let hang so far. */
  answerHanging(): void {
    for (const stream of this.#hanging) answer(stream, 200)
    this.#hanging.clear()
  }

  /** Ends our side of every connection without a word. */
  halfClose(): void {
    for (const socket of this.#sockets.values()) socket.end()
  }

  /** Resolves when nobody is connected any more. */
  async allGone(): Promise<void> {
    for (const socket of [...this.#sockets.values()]) if (!socket.destroyed) await once(socket, 'close')
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    for (const session of this.#sessions.keys()) session.destroy()
    for (const socket of this.#sockets.values()) socket.destroy()
    await closed
  }

  async #take(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> {
    // A client that hangs up is what many tests are about.
    stream.on('error', () => {})
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    await new Promise<void>((resolve) => stream.on('end', resolve))
    const body = Buffer.concat(chunks)
    const providerToken = headers.authorization?.replace('bearer ', '') ?? ''
    const refusal = (await this.#refusalOf(providerToken)) ?? this.#faultOf(headers, body)
    if (refusal) {
      answer(stream, ...refusal)
      return
    }
    this.received.add({
      deviceToken: String(headers[':path']).replace('/3/device/', ''),
      headers,
      body: JSON.parse(body.toString()),
      connection: this.#sessions.get(stream.session as ServerHttp2Session) ?? 0,
      providerToken,
    })
    this.#behave(stream, this.script.take())
  }

  #behave(stream: ServerHttp2Stream, behaviour: ApnsBehaviour): void {
    if (behaviour === 'hang') {
      this.#hanging.add(stream)
      stream.on('close', () => this.#hanging.delete(stream))
    } else if (behaviour === 'half-close') {
      this.#sockets.get(stream.session?.socket.remotePort ?? 0)?.end()
    } else if (behaviour === 'goaway') {
      const { session } = stream
      stream.close(constants.NGHTTP2_REFUSED_STREAM)
      session?.close()
    } else if (typeof behaviour === 'number') {
      answer(stream, behaviour, behaviour === 200 ? undefined : { reason: REASONS[behaviour] })
    } else answer(stream, behaviour.status, behaviour.body)
  }

  async #refusalOf(token: string): Promise<[number, unknown] | undefined> {
    const now = this.#now()
    try {
      const { payload } = await jwtVerify(token, publicKey, {
        algorithms: ['ES256'],
        issuer: this.teamId,
        currentDate: new Date(now),
        requiredClaims: ['iat'],
      })
      if (decodeProtectedHeader(token).kid !== this.keyId) return [403, { reason: 'InvalidProviderToken' }]
      const age = now / 1000 - (payload.iat ?? 0)
      return age > TOKEN_LIFETIME_SECONDS ? [403, { reason: 'ExpiredProviderToken' }] : undefined
    } catch {
      return [403, { reason: 'InvalidProviderToken' }]
    }
  }

  #faultOf(headers: IncomingHttpHeaders, body: Buffer): [number, unknown] | undefined {
    if (headers[':method'] !== 'POST') return [405, { reason: 'MethodNotAllowed' }]
    if (!/^\/3\/device\/[0-9a-f]+$/i.test(String(headers[':path'])))
      return [400, { reason: 'BadDeviceToken' }]
    if (headers['apns-topic'] !== this.bundleId) return [400, { reason: 'DeviceTokenNotForTopic' }]
    if (body.length > PAYLOAD_MAX_BYTES) return [413, { reason: 'PayloadTooLarge' }]
    return undefined
  }
}

function answer(stream: ServerHttp2Stream, status: number, body?: unknown): void {
  if (stream.destroyed) return
  stream.respond({ ':status': status })
  stream.end(body === undefined ? '' : JSON.stringify(body))
}
