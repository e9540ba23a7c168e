import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerDevice } from '../../contract/device.ts'
import { getPushDiagnostics, listDevices, testDevice } from '../../contract/owner.ts'
import { FakeApns } from '../../providers/testing/apns-server.ts'
import { trustedCertificate } from '../../providers/testing/certificate.ts'
import { FakeFcm } from '../../providers/testing/fcm-server.ts'
import { loadConfig } from '../config/config.ts'
import { SettingError, type Settings } from '../config/settings.ts'
import { FakeRelay } from '../testing/providers/fake-relay.ts'
import { PUSH_KEY } from '../testing/providers/push-room.ts'
import { TestHub } from '../testing/test-hub.ts'

/* What people, phones and settings get wrong about push: what is refused, what is off, and what is said of it. */

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-bad-push-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a registration with', () => {
  let hub: TestHub
  beforeAll(async () => {
    hub = await TestHub.start()
  })
  afterAll(() => hub.close())

  const key = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64')
  const phone = { platform: 'phone', deviceId: 'd', token: 'token', pushKey: key(32) }
  const ios = { ...phone, platform: 'ios', token: 'ab12' }

  it.each<[string, object, string]>([
    ['a key of 31 bytes', { ...phone, pushKey: key(31) }, 'pushKey'],
    ['a key of 33 bytes', { ...phone, pushKey: key(33) }, 'pushKey'],
    ['a key of 31 bytes on iOS', { ...ios, pushKey: key(31) }, 'pushKey'],
    ['a key of 33 bytes on iOS', { ...ios, pushKey: key(33) }, 'pushKey'],
    ['odd hex', { ...ios, token: 'ab123' }, 'token'],
    ['a device id of 0 characters', { ...phone, deviceId: '' }, 'deviceId'],
    ['a device id of 129 characters', { ...phone, deviceId: 'd'.repeat(129) }, 'deviceId'],
    ['an unknown platform', { ...phone, platform: 'tablet' }, 'platform'],
  ])('%s is answered 400 and stored nowhere', async (_, body, field) => {
    const client = await hub.client()
    const answer = await client.raw('POST', '/api/devices/register', body)
    expect(answer).toMatchObject({ status: 400, body: { error: 'Invalid body', issues: { formErrors: [] } } })
    expect(Object.keys(answer.body.issues.fieldErrors)).toEqual([field])
    expect(await client.call(listDevices)).toEqual({ devices: [] })
  })
})

describe('the hub does not start with', () => {
  const SECRET = 'base:secret'

  it.each<[string, object, Record<string, string>, string]>([
    ['an unknown key in the file', { listenport: 80 }, {}, 'listenport'],
    ['a port of 0 in the file', { listenPort: 0 }, {}, 'listenPort'],
    ['a port of 70000 in the file', { listenPort: 70_000 }, {}, 'listenPort'],
    ['a port of 0 in the environment', {}, { SVC_LISTEN_PORT: '0' }, 'listenPort'],
    ['a port of 70000 in the environment', {}, { SVC_LISTEN_PORT: '70000' }, 'listenPort'],
    ['a token with a colon in the file', { cliApiToken: SECRET }, {}, 'cliApiToken'],
    ['a token with a colon in the environment', {}, { CLI_API_TOKEN: SECRET }, 'cliApiToken'],
  ])('%s, and says which key of which file', async (_, stored, env, key) => {
    const path = join(folder, 'settings.json')
    const text = JSON.stringify(stored)
    writeFileSync(path, text)
    const error = await loadConfig({ env: { ...env, SVC_HOME: folder } }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(SettingError)
    const { message } = error as SettingError
    for (const part of [`"${key}"`, path, ...Object.keys(env)]) expect(message).toContain(part)
    expect(message).not.toContain(SECRET)
    expect(message).toMatch(/^[^\n]+\.$/)
    expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual([text, ['settings.json']])
  })
})

describe('a hub that is to send by itself', () => {
  const certificate = trustedCertificate()
  let hub: TestHub
  let fcm: FakeFcm
  let apns: FakeApns
  /** Stands for the official project. */
  let relay: FakeRelay
  beforeEach(async () => {
    ;[fcm, apns, relay] = await Promise.all([
      FakeFcm.start(() => hub.clock.now()),
      FakeApns.start(certificate, () => hub.clock.now()),
      FakeRelay.start(),
    ])
    vi.stubEnv('SVC_FCM_ORIGIN', fcm.origin)
    vi.stubEnv('SVC_IOSPUSH_ORIGIN', apns.origin)
  })
  afterEach(async () => {
    await hub.close()
    await Promise.all([fcm.close(), apns.close(), relay.close()])
    vi.unstubAllEnvs()
  })

  function keep(name: string, content: string | object): string {
    mkdirSync(folder, { recursive: true })
    const path = join(folder, name)
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    return path
  }

  /** A hub with a phone and an iOS device; what became of a test to each, and what it says of its channels. */
  async function start(settings: Partial<Settings>) {
    hub = await TestHub.start({ settings: { iosPushRelayUrl: relay.url, ...settings } })
    const client = await hub.client()
    const device = { deviceId: 'd', pushKey: PUSH_KEY }
    await client.call(registerDevice, { body: { ...device, platform: 'ios', token: 'ab12' } })
    await client.call(registerDevice, { body: { ...device, platform: 'phone', token: 'phone:token' } })
    const outcomes: Record<string, string | null> = {}
    for (const { id, platform } of (await client.call(listDevices)).devices) {
      const { result, code } = await client.call(testDevice, { params: { id } })
      outcomes[platform] = code ?? result
    }
    const { diagnostics } = await client.call(getPushDiagnostics)
    return { outcomes, diagnostics, left: (await client.call(listDevices)).devices.length }
  }

  const account = (changes: object = {}) => keep('account.json', { ...fcm.serviceAccount, ...changes })
  const ios = (p8: string): Partial<Settings> => ({
    iosPushMode: 'direct',
    iosPushKeyP8Path: keep('key.p8', p8),
    iosPushKeyId: apns.keyId,
    iosPushTeamId: apns.teamId,
    iosPushBundleId: apns.bundleId,
  })

  it('does, when nothing is wrong', async () => {
    const { outcomes, diagnostics } = await start({
      androidPushServiceAccountPath: account(),
      ...ios(apns.keyFile),
    })
    expect([outcomes, diagnostics]).toEqual([{ phone: 'accepted', ios: 'accepted' }, []])
    expect([fcm.received.all.length, apns.received.all.length, relay.received.all]).toEqual([1, 1, []])
  })

  const SECRET = 'words of a secret'
  it.each<[string, () => Partial<Settings>, string, RegExp]>([
    [
      'a service account that is not JSON',
      () => ({ androidPushServiceAccountPath: keep('account.json', SECRET) }),
      'androidPushServiceAccountPath',
      /account\.json .* is not JSON\.$/,
    ],
    [
      'a service account that lacks its key',
      () => ({ androidPushServiceAccountPath: account({ private_key: undefined }) }),
      'androidPushServiceAccountPath',
      /account\.json .*private_key/,
    ],
    [
      'a service account whose key is none',
      () => ({ androidPushServiceAccountPath: account({ private_key: SECRET }) }),
      'androidPushServiceAccountPath',
      /account\.json .*private_key/,
    ],
    [
      'a service account that is not there',
      () => ({ androidPushServiceAccountPath: join(folder, 'gone.json') }),
      'androidPushServiceAccountPath',
      /gone\.json .*cannot be read/,
    ],
    [
      'an unknown mode for Android',
      () => ({ androidPushMode: 'fcm', androidPushServiceAccountPath: account() }),
      'androidPushMode',
      /must be auto, relay, direct or off, not "fcm"/,
    ],
    [
      'the mode direct for Android without an account',
      () => ({ androidPushMode: 'direct' }),
      'androidPushServiceAccountPath',
      /is needed for the mode direct/,
    ],
  ])('with %s has Android off and iOS as it is', async (_, settings, key, says) => {
    const { outcomes, diagnostics, left } = await start({ ...ios(apns.keyFile), ...settings() })
    expect(outcomes).toEqual({ phone: 'channel-off', ios: 'accepted' })
    expectDiagnosis(diagnostics, 'android', key, says)
    expect([fcm.grants.all, fcm.received.all, relay.received.all, left]).toEqual([[], [], [], 2])
  })

  it.each<[string, () => Partial<Settings>, string, RegExp]>([
    ['a .p8 that is not a key', () => ios(SECRET), 'iosPushKeyP8Path', /key\.p8 .* is not an auth key/],
    [
      'a .p8 that is not there',
      () => ({ ...ios(apns.keyFile), iosPushKeyP8Path: join(folder, 'gone.p8') }),
      'iosPushKeyP8Path',
      /gone\.p8 .*cannot be read/,
    ],
    [
      'a key without its id',
      () => ({ ...ios(apns.keyFile), iosPushKeyId: undefined }),
      'iosPushKeyId',
      /for the mode direct there must be/,
    ],
    [
      'an unknown mode for iOS beside a key',
      () => ({ ...ios(apns.keyFile), iosPushMode: 'apns' }),
      'iosPushMode',
      /must be relay, direct or off, not "apns"\.$/,
    ],
  ])('with %s has iOS off and Android as it is', async (_, settings, key, says) => {
    const { outcomes, diagnostics, left } = await start({
      androidPushServiceAccountPath: account(),
      ...settings(),
    })
    expect(outcomes).toEqual({ phone: 'accepted', ios: 'channel-off' })
    expectDiagnosis(diagnostics, 'ios', key, says)
    expect([apns.received.all, relay.received.all, left]).toEqual([[], [], 2])
  })

  function expectDiagnosis(diagnostics: object[], channel: string, key: string, says: RegExp): void {
    expect(diagnostics).toEqual([{ channel, isProblem: true, message: expect.stringMatching(says) }])
    const text = JSON.stringify(diagnostics)
    expect(text).toContain(JSON.stringify(`"${key}"`).slice(1, -1))
    expect(text).toContain(hub.config.settingsFile.path)
    expect(text).not.toContain(SECRET)
  }
})
