import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import {
  createServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { ApnsCredentials } from '../apns-client.ts'

const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** The credentials whose tokens the fake accepts. */
export const fakeCredentials: ApnsCredentials = {
  key,
  keyId: 'KEY1',
  teamId: 'TEAM1',
  bundleId: 'org.example.app',
  environment: 'production',
}

export interface ReceivedPush {
  headers: IncomingHttpHeaders & { ':path'?: string }
  // biome-ignore lint/suspicious/noExplicitAny: tests look into payloads of any shape
  payload: any
}

/** APNs over HTTP/2 without TLS; it verifies provider tokens. */
export class FakeApns {
  readonly origin: string
  readonly pushes: ReceivedPush[] = []
  readonly providerTokens = new Set<string>()
  connections = 0
  /** Answer to a push; `hang` never answers, `goaway` ends the connection after a 200, `reset` without one. */
  answer: { status: number; reason?: string } | 'hang' | 'goaway' | 'reset' = { status: 200 }
  readonly #close: () => Promise<void>
  #waiting: ((push: ReceivedPush) => void)[] = []

  private constructor(origin: string, close: () => Promise<void>) {
    this.origin = origin
    this.#close = close
  }

  static async open(): Promise<FakeApns> {
    const sessions = new Set<ServerHttp2Session>()
    const server = createServer()
    server.on('session', (session) => {
      apns.connections += 1
      sessions.add(session)
      session.on('close', () => sessions.delete(session))
    })
    server.on('stream', (stream, headers) => void apns.#receive(stream, headers))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const apns = new FakeApns(`http://127.0.0.1:${port}`, () => {
      for (const session of sessions) session.destroy()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    })
    return apns
  }

  /** The next push from now on. */
  next(): Promise<ReceivedPush> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  close(): Promise<void> {
    return this.#close()
  }

  async #receive(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): Promise<void> {
    stream.on('error', () => undefined)
    const push = { headers, payload: await json(stream) }
    this.pushes.push(push)
    for (const resolve of this.#waiting.splice(0)) resolve(push)
    const token = headers.authorization?.replace('bearer ', '') ?? ''
    this.providerTokens.add(token)
    if (!isSigned(token)) return respond(stream, 403, 'InvalidProviderToken')
    if (this.answer === 'hang') return
    if (this.answer === 'reset') return stream.session?.destroy()
    if (this.answer === 'goaway') {
      respond(stream, 200)
      stream.session?.goaway()
      return
    }
    respond(stream, this.answer.status, this.answer.reason)
  }
}

function respond(stream: ServerHttp2Stream, status: number, reason?: string): void {
  stream.respond({ ':status': status })
  stream.end(reason === undefined ? '' : JSON.stringify({ reason }))
}

function isSigned(token: string): boolean {
  const [header = '', claims = '', signature = ''] = token.split('.')
  const parsed = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString() || '{}')
  return (
    parsed(header).alg === 'ES256' &&
    parsed(header).kid === fakeCredentials.keyId &&
    parsed(claims).iss === fakeCredentials.teamId &&
    verify(
      'sha256',
      Buffer.from(`${header}.${claims}`),
      { key: createPublicKey(key), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  )
}
