import { afterEach, beforeEach, expect, it } from 'vitest'
import { RENEWAL_HEADER } from '../../contract/auth.ts'
import { listBrowsers, rotateAccessToken } from '../../contract/owner.ts'
import { HubScene } from '../testing/hub-scene.ts'
import { initDataOf } from '../testing/init-data.ts'
import { TestClient } from '../testing/test-client.ts'
import { TEST_TOKEN } from '../testing/test-hub.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1'
const PIXEL = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/137.0.0.0 Mobile Safari/537.36'
const BOT_TOKEN = '12345:test-bot'
let scene: HubScene

beforeEach(async () => {
  // An address nothing answers at: the bot itself is not what is tested here.
  process.env.SVC_MESSAGING_BOT_ORIGIN = 'http://127.0.0.1:9'
  scene = await HubScene.open({ settings: { messagingBotToken: BOT_TOKEN } })
})
afterEach(async () => {
  delete process.env.SVC_MESSAGING_BOT_ORIGIN
  await scene.close()
})

const exchange = async (accessToken: string, headers: Record<string, string>) =>
  (await scene.api.raw('POST', '/api/auth', { accessToken }, headers)).status
const browsers = async () => (await scene.api.call(listBrowsers)).browsers

it('tells the owner of a browser that signs in, also in a part of a guest, and nothing of its token', async () => {
  await exchange(TEST_TOKEN, { 'user-agent': IPHONE })
  scene.hub.clock.advance(1000)
  await exchange(`${TEST_TOKEN}:other`, { 'user-agent': PIXEL })
  const common = { address: null, isOpen: false, isCaller: false }
  const found = await browsers()
  expect(found).toEqual([
    {
      ...common,
      id: 2,
      namespace: 'other',
      browser: 'chrome',
      device: 'android-phone',
      signedInAt: scene.now,
      seenAt: scene.now,
    },
    {
      ...common,
      id: 1,
      namespace: 'default',
      browser: 'safari',
      device: 'iphone',
      signedInAt: scene.now - 1000,
      seenAt: scene.now - 1000,
    },
  ])
  expect(JSON.stringify(found)).not.toContain(TEST_TOKEN)
  expect(await scene.stranger.raw('GET', '/api/pairing/browsers')).toMatchObject({
    status: 403,
    body: { error: expect.any(String) },
  })
})

it('takes renewals, refused exchanges and programs for no sign-in', async () => {
  await exchange(TEST_TOKEN, { 'user-agent': IPHONE, [RENEWAL_HEADER]: '1' })
  expect(await exchange('wrong', { 'user-agent': PIXEL })).toBe(401)
  await exchange(TEST_TOKEN, { 'user-agent': 'okhttp/4.12.0' })
  expect(await browsers()).toMatchObject([{ device: 'iphone', signedInAt: null }])
})

it('takes an opening of the mini-app for no sign-in: a bound account is signed in for good', async () => {
  const initData = initDataOf(BOT_TOKEN, { id: 7, first_name: 'A' }, scene.now)
  await scene.api.raw('POST', '/api/bind', { initData, accessToken: TEST_TOKEN })
  await scene.api.raw('POST', '/api/auth', { initData }, { 'user-agent': PIXEL })
  expect(await browsers()).toMatchObject([{ device: 'android-phone', signedInAt: null }])
})

it('says which page is open, and forgets everybody with the access token', async () => {
  const reader = await scene.events({ all: 'true' }, { 'user-agent': IPHONE })
  expect(await browsers()).toMatchObject([{ device: 'iphone', isOpen: true, signedInAt: null }])
  reader.close()
  scene.hub.config.sources.cliApiToken = 'file'
  const { accessToken } = await scene.api.call(rotateAccessToken)
  const owner = await TestClient.signIn(scene.hub.origin, accessToken)
  expect((await owner.call(listBrowsers)).browsers).toEqual([])
})
