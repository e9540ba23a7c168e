import { afterEach, beforeEach, expect, it } from 'vitest'
import { BotAccounts } from '../../accounts/bot-accounts.ts'
import { AccessTokens } from '../../auth/access-token.ts'
import { AUTH_FAILURES_MAX, AuthAttempts } from '../../auth/attempt-limit.ts'
import { Jwt } from '../../auth/jwt.ts'
import { silentLog } from '../../log.ts'
import { SeenBrowsers } from '../../owner/seen-browsers.ts'
import { Database } from '../../store/database.ts'
import { UsersTable } from '../../store/users.ts'
import { ManualClock } from '../../testing/manual-clock.ts'
import { RawHttp } from '../../testing/raw-http.ts'
import { createApp } from '../app.ts'
import { authRoutes } from './auth.ts'

const clock = new ManualClock()
const jwt = new Jwt({ secret: new Uint8Array(32), clock })
let server: RawHttp
let remoteAddress: string | undefined
let db: Database

beforeEach(async () => {
  remoteAddress = undefined
  db = Database.open(':memory:', silentLog)
  const app = createApp({
    routes: authRoutes({
      accessTokens: new AccessTokens('base-token'),
      attempts: new AuthAttempts({ clock }),
      jwt,
      accounts: new BotAccounts({
        db,
        users: new UsersTable(db),
        clock,
        botToken: undefined,
      }),
      ownerId: 4242,
      capabilities: { titleSuggestion: true },
      noteProbe: () => {},
      browsers: new SeenBrowsers({ clock }),
    }),
    jwt,
    db: { settled: () => undefined },
    log: silentLog,
    settings: { listenHost: '127.0.0.1', publicUrl: undefined, corsOrigins: [] },
  })
  const serve = app.callback()
  server = await RawHttp.serve((request, response) => {
    if (remoteAddress) Object.defineProperty(request.socket, 'remoteAddress', { value: remoteAddress })
    void serve(request, response)
  })
})

afterEach(async () => {
  await server.close()
  db.close()
})

async function post(path: string, body: unknown) {
  const answer = await server.send(path, { method: 'POST', body: JSON.stringify(body) })
  return { status: answer.status, body: JSON.parse(answer.text), headers: answer.headers }
}

const refusedToken = { status: 401, body: { error: 'Invalid access token' } }

it('tells protocol version and capabilities without a token', async () => {
  const { status, text } = await server.send('/health')
  expect([status, JSON.parse(text)]).toEqual([
    200,
    { status: 'ok', protocolVersion: 1, capabilities: { titleSuggestion: true } },
  ])
})

it.each([
  ['base-token', 'default'],
  [' base-token:team ', 'team'],
])('exchanges %j for a JWT of its namespace', async (accessToken, ns) => {
  const { status, body } = await post('/api/auth', { accessToken })
  expect([status, body.user]).toEqual([200, { id: 4242, firstName: 'Web User' }])
  expect(await jwt.verify(body.token)).toEqual({ uid: 4242, ns })
})

it.each(['wrong', 'base-token:', 'base-token: team', '   '])(
  'refuses the access token %j',
  async (accessToken) => {
    expect(await post('/api/auth', { accessToken })).toMatchObject(refusedToken)
  },
)

it.each([{}, { accessToken: 1 }, { accessToken: '' }, [], 'base-token', null])(
  'answers 400 to %j',
  async (body) => {
    const answer = await post('/api/auth', body)
    expect([answer.status, answer.body]).toEqual([400, { error: 'Invalid body' }])
  },
)

it('declines what only the messaging bot could answer', async () => {
  const initData = 'query_id=1'
  const answers = [
    await post('/api/auth', { initData }),
    await post('/api/bind', { initData, accessToken: 'base-token' }),
    await post('/api/bind', { initData }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 400])
})

it('makes a remote address wait after many failures, even with the right token', async () => {
  remoteAddress = '203.0.113.9'
  for (let i = 0; i < AUTH_FAILURES_MAX; i += 1) {
    expect(await post('/api/auth', { accessToken: 'wrong' })).toMatchObject(refusedToken)
  }
  const limited = await post('/api/auth', { accessToken: 'base-token' })
  expect([limited.status, limited.body, limited.headers['retry-after']]).toEqual([
    429,
    { error: 'Too many failed attempts from this address; try again later' },
    '300',
  ])
  clock.advance(300_000)
  expect((await post('/api/auth', { accessToken: 'base-token' })).status).toBe(200)
})

it('never makes loopback wait', async () => {
  for (let i = 0; i < AUTH_FAILURES_MAX; i += 1) await post('/api/auth', { accessToken: 'wrong' })
  expect((await post('/api/auth', { accessToken: 'base-token' })).status).toBe(200)
})
