import { beforeEach, describe, expect, it } from 'vitest'
import { getHealth } from '../../contract/auth.ts'
import { sendMessage } from '../../contract/message.ts'
import { getSession, listSessions } from '../../contract/session.ts'
import { makeJwt, nextTurn } from '../testing/factories.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { ClientError } from './client-error.ts'
import { memoryCredentials } from './credentials.ts'
import { HubClient } from './hub-client.ts'
import { READ_TIMEOUT_MS } from './hub-transport.ts'

interface Seen {
  method: string
  url: string
  authorization: string | undefined
  body: unknown
}

type Answer = { status: number; body: unknown } | 'network'

const HUB = 'http://hub:3006'
const clock = new ManualClock()
let seen: Seen[]
let jwtNumber: number
/** Answers of `/api/auth`; the last one repeats. */
let auth: Answer[]
/** Answers of everything else; the last one repeats. */
let answers: Answer[]

function nextJwt(lifetimeSeconds = 14_400): string {
  jwtNumber += 1
  return makeJwt({ uid: 1, ns: 'team', iat: 0, exp: lifetimeSeconds, n: jwtNumber })
}

const authOk = (lifetimeSeconds?: number): Answer => ({
  status: 200,
  body: { token: nextJwt(lifetimeSeconds), user: { id: 1, firstName: 'Ann', extra: true } },
})
const OK: Answer = { status: 200, body: { sessions: [], extra: 1 } }
const UNAUTHORIZED: Answer = { status: 401, body: { error: 'Invalid token' } }

const fetchFake: typeof fetch = async (input, init) => {
  const headers = (init?.headers ?? {}) as Record<string, string>
  const url = String(input)
  const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
  seen.push({ method: init?.method ?? 'GET', url, authorization: headers.authorization, body })
  const queue = url.endsWith('/api/auth') ? auth : answers
  const answer = queue.length > 1 ? queue.shift() : queue[0]
  if (answer === undefined || answer === 'network') throw new TypeError('fetch failed')
  return new Response(JSON.stringify(answer.body), { status: answer.status })
}

function makeClient({ accessToken }: { accessToken?: string | undefined } = { accessToken: 'secret' }) {
  const credentials = memoryCredentials(accessToken)
  const client = new HubClient({ baseUrl: HUB, credentials, fetch: fetchFake, clock })
  let signedOut = 0
  client.onSignedOut(() => {
    signedOut += 1
  })
  return { client, credentials, signedOut: () => signedOut }
}

const exchanges = () => seen.filter((request) => request.url.endsWith('/api/auth')).length

beforeEach(() => {
  seen = []
  jwtNumber = 0
  auth = [authOk(), authOk(), authOk()]
  answers = [OK]
})

describe('signIn', () => {
  it('sends the token unchanged in the body, and nowhere else', async () => {
    const { client, credentials } = makeClient({})
    const answer = await client.signIn(' secret:team ')
    await client.call(listSessions)
    expect({ answer, stored: credentials.load(), namespace: client.namespace(), first: seen[0] }).toEqual({
      answer: { user: { id: 1, firstName: 'Ann' } },
      stored: ' secret:team ',
      namespace: 'team',
      first: {
        method: 'POST',
        url: `${HUB}/api/auth`,
        authorization: undefined,
        body: { accessToken: ' secret:team ' },
      },
    })
    expect(
      seen
        .slice(1)
        .map((request) => JSON.stringify(request))
        .join(),
    ).not.toContain('secret')
  })

  it('keeps nothing when the token is wrong', async () => {
    auth = [{ status: 401, body: { error: 'Invalid access token' } }]
    const { client } = makeClient({})
    await expect(client.signIn('wrong')).rejects.toMatchObject({ status: 401 })
    expect([client.isSignedIn(), exchanges()]).toEqual([false, 1])
  })
})

describe('call', () => {
  it('encodes path parameters and leaves absent query values out', async () => {
    answers = [{ status: 404, body: { error: 'Session not found' } }]
    const { client } = makeClient()
    await expect(client.call(getSession, { params: { id: 'a/b c' } })).rejects.toMatchObject({ status: 404 })
    answers = [OK]
    await client.call(listSessions, { query: { limit: 5, order: undefined } })
    expect(seen.slice(1).map((request) => request.url)).toEqual([
      `${HUB}/api/sessions/a%2Fb%20c`,
      `${HUB}/api/sessions?limit=5`,
    ])
  })

  it('ignores keys it does not know', async () => {
    expect(await makeClient().client.call(listSessions)).toEqual({ sessions: [] })
  })

  it('carries status and code of a refusal', async () => {
    answers = [{ status: 409, body: { error: 'Session is inactive', code: 'session_inactive' } }]
    const body = { text: 'hi', localId: 'l1' }
    await expect(makeClient().client.call(sendMessage, { params: { id: 's1' }, body })).rejects.toMatchObject(
      {
        status: 409,
        code: 'session_inactive',
        message: 'Session is inactive',
      },
    )
  })

  it('reports a network failure as status 0', async () => {
    answers = ['network']
    await expect(makeClient().client.call(listSessions)).rejects.toMatchObject({ status: 0 })
  })

  it('reports an answer it cannot read', async () => {
    answers = [{ status: 200, body: { sessions: 'none' } }]
    await expect(makeClient().client.call(listSessions)).rejects.toBeInstanceOf(ClientError)
  })

  it('needs no credentials for a public endpoint', async () => {
    answers = [{ status: 200, body: { status: 'ok', protocolVersion: 1, capabilities: { later: true } } }]
    const health = await makeClient({}).client.call(getHealth)
    expect([health.protocolVersion, seen[0]?.authorization]).toEqual([1, undefined])
  })

  it('gives a read up after 45 s', async () => {
    const hanging: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
      )
    const client = new HubClient({ baseUrl: HUB, credentials: memoryCredentials(), fetch: hanging, clock })
    const call = client.call(getHealth)
    clock.advance(READ_TIMEOUT_MS)
    await expect(call).rejects.toMatchObject({ status: 0 })
  })
})

describe('silent re-auth', () => {
  it('exchanges once and retries once after a 401', async () => {
    answers = [UNAUTHORIZED, OK]
    const { client, signedOut } = makeClient()
    expect(await client.call(listSessions)).toEqual({ sessions: [] })
    expect([exchanges(), seen.length, signedOut()]).toEqual([2, 4, 0])
  })

  it('is terminal on a second 401: credentials go, the person pairs again', async () => {
    answers = [UNAUTHORIZED]
    const { client, signedOut } = makeClient()
    await expect(client.call(listSessions)).rejects.toMatchObject({ status: 401 })
    expect([seen.length, client.isSignedIn(), signedOut()]).toEqual([4, false, 1])
  })

  it('is terminal when the exchange itself is refused, and does not loop', async () => {
    auth = [authOk(), UNAUTHORIZED]
    answers = [UNAUTHORIZED]
    const { client, signedOut } = makeClient()
    await expect(client.call(listSessions)).rejects.toMatchObject({ status: 401 })
    expect([exchanges(), client.isSignedIn(), signedOut()]).toEqual([2, false, 1])
  })

  it.each<[string, Answer]>([
    ['a network failure', 'network'],
    ['a 503', { status: 503, body: { error: 'Not connected' } }],
  ])('keeps the credentials after %s during the exchange', async (_, failure) => {
    auth = [failure]
    const { client, signedOut } = makeClient()
    await expect(client.call(listSessions)).rejects.toBeInstanceOf(ClientError)
    expect([client.isSignedIn(), signedOut()]).toEqual([true, 0])
  })

  it('shares one exchange between concurrent 401s', async () => {
    const { client } = makeClient()
    await client.token()
    answers = [UNAUTHORIZED, UNAUTHORIZED, UNAUTHORIZED, OK]
    await Promise.all([client.call(listSessions), client.call(listSessions), client.call(listSessions)])
    expect(exchanges()).toBe(2)
  })

  it('uses the JWT another request has renewed meanwhile', async () => {
    let refuse = () => {}
    const late = new Promise<void>((resolve) => {
      refuse = resolve
    })
    const slowly: typeof fetch = async (input, init) => {
      const response = await fetchFake(input, init)
      if (String(input).includes('limit=1')) await late
      return response
    }
    const credentials = memoryCredentials('secret')
    const client = new HubClient({ baseUrl: HUB, credentials, fetch: slowly, clock })
    await client.token()
    answers = [UNAUTHORIZED, UNAUTHORIZED, OK]
    const slow = client.call(listSessions, { query: { limit: 1 } })
    await client.call(listSessions)
    refuse()
    await slow
    expect(exchanges()).toBe(2)
  })

  it('ignores the end of an exchange after signing out', async () => {
    const { client } = makeClient()
    const call = client.call(listSessions).catch(() => undefined)
    client.signOut()
    await call
    expect([client.isSignedIn(), client.namespace()]).toEqual([false, undefined])
  })
})

describe('token', () => {
  it('is refreshed when less than 60 s are left, counted on our own clock', async () => {
    auth = [authOk(300)]
    const { client } = makeClient()
    const first = await client.token()
    clock.advance(239_000)
    const second = await client.token()
    auth = [authOk(300)]
    clock.advance(2000)
    const third = await client.token()
    await nextTurn()
    expect([second === first, third === first, exchanges()]).toEqual([true, false, 2])
  })

  it('is refused without credentials', async () => {
    await expect(makeClient({}).client.token()).rejects.toMatchObject({ status: 401 })
  })
})
