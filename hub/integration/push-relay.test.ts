import { afterEach, beforeEach, expect, it } from 'vitest'
import { listDeliveries, listDevices, testDevice } from '../../contract/owner.ts'
import { ENVELOPE_AAD, PushPayload } from '../../contract/push.ts'
import { FakeApns } from '../../providers/testing/apns-server.ts'
import { trustedCertificate } from '../../providers/testing/certificate.ts'
import { FakeFcm } from '../../providers/testing/fcm-server.ts'
import type { RelayConfig } from '../../relay/config.ts'
import { type Relay, type SendRecord, startRelay } from '../../relay/relay.ts'
import { HubScene, type SceneAgent } from '../testing/hub-scene.ts'

/* The hub and the relay of this repository against each other, with fake providers behind the relay. */

const key = Buffer.from(Array.from({ length: 32 }, (_, index) => index))
const iosToken = 'ab'.repeat(32)
const androidToken = 'android-token'
const records: SendRecord[] = []
const certificate = trustedCertificate()
let fcm: FakeFcm
let apns: FakeApns
let relay: Relay
let scene: HubScene

beforeEach(async () => {
  fcm = await FakeFcm.start()
  apns = await FakeApns.start(certificate)
  await open()
})

/** A relay with credentials for both platforms, unless told otherwise, and a hub with a device of each. */
async function open(changes: Partial<RelayConfig> = {}) {
  await closeOpened()
  relay = await startRelay({
    config: {
      listenHost: '127.0.0.1',
      listenPort: 0,
      perMinute: { token: 60, address: 600 },
      trustProxy: false,
      android: { account: fcm.account, packageName: 'org.example.app', origin: fcm.origin },
      ios: { credentials: apns.credentials, origin: apns.origin },
      ...changes,
    },
    log: (record) => records.push(record),
  })
  records.length = 0
  scene = await HubScene.open({ settings: { iosPushRelayUrl: relay.origin } })
  closeOpened = async () => {
    closeOpened = async () => {}
    await scene.close()
    await relay.close()
  }
  const pushKey = key.toString('base64')
  await register({ platform: 'phone', deviceId: 'd1', token: androidToken, pushKey })
  await register({ platform: 'ios', deviceId: 'd2', token: iosToken, pushKey })
}

/** Closes what `open` opened last. */
let closeOpened = async () => {}

afterEach(async () => {
  await closeOpened()
  await fcm.close()
  await apns.close()
})

async function register(device: object) {
  expect((await scene.raw('POST', '/api/devices/register', device)).status).toBe(200)
}

/** Decrypts as a device does, with WebCrypto. */
async function opened(envelope: string): Promise<PushPayload> {
  const bytes = Buffer.from(envelope, 'base64')
  const cipher = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
  const additionalData = Buffer.from(ENVELOPE_AAD)
  const options = { name: 'AES-GCM', iv: bytes.subarray(0, 12), additionalData }
  const plain = await crypto.subtle.decrypt(options, cipher, bytes.subarray(12))
  return PushPayload.parse(JSON.parse(Buffer.from(plain).toString()))
}

async function pending(agent: SceneAgent, expectedVersion: number, requests: object) {
  await agent.socket.request('update-state', { sid: agent.id, expectedVersion, agentState: { requests } })
}

const bash = { tool: 'Bash', arguments: { command: 'ls' } }

it('brings a permission to both phones once each, readable for them alone', async () => {
  const agent = await scene.session({ metadata: { path: '/w/app' } })
  await pending(agent, 1, { r1: bash })
  scene.hub.clock.advance(500)
  const [[android], [ios]] = await Promise.all([fcm.received.first(1), apns.received.first(1)])
  const payload = {
    type: 'permission-request',
    sessionId: agent.id,
    requestId: 'r1',
    title: 'Permission Request',
    body: 'Claude Bash: ls\nSession: app\nCommand: ls',
    severity: 'warning',
    contractVersion: 1,
  }
  expect(await opened(android?.data.svc_e ?? '')).toMatchObject(payload)
  expect(await opened(ios?.body.svc.e)).toMatchObject(payload)
  const collapseId = `permission-request-${agent.id}`
  expect(ios?.headers['apns-collapse-id']).toBe(collapseId.slice(0, 64))
  expect([fcm.received.all.length, apns.received.all.length]).toEqual([1, 1])
})

it('never brings a request that was answered during the pause', async () => {
  const agent = await scene.session({ metadata: { path: '/w/app' } })
  await pending(agent, 1, { r1: bash })
  await pending(agent, 2, {})
  scene.hub.clock.advance(500)
  await pending(agent, 3, { r2: bash })
  scene.hub.clock.advance(500)
  const [[android]] = await Promise.all([fcm.received.first(1), apns.received.first(1)])
  expect((await opened(android?.data.svc_e ?? '')).requestId).toBe('r2')
  expect([fcm.received.all.length, apns.received.all.length]).toEqual([1, 1])
})

it('forgets a device that the relay calls unregistered, and keeps one the provider only refused', async () => {
  fcm.script.next(404)
  apns.script.next(500)
  const { body } = await scene.raw('GET', '/api/devices')
  const outcomes = []
  for (const { id, platform } of body.devices) {
    const answer = await scene.raw('POST', `/api/devices/${id}/test`)
    outcomes.push([platform, answer.body.result])
  }
  expect(outcomes).toEqual([
    ['phone', 'rejected'],
    ['ios', 'rejected'],
  ])
  const left = (await scene.raw('GET', '/api/devices')).body.devices
  expect(left.map(({ deviceId }: { deviceId: string }) => deviceId)).toEqual(['d2'])
  const { deliveries } = await scene.api.call(listDeliveries)
  expect(deliveries.map(({ channel, code }) => [channel, code])).toEqual([
    ['ios-relay', expect.stringContaining('502')],
    ['android-relay', expect.stringContaining('410')],
  ])
})

/** Sends a test to every device, twice; what came back the second time, and how many devices are left. */
async function tested() {
  const { devices } = await scene.api.call(listDevices)
  const codes: Record<string, string | null> = {}
  for (const { id, platform } of [...devices, ...devices]) {
    codes[platform] = (await scene.api.call(testDevice, { params: { id } })).code
  }
  return { codes, left: (await scene.api.call(listDevices)).devices.length }
}

it('keeps devices whose relay has heard enough of them for this minute', async () => {
  await open({ perMinute: { token: 1, address: 600 } })
  const limited = '429 rate-limited'
  expect(await tested()).toEqual({ codes: { phone: limited, ios: limited }, left: 2 })
  expect([fcm.received.all.length, apns.received.all.length]).toEqual([1, 1])
})

it('keeps devices whose relay has heard enough of this hub', async () => {
  await open({ perMinute: { token: 60, address: 3 } })
  expect(await tested()).toEqual({ codes: { phone: null, ios: '429 rate-limited' }, left: 2 })
})

it('keeps devices of platforms their relay does not serve', async () => {
  await open({ android: undefined, ios: undefined })
  const unserved = '501 not-configured'
  expect(await tested()).toEqual({ codes: { phone: unserved, ios: unserved }, left: 2 })
})

it('leaves neither tokens nor content in the logs of the two', async () => {
  const agent = await scene.session({ metadata: { path: '/w/app' } })
  await pending(agent, 1, { r1: { tool: 'Bash', arguments: { command: 'secret words' } } })
  scene.hub.clock.advance(500)
  await Promise.all([fcm.received.first(1), apns.received.first(1)])
  await tested()
  expect(records.length).toBeGreaterThanOrEqual(6)
  const { deliveries } = await scene.api.call(listDeliveries)
  const written = JSON.stringify([records, deliveries]) + scene.log.text
  for (const secret of [androidToken, iosToken, 'secret words', key.toString('base64'), '127.0.0.1']) {
    expect(written).not.toContain(secret)
  }
})
