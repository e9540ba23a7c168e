import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  getPairing,
  getPushDiagnostics,
  listDeliveries,
  listDevices,
  removeDevice,
  rotateAccessToken,
  testDevice,
} from '../../contract/owner.ts'
import { CliClient } from '../../demo/cli-client.ts'
import { FakeBotPlatform } from '../testing/fake-bot-platform.ts'
import { HubScene } from '../testing/hub-scene.ts'
import { initDataOf } from '../testing/init-data.ts'
import { TestClient } from '../testing/test-client.ts'
import { TEST_TOKEN } from '../testing/test-hub.ts'

let scene: HubScene
const open = async (settings: object = {}) => {
  scene = await HubScene.open({ settings: { androidPushMode: 'off', iosPushMode: 'off', ...settings } })
}
afterEach(() => scene.close())

const phone = (deviceId: string, token: string) => ({ platform: 'phone', deviceId, token })

describe('devices', () => {
  beforeEach(() => open())

  it('shows those of every namespace, with hashes instead of tokens', async () => {
    await scene.raw('POST', '/api/devices/register', {
      ...phone('d1', 'token-one'),
      pushKey: Buffer.alloc(32).toString('base64'),
    })
    await scene.stranger.raw('POST', '/api/devices/register', {
      ...phone('d1', 'token-two'),
      platform: 'wear',
    })
    const { devices } = await scene.api.call(listDevices)
    const common = { deviceId: 'd1', registeredAt: scene.now, seenAt: scene.now, lastDelivery: null }
    expect(devices).toMatchObject([
      { ...common, namespace: 'default', platform: 'phone', hasPushKey: true },
      { ...common, namespace: 'other', platform: 'wear', hasPushKey: false },
    ])
    expect(new Set(devices.map(({ id }) => id)).size).toBe(2)
    expect(JSON.stringify(devices)).not.toMatch(/token-(one|two)/)
  })

  it('keeps the id of a device that registers again, and removes it by that', async () => {
    await scene.raw('POST', '/api/devices/register', phone('d1', 'token-one'))
    const first = (await scene.api.call(listDevices)).devices[0]
    scene.hub.clock.advance(1000)
    await scene.raw('POST', '/api/devices/register', phone('d1', 'token-two'))
    const [second] = (await scene.api.call(listDevices)).devices
    expect(second).toMatchObject({ id: first?.id, registeredAt: first?.registeredAt, seenAt: scene.now })
    expect(second?.tokenHash).not.toBe(first?.tokenHash)
    await scene.api.call(removeDevice, { params: { id: second?.id ?? '' } })
    expect(await scene.api.call(listDevices)).toEqual({ devices: [] })
  })

  it('tests one and logs it', async () => {
    await scene.raw('POST', '/api/devices/register', phone('d1', 'token-one'))
    const [{ id, tokenHash } = { id: '', tokenHash: '' }] = (await scene.api.call(listDevices)).devices
    expect(await scene.api.call(testDevice, { params: { id } })).toEqual({
      result: 'suppressed',
      code: 'channel-off',
    })
    const { deliveries, next } = await scene.api.call(listDeliveries)
    expect([deliveries, next]).toMatchObject([
      [{ deviceId: 'd1', platform: 'phone', tokenHash, result: 'suppressed', code: 'channel-off' }],
      null,
    ])
    expect((await scene.api.call(listDevices)).devices[0]?.lastDelivery).toEqual(deliveries[0])
  })

  it('pages through the log of a namespace', async () => {
    await scene.raw('POST', '/api/devices/register', phone('d1', 'token-one'))
    const [{ id } = { id: '' }] = (await scene.api.call(listDevices)).devices
    for (let i = 0; i < 3; i += 1) await scene.api.call(testDevice, { params: { id } })
    const first = await scene.api.call(listDeliveries, { query: { limit: 2 } })
    const second = await scene.api.call(listDeliveries, { query: { limit: 2, before: first.next ?? 0 } })
    const ids = [...first.deliveries, ...second.deliveries].map((delivery) => delivery.id)
    expect([ids.length, ids, second.next]).toEqual([3, [...ids].sort((a, b) => b - a), null])
    expect(await scene.api.call(listDeliveries, { query: { namespace: 'other' } })).toMatchObject({
      deliveries: [],
    })
  })

  it.each(['limit=0', 'limit=201', 'limit=x', 'before=0', 'namespace='])('refuses ?%s', async (query) => {
    expect(await scene.raw('GET', `/api/deliveries?${query}`)).toMatchObject({
      status: 400,
      body: { error: 'Invalid query' },
    })
  })

  it.each([
    ['DELETE', '/api/devices/none'],
    ['POST', '/api/devices/none/test'],
  ])('answers 404 to %s %s', async (method, path) => {
    expect(await scene.raw(method, path)).toEqual({ status: 404, body: { error: 'Device not found' } })
  })

  it('says why a channel is off', async () => {
    await scene.close()
    await open({ iosPushMode: 'direct' })
    const { diagnostics } = await scene.api.call(getPushDiagnostics)
    expect(diagnostics).toContainEqual(expect.objectContaining({ channel: 'ios', isProblem: true }))
  })
})

it.each([
  ['GET', '/api/devices'],
  ['DELETE', '/api/devices/x'],
  ['POST', '/api/devices/x/test'],
  ['GET', '/api/deliveries'],
  ['GET', '/api/push/diagnostics'],
  ['GET', '/api/pairing'],
  ['POST', '/api/access-token/rotate'],
])('%s %s is for the owner only', async (method, path) => {
  await open()
  expect((await scene.stranger.raw(method, path)).status).toBe(403)
})

describe('pairing', () => {
  it('offers the public address with both codes', async () => {
    await open({ publicUrl: 'https://hub.example/' })
    const hub = encodeURIComponent('https://hub.example')
    expect(await scene.api.call(getPairing)).toEqual({
      addresses: [
        {
          url: 'https://hub.example',
          kind: 'public',
          web: `https://hub.example/?hub=${hub}&token=${TEST_TOKEN}`,
          companion: `svccompanion://bind?hub=${hub}&code=${TEST_TOKEN}`,
        },
      ],
      obstacle: null,
    })
  })

  it('says that a phone cannot reach this computer alone', async () => {
    await open()
    expect(await scene.api.call(getPairing)).toEqual({ addresses: [], obstacle: 'loopback-only' })
  })
})

describe('a new access token', () => {
  it('ends everything the old one opened, and is kept', async () => {
    const platform = await FakeBotPlatform.open()
    process.env.SVC_MESSAGING_BOT_ORIGIN = platform.origin
    await open({ messagingBotToken: platform.token })
    scene.hub.config.sources.cliApiToken = 'file'
    const initData = initDataOf(platform.token, { id: 1, first_name: 'A' }, scene.now)
    await scene.raw('POST', '/api/bind', { initData, accessToken: TEST_TOKEN })
    const agent = await scene.session()
    const stream = await fetch(`${scene.hub.origin}/api/events?all=true`, {
      headers: { authorization: `Bearer ${scene.api.jwt}` },
    })
    const disconnected = new Promise<string>((resolve) => agent.socket.socket.once('disconnect', resolve))

    const { accessToken } = await scene.api.call(rotateAccessToken)

    expect(accessToken).toMatch(/^[\w-]{43}$/)
    expect(await disconnected).toBe('io server disconnect')
    // The stream ends; without an end this would never resolve.
    expect(await stream.text()).toContain('connection-changed')
    expect((await scene.raw('GET', '/api/sessions')).body).toEqual({ error: 'Invalid token' })
    expect((await scene.raw('POST', '/api/auth', { accessToken: TEST_TOKEN })).status).toBe(401)
    expect((await scene.raw('POST', '/api/auth', { initData })).body).toEqual({ error: 'not_bound' })
    const old = new CliClient({ url: scene.hub.origin, token: TEST_TOKEN })
    await expect(old.createSession({ tag: 't', metadata: { path: '/', host: 'h' } })).rejects.toThrow()
    const owner = await TestClient.signIn(scene.hub.origin, accessToken)
    expect((await owner.raw('GET', '/api/sessions')).status).toBe(200)
    expect(scene.log.text).not.toContain(accessToken)

    await scene.hub.restart()
    const again = await TestClient.signIn(
      scene.hub.origin,
      scene.hub.config.settingsFile.read().cliApiToken ?? '',
    )
    expect((await again.raw('GET', '/api/sessions')).status).toBe(200)
    await platform.close()
    delete process.env.SVC_MESSAGING_BOT_ORIGIN
  })

  it('is refused while the environment fixes it, and nothing ends', async () => {
    await open()
    const answer = await scene.raw('POST', '/api/access-token/rotate')
    expect(answer).toMatchObject({ status: 409, body: { code: 'token_fixed' } })
    expect((await scene.raw('GET', '/api/sessions')).status).toBe(200)
  })
})
