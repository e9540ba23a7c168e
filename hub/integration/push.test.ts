import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerDevice } from '../../contract/device.ts'
import {
  browserPushActions,
  getVapidPublicKey,
  subscribeBrowser,
  unsubscribeBrowser,
} from '../../contract/push.ts'
import { FakeApns } from '../../providers/testing/apns-server.ts'
import { trustedCertificate } from '../../providers/testing/certificate.ts'
import { FakeFcm } from '../../providers/testing/fcm-server.ts'
import type { Settings } from '../config/settings.ts'
import { FakeBrowsers } from '../testing/providers/fake-browser.ts'
import { FakeRelay } from '../testing/providers/fake-relay.ts'
import { PUSH_KEY } from '../testing/providers/push-room.ts'
import { TestHub } from '../testing/test-hub.ts'

/** How long a new request waits for others before it is announced (reference: Triggers and timing). */
const DEBOUNCE_MS = 500
const REQUEST = { tool: 'Bash', arguments: { command: 'ls' }, createdAt: 1 }

const certificate = trustedCertificate()
let hub: TestHub
let folder: string
let fcm: FakeFcm
let apns: FakeApns
let relay: FakeRelay
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-push-'))
  const now = () => hub.clock.now()
  ;[fcm, apns, relay] = await Promise.all([
    FakeFcm.start(now),
    FakeApns.start(certificate, now),
    FakeRelay.start(),
  ])
  vi.stubEnv('SVC_FCM_ORIGIN', fcm.origin)
  vi.stubEnv('SVC_IOSPUSH_ORIGIN', apns.origin)
})
afterEach(async () => {
  await hub.close()
  await Promise.all([fcm.close(), apns.close(), relay.close()])
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

function keep(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const direct = (): Partial<Settings> => ({
  androidPushMode: 'direct',
  androidPushServiceAccountPath: keep('account.json', JSON.stringify(fcm.serviceAccount)),
  iosPushMode: 'direct',
  iosPushKeyP8Path: keep('key.p8', apns.keyFile),
  iosPushKeyId: apns.keyId,
  iosPushTeamId: apns.teamId,
  iosPushBundleId: apns.bundleId,
})
const relayed = (): Partial<Settings> => ({ iosPushRelayUrl: relay.url })

/** A hub with a phone and an iOS device, and an active session whose agent asks for a permission. */
async function start(settings: Partial<Settings>) {
  hub = await TestHub.start({ settings })
  const client = await hub.client()
  const device = { deviceId: 'd', pushKey: PUSH_KEY }
  await client.call(registerDevice, { body: { ...device, platform: 'phone', token: 'phone:token' } })
  await client.call(registerDevice, { body: { ...device, platform: 'ios', token: 'ab12' } })
  const { id, agent } = await hub.activeSession()
  const setRequests = (requests: object, expectedVersion: number) =>
    agent.request('update-state', { sid: id, expectedVersion, agentState: { requests } })
  return { id, agent, setRequests }
}

describe('a permission that an agent asks for', () => {
  it('arrives at the providers once each', async () => {
    const { id, setRequests } = await start(direct())
    await setRequests({ r1: REQUEST }, 1)
    hub.clock.advance(DEBOUNCE_MS)
    const [message] = await fcm.received.first(1)
    await apns.received.first(1)
    expect(message).toMatchObject({
      token: 'phone:token',
      data: { type: 'permission-request', sessionId: id, requestId: 'r1', contractVersion: '1' },
    })
    await setRequests({ r1: REQUEST }, 2)
    hub.clock.advance(10 * DEBOUNCE_MS)
    await setRequests({ r1: REQUEST, r2: REQUEST }, 3)
    hub.clock.advance(DEBOUNCE_MS)
    await Promise.all([fcm.received.first(2), apns.received.first(2)])
    expect([fcm.received.all.length, apns.received.all.length]).toEqual([2, 2])
    expect(relay.received.all).toEqual([])
  })

  it('arrives at the relay once for each device', async () => {
    const { setRequests } = await start(relayed())
    await setRequests({ r1: REQUEST }, 1)
    hub.clock.advance(DEBOUNCE_MS)
    const sent = await relay.received.first(2)
    expect(sent.map(({ platform }) => platform).sort()).toEqual(['android', 'ios'])
    hub.clock.advance(10 * DEBOUNCE_MS)
    await setRequests({}, 2)
    expect(relay.received.all).toHaveLength(2)
    expect([fcm.received.all, apns.received.all]).toEqual([[], []])
  })

  it('does not arrive when it was answered in time', async () => {
    const { setRequests } = await start(relayed())
    await setRequests({ r1: REQUEST }, 1)
    await setRequests({}, 2)
    hub.clock.advance(DEBOUNCE_MS)
    // Whatever had been sent for it would have come before this one.
    await setRequests({ r2: REQUEST }, 3)
    hub.clock.advance(DEBOUNCE_MS)
    await relay.received.first(2)
    expect(relay.received.all).toHaveLength(2)
  })

  it('does not arrive at the providers either', async () => {
    const { setRequests } = await start(direct())
    await setRequests({ r1: REQUEST }, 1)
    await setRequests({}, 2)
    hub.clock.advance(DEBOUNCE_MS)
    await setRequests({ r2: REQUEST }, 3)
    hub.clock.advance(DEBOUNCE_MS)
    const [[message]] = await Promise.all([fcm.received.first(1), apns.received.first(1)])
    expect(message?.data.requestId).toBe('r2')
    expect([fcm.received.all.length, apns.received.all.length]).toEqual([1, 1])
  })

  it('does not arrive when a client answered it in time', async () => {
    const { id, agent, setRequests } = await start(relayed())
    agent.handle('permission', async () => {
      await setRequests({}, 2)
      return null
    })
    await setRequests({ r1: REQUEST }, 1)
    const client = await hub.client()
    const answer = await client.raw('POST', `/api/sessions/${id}/permissions/r1/approve`, {})
    expect(answer.status).toBe(200)
    hub.clock.advance(DEBOUNCE_MS)
    await setRequests({ r2: REQUEST }, 3)
    hub.clock.advance(DEBOUNCE_MS)
    await relay.received.first(2)
    expect(relay.received.all).toHaveLength(2)
  })
})

describe('a browser that subscribed', () => {
  let browsers: FakeBrowsers
  beforeEach(async () => {
    browsers = await FakeBrowsers.start(certificate)
    vi.stubEnv('SVC_PUSH_PRIVATE_HOSTS', 'true')
  })
  afterEach(() => browsers.close())

  /** Subscribes a browser as its service worker does; answers the key it was given. */
  async function subscribe(name = 'browser', namespace?: string): Promise<string> {
    const client = await hub.client(namespace)
    const { publicKey } = await client.call(getVapidPublicKey)
    const subscription = { ...browsers.subscription(name), expirationTime: null }
    await client.call(subscribeBrowser, { body: subscription })
    return publicKey
  }

  it('is told of a permission once, by the key it subscribed with, when no device was', async () => {
    const { id, setRequests } = await start(relayed())
    relay.script.always(500)
    const publicKey = await subscribe()
    await subscribe('stranger', 'other')
    await setRequests({ r1: REQUEST }, 1)
    hub.clock.advance(DEBOUNCE_MS)
    const [told] = await browsers.received.first(1)
    expect(told).toMatchObject({
      browser: 'browser',
      publicKey,
      message: {
        title: 'Permission Request',
        body: 'project (Bash)',
        tag: `permission-${id}`,
        data: { type: 'permission-request', sessionId: id, url: `/sessions/${id}`, requestId: 'r1' },
      },
    })
    expect(told && browserPushActions(told.message)).toEqual(['allow', 'deny'])
    await hub.restart()
    expect(await (await hub.client()).call(getVapidPublicKey)).toEqual({ publicKey })
    expect(browsers.received.all).toHaveLength(1)
  })

  it('is told nothing once it unsubscribed', async () => {
    const { setRequests } = await start({ androidPushMode: 'off', iosPushMode: 'off' })
    await subscribe()
    await subscribe('left')
    const { endpoint } = browsers.subscription('left')
    await (await hub.client()).call(unsubscribeBrowser, { body: { endpoint } })
    await setRequests({ r1: REQUEST }, 1)
    hub.clock.advance(DEBOUNCE_MS)
    await browsers.received.first(1)
    await hub.restart()
    expect(browsers.received.all.map(({ browser }) => browser)).toEqual(['browser'])
  })
})
