import { afterEach, beforeEach, expect, it } from 'vitest'
import { BotAuthResponse } from '../../../contract/bot.ts'
import { initDataOf } from '../../testing/init-data.ts'
import { TEST_TOKEN, TestHub } from '../../testing/test-hub.ts'

const BOT_TOKEN = '12345:test-bot'
const ada = { id: 99, first_name: 'Ada', last_name: 'L', username: 'ada' }
let hub: TestHub

beforeEach(async () => {
  // An address nothing answers at: the bot itself is not what is tested here.
  process.env.SVC_MESSAGING_BOT_ORIGIN = 'http://127.0.0.1:9'
  hub = await TestHub.start({ settings: { messagingBotToken: BOT_TOKEN } })
})
afterEach(async () => {
  delete process.env.SVC_MESSAGING_BOT_ORIGIN
  await hub.close()
})

async function post(path: string, body: unknown) {
  const answer = await fetch(hub.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}

const initData = (user: object = ada) => initDataOf(BOT_TOKEN, user, hub.clock.now())
const bind = (accessToken: string, user: object = ada) =>
  post('/api/bind', { initData: initData(user), accessToken })
const namespaceOf = (token: string) => JSON.parse(atob(token.split('.')[1] ?? '')).ns

it('signs nobody in whose account is not bound', async () => {
  expect(await post('/api/auth', { initData: initData() })).toEqual({
    status: 401,
    body: { error: 'not_bound' },
  })
})

it('binds an account to the namespace of an access token, and then signs it in there', async () => {
  const bound = await bind(`${TEST_TOKEN}:team`)
  const { token, user } = BotAuthResponse.parse(bound.body)
  expect([bound.status, namespaceOf(token), user]).toEqual([
    200,
    'team',
    { id: hub.config.secrets.ownerId, firstName: 'Ada', lastName: 'L', username: 'ada' },
  ])
  const signedIn = await post('/api/auth', { initData: initData() })
  expect([signedIn.status, namespaceOf(signedIn.body.token ?? '')]).toEqual([200, 'team'])
})

it('binds the same again, but not to another namespace', async () => {
  await bind(TEST_TOKEN)
  expect((await bind(TEST_TOKEN)).status).toBe(200)
  expect(await bind(`${TEST_TOKEN}:team`)).toEqual({ status: 409, body: { error: 'already_bound' } })
  expect((await bind(`${TEST_TOKEN}:team`, { id: 100, first_name: 'B' })).status).toBe(200)
})

it('keeps bindings over a restart', async () => {
  await bind(TEST_TOKEN)
  await hub.restart()
  expect((await post('/api/auth', { initData: initData() })).status).toBe(200)
})

it.each([
  [{ initData: 'x', accessToken: TEST_TOKEN }, 401, 'Missing hash'],
  [{ accessToken: TEST_TOKEN }, 400, 'Invalid body'],
  [{ initData: 'x' }, 400, 'Invalid body'],
  [{ initData: '', accessToken: TEST_TOKEN }, 400, 'Invalid body'],
])('answers %j to /api/bind with %i', async (body, status, error) => {
  expect(await post('/api/bind', body)).toEqual({ status, body: { error } })
})

it('refuses a wrong access token and binds nothing', async () => {
  expect(await bind('wrong')).toEqual({ status: 401, body: { error: 'Invalid access token' } })
  expect((await post('/api/auth', { initData: initData() })).body).toEqual({ error: 'not_bound' })
})
