import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json, text } from 'node:stream/consumers'
import type { FcmMessage } from '../fcm-client.ts'
import type { ServiceAccount } from '../fcm-credentials.ts'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** The account whose assertions the fake accepts. */
export const fakeAccount: ServiceAccount = {
  projectId: 'project-1',
  clientEmail: 'sender@project-1.example',
  privateKey,
  tokenUri: 'https://oauth2.googleapis.com/token',
}

/** The OAuth and sending halves of FCM, over plain HTTP; it verifies assertions and access tokens. */
export class FakeFcm {
  readonly origin: string
  readonly messages: FcmMessage[] = []
  tokensIssued = 0
  /** Answer to a send; `hang` never answers. */
  answer: { status: number; body: unknown } | 'hang' = { status: 200, body: { name: 'm' } }
  readonly #close: () => Promise<void>
  #waiting: ((message: FcmMessage) => void)[] = []

  private constructor(origin: string, close: () => Promise<void>) {
    this.origin = origin
    this.#close = close
  }

  static async open(): Promise<FakeFcm> {
    const server = createServer(async (request, response) => {
      const answer = (status: number, body: unknown) => {
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(body))
      }
      if (request.url === '/token') {
        const assertion = new URLSearchParams(await text(request)).get('assertion') ?? ''
        if (!isSigned(assertion)) return answer(400, { error: 'invalid_grant' })
        fcm.tokensIssued += 1
        return answer(200, { access_token: `access-${fcm.tokensIssued}`, expires_in: 3600 })
      }
      if (request.headers.authorization !== `Bearer access-${fcm.tokensIssued}`) return answer(401, {})
      if (request.url !== '/v1/projects/project-1/messages:send') return answer(404, {})
      fcm.#take(((await json(request)) as { message: FcmMessage }).message)
      return fcm.answer === 'hang' ? undefined : answer(fcm.answer.status, fcm.answer.body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const fcm = new FakeFcm(`http://127.0.0.1:${port}`, () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      return closed
    })
    return fcm
  }

  /** The next message from now on. */
  next(): Promise<FcmMessage> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  #take(message: FcmMessage): void {
    this.messages.push(message)
    for (const resolve of this.#waiting.splice(0)) resolve(message)
  }

  close(): Promise<void> {
    return this.#close()
  }
}

function isSigned(assertion: string): boolean {
  const [header = '', claims = '', signature = ''] = assertion.split('.')
  const { iss, aud } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}')
  return (
    iss === fakeAccount.clientEmail &&
    String(aud).endsWith('/token') &&
    verify(
      'sha256',
      Buffer.from(`${header}.${claims}`),
      createPublicKey(privateKey),
      Buffer.from(signature, 'base64url'),
    )
  )
}
