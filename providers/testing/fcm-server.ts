import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { jwtVerify } from 'jose'
import { FCM_DATA_MAX_BYTES, type FcmMessage } from '../fcm-client.ts'
import type { ServiceAccount } from '../fcm-credentials.ts'
import { HttpProvider, type HttpReply, type HttpRequest } from './http-provider.ts'
import { type Behaviour, Inbox, Script } from './script.ts'

export const ACCESS_TOKEN_LIFETIME_SECONDS = 3600

const PROJECT = 'test-project'
const EMAIL = 'push@test-project.iam.example'
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Status and, where the real one has it, FCM's own code for it. */
const ERRORS: Record<number, [status: string, errorCode?: string]> = {
  400: ['INVALID_ARGUMENT', 'INVALID_ARGUMENT'],
  401: ['UNAUTHENTICATED'],
  403: ['PERMISSION_DENIED', 'SENDER_ID_MISMATCH'],
  404: ['NOT_FOUND', 'UNREGISTERED'],
  429: ['RESOURCE_EXHAUSTED', 'QUOTA_EXCEEDED'],
  500: ['INTERNAL', 'INTERNAL'],
  501: ['UNIMPLEMENTED'],
}

/**
 * FCM's HTTP v1 interface and the OAuth endpoint before it, on one origin (`SVC_FCM_ORIGIN`). Assertions
 * must be signed by the service account, and messages carry an access token that was given for one.
 */
export class FakeFcm {
  /** Messages whose sender was who they should be. */
  readonly received = new Inbox<FcmMessage>()
  /** Claims of the assertions that were accepted. */
  readonly grants = new Inbox<Record<string, unknown>>()
  readonly script = new Script<Behaviour>(200)
  readonly tokenScript = new Script<Behaviour>(200)
  /** What went wrong with senders that were refused. */
  readonly refusals: string[] = []
  readonly #now: () => number
  #held: Promise<void> | undefined
  readonly #endings = new Map<string, number>()
  #http: HttpProvider | undefined

  private constructor(now: () => number) {
    this.#now = now
  }

  /** @param now the time by which tokens are judged, in milliseconds since 1970 */
  static async start(now: () => number = Date.now): Promise<FakeFcm> {
    const fcm = new FakeFcm(now)
    fcm.#http = await HttpProvider.serve((request) =>
      request.path === '/token' ? fcm.#grant(request) : fcm.#take(request),
    )
    return fcm
  }

  get http(): HttpProvider {
    return this.#http as HttpProvider
  }

  get origin(): string {
    return this.http.origin
  }

  /** Who may send. */
  get account(): ServiceAccount {
    return { projectId: PROJECT, clientEmail: EMAIL, privateKey, tokenUri: `${this.origin}/token` }
  }

  /** Content of a service-account file that may send. */
  get serviceAccount() {
    return {
      type: 'service_account',
      project_id: PROJECT,
      client_email: EMAIL,
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      token_uri: 'https://oauth2.googleapis.com/token',
    }
  }

  /** Lets whoever asks for an access token wait until the answer is called. */
  holdTokens(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#held = promise
    return resolve
  }

  /** Makes every access token given so far worthless. */
  revokeTokens(): void {
    this.#endings.clear()
  }

  close(): Promise<void> {
    return this.http.close()
  }

  async #grant({ body }: HttpRequest): Promise<HttpReply> {
    const form = new URLSearchParams(body.toString())
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') {
      return { status: 400, body: { error: 'unsupported_grant_type' } }
    }
    try {
      const { payload } = await jwtVerify(form.get('assertion') ?? '', publicKey, {
        algorithms: ['RS256'],
        issuer: EMAIL,
        audience: `${this.origin}/token`,
        currentDate: new Date(this.#now()),
        requiredClaims: ['iat', 'exp', 'scope'],
      })
      this.grants.add(payload)
    } catch (error) {
      this.refusals.push((error as Error).message)
      return { status: 400, body: { error: 'invalid_grant' } }
    }
    await this.#held
    const behaviour = this.tokenScript.take()
    if (typeof behaviour !== 'number') return behaviour
    if (behaviour !== 200) return { status: behaviour, body: { error: 'invalid_grant' } }
    const token = randomUUID()
    this.#endings.set(token, this.#now() + ACCESS_TOKEN_LIFETIME_SECONDS * 1000)
    return { status: 200, body: { access_token: token, expires_in: ACCESS_TOKEN_LIFETIME_SECONDS } }
  }

  #take({ path, headers, body }: HttpRequest): HttpReply {
    if (path !== `/v1/projects/${PROJECT}/messages:send`) return failure(404)
    const endsAt = this.#endings.get(headers.authorization?.replace('Bearer ', '') ?? '')
    if (endsAt === undefined || endsAt <= this.#now()) {
      this.refusals.push('access token')
      return failure(401)
    }
    const message: FcmMessage = JSON.parse(body.toString()).message
    if (Buffer.byteLength(Object.entries(message.data).flat().join('')) > FCM_DATA_MAX_BYTES)
      return failure(400)
    this.received.add(message)
    const behaviour = this.script.take()
    if (typeof behaviour !== 'number') return behaviour
    if (behaviour === 200) return { status: 200, body: { name: `projects/${PROJECT}/messages/1` } }
    return failure(behaviour)
  }
}

function failure(code: number): HttpReply {
  const [status = 'UNKNOWN', errorCode] = ERRORS[code] ?? []
  const details = errorCode
    ? [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }]
    : []
  return { status: code, body: { error: { code, status, message: 'no', details } } }
}
