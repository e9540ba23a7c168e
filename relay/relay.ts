import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { RELAY_PUSH_PATH, RELAY_UNREGISTERED, type RelayAnswer, type RelayPush } from '../contract/push.ts'
import type { RelayConfig } from './config.ts'
import { type Passed, Providers } from './providers.ts'
import { BODY_MAX_BYTES, parsePushRequest } from './push-request.ts'
import { callerOf, RateLimit } from './rate-limit.ts'
import { readBody } from './read-body.ts'

/** Sends under way at a time; a provider that hangs must not fill the memory. */
export const IN_FLIGHT_MAX = 512
const REQUEST_TIMEOUT_MS = 30_000
/** Characters of a SHA-256 in the log: enough to follow one token, no way back to it. */
const HASH_LENGTH = 12

/**
 * One line for each send: hashes instead of tokens and addresses, never an envelope. There are so few addresses
 * that a plain hash of one could be tried out; theirs has a key that ends with the process.
 */
export interface SendRecord {
  platform: RelayPush['platform']
  tokenHash: string
  addressHash: string
  status: number
  code: string
}

export interface RelayOptions {
  config: RelayConfig
  log?: (record: SendRecord) => void
  now?: () => number
  providerTimeoutMs?: number
}

export interface Relay {
  /** Where it listens, such as `http://127.0.0.1:3106`. */
  origin: string
  close(): Promise<void>
}

interface Answer {
  status: number
  code: string
  retryAfterSeconds?: number
}

/**
 * A stateless push relay (spec: Relay protocol): passes encrypted envelopes on to FCM and APNs with the
 * operator's credentials. It keeps nothing but the counters of its limits, and neither queues nor retries.
 */
export async function startRelay(options: RelayOptions): Promise<Relay> {
  const { config, log = () => undefined, now = Date.now, providerTimeoutMs } = options
  const { perMinute } = config
  const providers = new Providers({ config, now, timeoutMs: providerTimeoutMs })
  const tokens = new RateLimit({ perMinute: perMinute.token, now })
  const addresses = new RateLimit({ perMinute: perMinute.address, now })
  const addressKey = randomBytes(32)
  let inFlight = 0

  async function push(request: IncomingMessage): Promise<Answer> {
    const address = callerOf(addressOf(request, config.trustProxy))
    const waitForAddress = addresses.take(address)
    if (waitForAddress > 0) return tooMany(waitForAddress)
    const text = await readBody(request, BODY_MAX_BYTES)
    const body = text === 'too-large' ? text : parsePushRequest(text)
    if (body === 'too-large') return { status: 413, code: 'too-large' }
    if (body === undefined) return { status: 400, code: 'invalid' }
    const answer = await admit(body)
    const { platform, token } = body
    const { status, code } = answer
    log({ platform, tokenHash: hash(token), addressHash: keyedHash(address, addressKey), status, code })
    return answer
  }

  async function admit(body: RelayPush): Promise<Answer> {
    const wait = tokens.take(hash(body.token))
    if (wait > 0) return tooMany(wait)
    const send = providers.sender(body)
    if (!send) return { status: 501, code: 'not-configured' }
    return answerFor(await counted(send))
  }

  async function counted(send: () => Promise<Passed>): Promise<Passed> {
    if (inFlight >= IN_FLIGHT_MAX) return { accepted: false, status: 429, code: 'busy', isTokenDead: false }
    inFlight += 1
    try {
      return await send()
    } finally {
      inFlight -= 1
    }
  }

  const server = createServer((request, response) => {
    route(request, push).then(
      (answer) => write(response, answer),
      // The caller went away before its body was there.
      () => response.destroy(),
    )
  })
  server.requestTimeout = REQUEST_TIMEOUT_MS
  await listen(server, config)
  return {
    origin: originOf(server, config.listenHost),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      providers.close()
      await closed
    },
  }
}

async function route(
  request: IncomingMessage,
  push: (request: IncomingMessage) => Promise<Answer>,
): Promise<Answer> {
  const path = request.url?.split('?')[0]
  if (path === '/health' && request.method === 'GET') return { status: 200, code: 'ok' }
  if (path !== `/${RELAY_PUSH_PATH}`) return { status: 404, code: 'not-found' }
  return request.method === 'POST' ? push(request) : { status: 405, code: 'method-not-allowed' }
}

function write(response: ServerResponse, { status, code, retryAfterSeconds }: Answer): void {
  const answer: RelayAnswer = status === 200 ? { ok: true } : { ok: false, code }
  const body = JSON.stringify(answer)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    // What was not read of a body that is too large must not be taken for the next request.
    ...(status === 413 && { connection: 'close' }),
  })
  response.end(body)
}

const tooMany = (retryAfterSeconds: number): Answer => ({
  status: 429,
  code: 'rate-limited',
  retryAfterSeconds,
})

/** Only a token the provider calls dead is `unregistered`; everything else leaves the device registered. */
function answerFor(answer: Passed): Answer {
  if (answer.accepted) return { status: 200, code: 'ok' }
  if (answer.isTokenDead) return { status: 410, code: RELAY_UNREGISTERED }
  const code = `provider-${answer.code}`
  if (answer.status === 413 || answer.code === 'PayloadTooLarge') return { status: 413, code }
  return { status: answer.status === 429 ? 429 : 502, code }
}

const keyedHash = (text: string, key: Buffer) =>
  createHmac('sha256', key).update(text).digest('hex').slice(0, HASH_LENGTH)

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH)

function addressOf(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? String(request.headers['x-forwarded-for'] ?? '') : ''
  return forwarded.split(',').at(-1)?.trim() || request.socket.remoteAddress || ''
}

function listen(server: Server, { listenHost, listenPort }: RelayConfig): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(listenPort, listenHost, () => {
    server.off('error', reject)
    resolve()
  })
  return promise
}

function originOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
