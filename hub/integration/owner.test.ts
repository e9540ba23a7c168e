import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  checkPairing,
  getPairing,
  getPushDiagnostics,
  listDeliveries,
  listDevices,
  removeDevice,
  rotateAccessToken,
  testDevice,
} from '../../contract/owner.ts'
import { CliClient } from '../../demo/cli-client.ts'
import { HttpProvider, type HttpRequest } from '../../providers/testing/http-provider.ts'
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
      [{ deviceId: 'd1', event: 'test', tokenHash, result: 'suppressed', code: 'channel-off' }],
      null,
    ])
    expect((await scene.api.call(listDevices)).devices[0]?.lastDelivery).toEqual(deliveries[0])
  })

  it('says what became of a test although the log of it could not be committed', async () => {
    await scene.raw('POST', '/api/devices/register', phone('d1', 'token-one'))
    const [{ id } = { id: '' }] = (await scene.api.call(listDevices)).devices
    await scene.hub.restart(() => {
      const db = new BetterSqlite3(scene.hub.config.databasePath)
      db.exec(`
        CREATE TABLE spoilt (pk INTEGER REFERENCES devices (pk) DEFERRABLE INITIALLY DEFERRED);
        CREATE TRIGGER spoil AFTER INSERT ON deliveries BEGIN INSERT INTO spoilt VALUES (-1); END`)
      db.close()
    })
    const api = await scene.hub.client()
    expect(await api.call(testDevice, { params: { id } })).toEqual({
      result: 'suppressed',
      code: 'channel-off',
    })
    expect((await api.call(listDeliveries)).deliveries).toEqual([])
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

  it('shows what was for one device, in its own namespace', async () => {
    await scene.raw('POST', '/api/devices/register', phone('d1', 'token-one'))
    await scene.stranger.raw('POST', '/api/devices/register', phone('d2', 'token-two'))
    const { devices } = await scene.api.call(listDevices)
    for (const { id } of [...devices, ...devices]) await scene.api.call(testDevice, { params: { id } })
    for (const { id, deviceId, namespace } of devices) {
      const first = await scene.api.call(listDeliveries, { query: { device: id, limit: 1 } })
      const second = await scene.api.call(listDeliveries, { query: { device: id, before: first.next ?? 0 } })
      const found = [...first.deliveries, ...second.deliveries]
      expect(found.map((one) => [one.namespace, one.deviceId])).toEqual([
        [namespace, deviceId],
        [namespace, deviceId],
      ])
    }
    expect(await scene.raw('GET', '/api/deliveries?device=none')).toEqual({
      status: 404,
      body: { error: 'Device not found' },
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
  ['POST', '/api/pairing/check'],
  ['GET', '/api/pairing/browsers'],
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

describe('a check of the addresses', () => {
  /** A server that is not the hub, and what it was asked. */
  async function stranger() {
    const asked: HttpRequest[] = []
    const server = await HttpProvider.serve((request) => {
      asked.push(request)
      return { status: 200, body: { status: 'ok', protocolVersion: 1, capabilities: {} } }
    })
    return { server, asked }
  }

  it('says that this hub answers under its public address, and how others do not', async () => {
    await open()
    const { server, asked } = await stranger()
    const check = async (publicUrl: string) => {
      scene.hub.config.settings.publicUrl = publicUrl
      return (await scene.api.call(checkPairing)).addresses
    }
    expect(await check(`${scene.hub.origin}/`)).toEqual([
      { url: scene.hub.origin, result: 'reachable', code: null },
    ])
    expect(await check(server.origin)).toEqual([{ url: server.origin, result: 'not-ours', code: '200' }])
    expect(JSON.stringify(asked)).not.toMatch(new RegExp(`${TEST_TOKEN}|${scene.api.jwt}`))
    const { origin } = server
    await server.close()
    expect((await check(origin))[0]).toMatchObject({ result: 'refused', code: 'ECONNREFUSED' })
  })

  it('asks nobody but the hub itself, whatever the request names', async () => {
    await open()
    const { server, asked } = await stranger()
    const url = `${server.origin}/secret`
    const query = new URLSearchParams({ url, address: url, host: url })
    const answer = await scene.raw('POST', `/api/pairing/check?${query}`, { url, addresses: [url] })
    expect(answer).toEqual({ status: 200, body: { addresses: [] } })
    expect(asked).toEqual([])
    await server.close()
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
    await scene.raw('POST', '/api/devices/register', phone('d1', 'token-one'))
    await scene.stranger.raw('POST', '/api/devices/register', phone('d2', 'token-two'))
    const keys = { p256dh: `BA${'A'.repeat(85)}`, auth: 'A'.repeat(22) }
    const browser = { endpoint: 'https://push.example/a', keys }
    await scene.stranger.raw('POST', '/api/push/subscribe', browser)
    const agent = await scene.session()
    const streams = await Promise.all(
      [scene.api, scene.stranger].map(({ jwt }) =>
        fetch(`${scene.hub.origin}/api/events?all=true`, { headers: { authorization: `Bearer ${jwt}` } }),
      ),
    )
    const disconnected = new Promise<string>((resolve) => agent.socket.socket.once('disconnect', resolve))

    const { accessToken } = await scene.api.call(rotateAccessToken)

    expect(accessToken).toMatch(/^[\w-]{43}$/)
    expect(await disconnected).toBe('io server disconnect')
    // The streams end; without an end this would never resolve.
    for (const stream of streams) expect(await stream.text()).toContain('connection-changed')
    for (const client of [scene.api, scene.stranger]) {
      for (const path of ['/api/sessions', '/api/events?all=true']) {
        expect(await client.raw('GET', path)).toMatchObject({ status: 401, body: { error: 'Invalid token' } })
      }
    }
    const guest = { accessToken: `${TEST_TOKEN}:other` }
    expect((await scene.raw('POST', '/api/auth', guest)).status).toBe(401)
    expect((await scene.raw('POST', '/api/auth', { accessToken: TEST_TOKEN })).status).toBe(401)
    expect((await scene.raw('POST', '/api/auth', { initData })).body).toEqual({ error: 'not_bound' })
    const old = new CliClient({ url: scene.hub.origin, token: TEST_TOKEN })
    await expect(old.createSession({ tag: 't', metadata: { path: '/', host: 'h' } })).rejects.toThrow()
    const owner = await TestClient.signIn(scene.hub.origin, accessToken)
    expect((await owner.raw('GET', '/api/sessions')).status).toBe(200)
    expect(await owner.call(listDevices)).toEqual({ devices: [] })
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
