import type { z } from 'zod'
import { AuthResponse, authenticate, RENEWAL_HEADER } from '../../contract/auth.ts'
import type { authenticateAny } from '../../contract/bot.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { CallArguments } from './call-options.ts'
import { ClientError } from './client-error.ts'
import { browserClock, type Clock } from './clock.ts'
import type { CredentialStore } from './credentials.ts'
import { HubTransport, type OpenOptions } from './hub-transport.ts'
import { type HeldJwt, holdJwt } from './jwt-lifetime.ts'
import { fillPath, parseAnswer, readBody } from './request-parts.ts'

/** A JWT with less than this left is exchanged before it is used (spec: Silent re-auth, web rule). */
export const REFRESH_BEFORE_EXPIRY_MS = 60_000

/** Told which credential was refused. */
export type SignedOutListener = (refused: 'access-token' | 'mini-app') => void

/** What a JWT is had for. */
type Secret = z.input<typeof authenticateAny.body>

type AccessTokenAnswer = z.ZodType<{ accessToken: string }>

/** What a client works with. */
export interface HubClientOptions {
  /** `scheme://host[:port]` of the hub. */
  baseUrl: string
  credentials: CredentialStore
  fetch?: typeof fetch
  clock?: Clock
}

/**
 * The hub over HTTP for one pairing (spec: Authentication, Errors). The access token leaves this class
 * only in the body of `POST /api/auth`; the JWT lives in memory.
 */
export class HubClient {
  readonly baseUrl: string
  readonly #credentials: CredentialStore
  readonly #transport: HubTransport
  readonly #clock: Clock
  readonly #signedOutListeners = new Set<SignedOutListener>()
  /** What a messaging client opened this page with, once the hub has taken it; it ends with the page. */
  #initData: string | undefined
  #jwt: HeldJwt | undefined
  #exchange: Promise<HeldJwt> | undefined

  constructor({ baseUrl, credentials, fetch = globalThis.fetch, clock = browserClock }: HubClientOptions) {
    this.baseUrl = baseUrl
    this.#credentials = credentials
    this.#transport = new HubTransport(baseUrl, fetch, clock)
    this.#clock = clock
  }

  /** Exchanges an access token, passed on unchanged, and keeps it. Throws ClientError; 401: wrong token. */
  async signIn(accessToken: string): Promise<{ user: AuthResponse['user'] }> {
    const answer = await this.#authenticate({ accessToken })
    this.#credentials.save(accessToken)
    this.#initData = undefined
    this.#exchange = undefined
    this.#keep(holdJwt(answer.token, this.#clock.now()))
    return { user: answer.user }
  }

  /**
   * Signs in with what a messaging client opened the page with, and with nothing else until the page is left
   * (spec: 401 bodies; reference: not-shown A11). Nothing of it is stored. Throws ClientError; 401 `not_bound`: the
   * account is not connected, else not good or too old; 503: the hub has no messaging bot.
   */
  async signInByMiniApp(initData: string): Promise<void> {
    const answer = await this.#authenticate({ initData })
    this.#initData = initData
    this.#exchange = undefined
    this.#keep(holdJwt(answer.token, this.#clock.now()))
  }

  /** Whether the page is signed in by a messaging account: it knows no access token then. */
  get isMiniApp(): boolean {
    return this.#initData !== undefined
  }

  /**
   * Has the hub replace its access token by `endpoint`, and stays signed in with the new one. The hub ends the old one
   * before it answers, so whatever needs a JWT meanwhile waits for the new one. Throws ClientError; 409
   * `token_fixed`: nothing was changed.
   */
  async replaceAccessToken<Path extends string>({
    method,
    path,
    response: schema,
  }: Endpoint<Path, undefined, undefined, AccessTokenAnswer>): Promise<void> {
    const jwt = await this.#validJwt()
    const rotated = this.#transport.send(path, { method }, jwt.token).then(async (response) => {
      const answer = parseAnswer(schema, response.status, await readBody(response))
      if (this.#exchange !== exchange) return
      this.#credentials.save(answer.accessToken)
      this.#initData = undefined
    })
    const exchange = this.#hold(
      rotated.then(
        () => this.#authenticateStored(),
        () => this.#authenticateStored(),
      ),
    )
    // Whoever waits for the exchange hears of its failure.
    exchange.catch(() => {})
    await rotated
  }

  /** Forgets both credentials. An exchange still on its way has no effect any more. */
  signOut(): void {
    this.#forgetPage()
    this.#credentials.clear()
  }

  isSignedIn(): boolean {
    return this.#secret() !== undefined
  }

  /** Namespace of the current JWT, or of the last one before this page; undefined until the first exchange. */
  namespace(): string | undefined {
    return this.#jwt?.namespace ?? this.#credentials.loadNamespace()
  }

  /** Calls `listener` when the hub refused the credentials for good: the person must pair again. */
  onSignedOut(listener: SignedOutListener): () => void {
    this.#signedOutListeners.add(listener)
    return () => this.#signedOutListeners.delete(listener)
  }

  /** A JWT valid for at least 60 s, exchanged first when needed. Throws ClientError. */
  async token(): Promise<string> {
    return (await this.#validJwt()).token
  }

  /**
   * Calls an endpoint of the contract and parses its answer; unknown keys are ignored.
   * Throws ClientError for every refusal, network failure (status 0) and unreadable answer.
   */
  async call<
    Path extends string,
    Query extends z.ZodType | undefined,
    Body extends z.ZodType | undefined,
    Answer extends z.ZodType,
  >(
    endpoint: Endpoint<Path, Query, Body, Answer>,
    ...[options]: CallArguments<Path, Query, Body>
  ): Promise<z.output<Answer>> {
    const { params, query, body, signal } = (options ?? {}) as UntypedCall
    const path = fillPath(endpoint.path, params)
    const deadline = this.#transport.deadline(endpoint.method, signal)
    const init: OpenOptions = { method: endpoint.method, query, signal: deadline.signal }
    if (body !== undefined) {
      init.body = JSON.stringify(body)
      init.headers = { 'content-type': 'application/json' }
    }
    try {
      const response =
        endpoint.access === 'public'
          ? await this.#transport.send(path, init, undefined)
          : await this.open(path, init)
      return parseAnswer(endpoint.response, response.status, await readBody(response))
    } finally {
      deadline.end()
    }
  }

  /**
   * Fetches a path with the bearer header and silent re-auth, and returns the raw response: bytes and
   * streams. Throws ClientError unless the answer is a success or a 304.
   */
  async open(path: string, options: OpenOptions = {}): Promise<Response> {
    const jwt = await this.#validJwt()
    try {
      return await this.#transport.send(path, options, jwt.token)
    } catch (error) {
      if (!isUnauthorized(error)) throw error
    }
    const renewed = await this.#renew(jwt)
    try {
      return await this.#transport.send(path, options, renewed.token)
    } catch (error) {
      if (isUnauthorized(error)) this.#requirePairing(renewed)
      throw error
    }
  }

  #validJwt(): Promise<HeldJwt> | HeldJwt {
    const held = this.#jwt
    if (held && held.expiresAt - this.#clock.now() >= REFRESH_BEFORE_EXPIRY_MS) return held
    return this.#exchangeOnce()
  }

  /** Another request may have renewed the refused JWT meanwhile; then that one is used. */
  #renew(refused: HeldJwt): Promise<HeldJwt> | HeldJwt {
    return this.#jwt && this.#jwt !== refused ? this.#jwt : this.#exchangeOnce()
  }

  #exchangeOnce(): Promise<HeldJwt> {
    if (this.#exchange) return this.#exchange
    if (!this.isSignedIn()) return Promise.reject(new ClientError(401, { error: 'Not signed in' }))
    return this.#hold(this.#authenticateStored())
  }

  #secret(): Secret | undefined {
    if (this.#initData !== undefined) return { initData: this.#initData }
    const accessToken = this.#credentials.load()
    return accessToken === undefined ? undefined : { accessToken }
  }

  async #authenticateStored(): Promise<AuthResponse> {
    const secret = this.#secret()
    if (secret === undefined) throw new ClientError(401, { error: 'Not signed in' })
    return this.#authenticate(secret, { [RENEWAL_HEADER]: '1' })
  }

  #keep(held: HeldJwt): void {
    this.#jwt = held
    // What is kept over the page is that of the stored token.
    if (held.namespace !== undefined && !this.isMiniApp) this.#credentials.saveNamespace(held.namespace)
  }

  /** Makes this the exchange that everybody who needs a JWT waits for. */
  #hold(answer: Promise<AuthResponse>): Promise<HeldJwt> {
    const exchange: Promise<HeldJwt> = answer
      .then(
        (answered) => {
          const held = holdJwt(answered.token, this.#clock.now())
          if (this.#exchange === exchange) this.#keep(held)
          return held
        },
        (error) => {
          if (this.#exchange === exchange && isUnauthorized(error)) this.#requirePairing(this.#jwt)
          throw error
        },
      )
      .finally(() => {
        if (this.#exchange === exchange) this.#exchange = undefined
      })
    this.#exchange = exchange
    return exchange
  }

  /** Terminal, unless the person signed in again or out while the refused call was on its way. */
  #requirePairing(refused: HeldJwt | undefined): void {
    if (this.#jwt !== refused || !this.isSignedIn()) return
    const refusedWhat = this.isMiniApp ? 'mini-app' : 'access-token'
    // A stored token is not what was refused then.
    if (this.isMiniApp) this.#forgetPage()
    else this.signOut()
    for (const listener of this.#signedOutListeners) listener(refusedWhat)
  }

  #forgetPage(): void {
    this.#initData = undefined
    this.#jwt = undefined
    this.#exchange = undefined
  }

  async #authenticate(secret: Secret, headers: Record<string, string> = {}): Promise<AuthResponse> {
    const deadline = this.#transport.deadline('GET', undefined)
    try {
      const response = await this.#transport.send(
        authenticate.path,
        {
          method: authenticate.method,
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(secret),
          signal: deadline.signal,
        },
        undefined,
      )
      return parseAnswer(AuthResponse, response.status, await readBody(response))
    } finally {
      deadline.end()
    }
  }
}

interface UntypedCall {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, unknown>>
  body?: unknown
  signal?: AbortSignal
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof ClientError && error.status === 401
}
