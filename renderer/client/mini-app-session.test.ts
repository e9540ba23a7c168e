import { beforeEach, expect, it } from 'vitest'
import { RENEWAL_HEADER } from '../../contract/auth.ts'
import { rotateAccessToken } from '../../contract/owner.ts'
import { listSessions } from '../../contract/session.ts'
import { makeJwt } from '../testing/factories.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { memoryCredentials } from './credentials.ts'
import { HubClient } from './hub-client.ts'

interface Exchange {
  secret: unknown
  isRenewal: boolean
}

const LIFETIME_MS = 14_400_000
let exchanges: Exchange[]
/** What the hub says to init data; undefined: it takes it. */
let refusal: string | undefined
let clock: ManualClock
beforeEach(() => {
  exchanges = []
  refusal = undefined
  clock = new ManualClock()
})

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

const hubFetch: typeof fetch = async (input, init) => {
  const { pathname } = new URL(String(input))
  if (pathname === '/api/access-token/rotate') return json({ accessToken: 'new-code' })
  if (pathname !== '/api/auth') return json({ sessions: [] })
  const secret = JSON.parse(String(init?.body))
  exchanges.push({ secret, isRenewal: RENEWAL_HEADER in ((init?.headers ?? {}) as object) })
  if (refusal !== undefined && 'initData' in secret) return json({ error: refusal }, 401)
  const ns = 'initData' in secret ? 'team' : 'default'
  const token = makeJwt({ uid: 1, ns, iat: 0, exp: LIFETIME_MS / 1000, n: exchanges.length })
  return json({ token, user: { id: 1, firstName: 'A' } })
}

function makeClient(accessToken?: string) {
  const credentials = memoryCredentials(accessToken)
  const client = new HubClient({ baseUrl: 'http://hub', credentials, fetch: hubFetch, clock })
  const refused: string[] = []
  client.onSignedOut((what) => refused.push(what))
  return { client, credentials, refused }
}

it('signs in and renews by init data, and stores nothing of it', async () => {
  const { client, credentials } = makeClient()
  await client.signInByMiniApp('data')
  clock.advance(LIFETIME_MS)
  await client.call(listSessions)
  expect({ exchanges, namespace: client.namespace(), isSignedIn: client.isSignedIn() }).toEqual({
    exchanges: [
      { secret: { initData: 'data' }, isRenewal: false },
      { secret: { initData: 'data' }, isRenewal: true },
    ],
    namespace: 'team',
    isSignedIn: true,
  })
  expect([credentials.load(), credentials.loadNamespace()]).toEqual([undefined, undefined])
})

it('keeps a stored code out of it, and keeps it when the init data has ended', async () => {
  const { client, credentials, refused } = makeClient('code')
  await client.signInByMiniApp('data')
  expect(client.isMiniApp).toBe(true)
  refusal = 'initData is too old'
  clock.advance(LIFETIME_MS)
  await expect(client.call(listSessions)).rejects.toMatchObject({ status: 401 })
  expect({ refused, stored: credentials.load(), isMiniApp: client.isMiniApp }).toEqual({
    refused: ['mini-app'],
    stored: 'code',
    isMiniApp: false,
  })
  expect(exchanges.map(({ secret }) => secret)).toEqual([{ initData: 'data' }, { initData: 'data' }])
})

it('is not signed in by init data that is refused', async () => {
  const { client } = makeClient()
  refusal = 'not_bound'
  await expect(client.signInByMiniApp('data')).rejects.toMatchObject({ status: 401, message: 'not_bound' })
  expect([client.isSignedIn(), client.isMiniApp]).toEqual([false, false])
})

it.each(['a code that is typed', 'a new code'])('goes on with %s', async (which) => {
  const { client, credentials } = makeClient()
  await client.signInByMiniApp('data')
  if (which === 'a new code') await client.replaceAccessToken(rotateAccessToken)
  else await client.signIn('new-code')
  await client.token()
  expect([credentials.load(), client.isMiniApp, exchanges.at(-1)]).toEqual([
    'new-code',
    false,
    { secret: { accessToken: 'new-code' }, isRenewal: which === 'a new code' },
  ])
})

it('forgets init data when the person signs out', async () => {
  const { client } = makeClient()
  await client.signInByMiniApp('data')
  client.signOut()
  expect(client.isSignedIn()).toBe(false)
})

it('tells the hub which exchanges are renewals', async () => {
  const { client, refused } = makeClient()
  await client.signIn('code')
  clock.advance(LIFETIME_MS)
  await client.token()
  expect(exchanges.map(({ isRenewal }) => isRenewal)).toEqual([false, true])
  expect(refused).toEqual([])
})
