import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerDevice } from '../../contract/device.ts'
import { FakeApns } from '../../providers/testing/apns-server.ts'
import { trustedCertificate } from '../../providers/testing/certificate.ts'
import { FakeFcm } from '../../providers/testing/fcm-server.ts'
import type { Settings } from '../config/settings.ts'
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
  return { id, setRequests }
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
})
