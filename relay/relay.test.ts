import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FakeApns } from '../providers/testing/apns-server.ts'
import { trustedCertificate } from '../providers/testing/certificate.ts'
import { FakeFcm } from '../providers/testing/fcm-server.ts'
import type { RelayConfig } from './config.ts'
import { IN_FLIGHT_MAX, type Relay, type SendRecord, startRelay } from './relay.ts'

const certificate = trustedCertificate()
let fcm: FakeFcm
let apns: FakeApns
let relay: Relay
let now: number
let records: SendRecord[]

const envelope = Buffer.alloc(100, 7).toString('base64')
const android = { platform: 'android', token: 'android-token', envelope, priority: 10 }
const ios = { platform: 'ios', token: 'ab'.repeat(32), envelope, collapseId: 'ready-s1', priority: 10 }

async function start(changes: Partial<RelayConfig> = {}, providerTimeoutMs = 250) {
  await relay?.close()
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
    now: () => now,
    providerTimeoutMs,
  })
}

beforeEach(async () => {
  now = 1_700_000_000_000
  records = []
  fcm = await FakeFcm.start(() => now)
  apns = await FakeApns.start(certificate, () => now)
  await start()
})

afterEach(async () => {
  await relay.close()
  await fcm.close()
  await apns.close()
})

async function push(body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${relay.origin}/v1/push`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, body: await response.json(), headers: response.headers }
}

const ok = { status: 200, body: { ok: true } }

describe('android', () => {
  it('sends data only, HIGH, to the restricted package', async () => {
    expect(await push(android)).toMatchObject(ok)
    expect(fcm.received.all).toEqual([
      {
        token: 'android-token',
        data: { svc_v: '1', svc_e: envelope },
        android: { priority: 'HIGH', restricted_package_name: 'org.example.app' },
      },
    ])
  })

  it('sends priority 5 as NORMAL', async () => {
    await push({ ...android, priority: 5 })
    expect(fcm.received.all[0]?.android.priority).toBe('NORMAL')
  })

  it('asks for one access token for many sends, and for another before it ends', async () => {
    await Promise.all([push(android), push(android)])
    now += 3_600_000 - 60_001
    await push(android)
    expect(fcm.grants.all.length).toBe(1)
    now += 1
    await push(android)
    expect(fcm.grants.all.length).toBe(2)
  })
})

describe('ios', () => {
  it('sends the generic alert with the envelope, and the headers of the spec', async () => {
    expect(await push(ios)).toMatchObject(ok)
    const [{ headers, body } = { headers: {}, body: {} }] = apns.received.all
    expect(body).toEqual({
      aps: { alert: { title: 'Svc Hub', body: 'New activity' }, 'mutable-content': 1, sound: 'default' },
      svc: { v: 1, e: envelope },
    })
    expect(headers).toMatchObject({
      ':path': `/3/device/${ios.token}`,
      'apns-topic': 'org.example.app',
      'apns-push-type': 'alert',
      'apns-priority': '10',
      'apns-expiration': '0',
      'apns-collapse-id': 'ready-s1',
    })
  })

  it('uses one connection and one provider token, a new token after 45 minutes', async () => {
    await Promise.all([push(ios), push(ios)])
    await push(ios)
    const providerTokens = () => new Set(apns.received.all.map(({ providerToken }) => providerToken))
    expect([apns.connections, providerTokens().size]).toEqual([1, 1])
    // A connection that is idle for longer than a minute would be left.
    for (let minute = 0; minute < 45; minute += 1) {
      now += 60_000
      await push(ios)
    }
    expect([apns.connections, providerTokens().size]).toEqual([1, 2])
  })

  it.each(['goaway', 'half-close'] as const)('connects anew after %s', async (answer) => {
    apns.script.next(answer)
    expect((await push(ios)).status).toBe(answer === 'goaway' ? 200 : 502)
    expect(await push(ios)).toMatchObject(ok)
    expect(apns.connections).toBe(2)
  })
})

describe('answers of the providers', () => {
  const unregistered = { error: { status: 'NOT_FOUND', details: [{ errorCode: 'UNREGISTERED' }] } }
  const badToken = {
    error: { status: 'INVALID_ARGUMENT', details: [{ fieldViolations: [{ field: 'message.token' }] }] },
  }
  it.each<[number, unknown, number, string]>([
    [404, unregistered, 410, 'unregistered'],
    [400, badToken, 410, 'unregistered'],
    [400, { error: { status: 'INVALID_ARGUMENT' } }, 502, 'provider-INVALID_ARGUMENT'],
    [403, { error: { details: [{ errorCode: 'SENDER_ID_MISMATCH' }] } }, 502, 'provider-SENDER_ID_MISMATCH'],
    [404, {}, 502, 'provider-404'],
    [401, {}, 502, 'provider-auth'],
    [413, {}, 413, 'provider-413'],
    [429, {}, 429, 'provider-429'],
    [500, {}, 502, 'provider-500'],
    [503, 'x', 502, 'provider-503'],
  ])('FCM %i %j is %i', async (status, body, expected, code) => {
    fcm.script.next({ status, body })
    expect(await push(android)).toMatchObject({ status: expected, body: { ok: false, code } })
  })

  it.each<[number, string | undefined, number, string]>([
    [410, 'Unregistered', 410, 'unregistered'],
    [400, 'BadDeviceToken', 410, 'unregistered'],
    [410, 'ExpiredToken', 502, 'provider-ExpiredToken'],
    [400, 'DeviceTokenNotForTopic', 502, 'provider-DeviceTokenNotForTopic'],
    [400, undefined, 502, 'provider-400'],
    [403, 'ExpiredProviderToken', 502, 'provider-ExpiredProviderToken'],
    [413, 'PayloadTooLarge', 413, 'provider-PayloadTooLarge'],
    [429, 'TooManyRequests', 429, 'provider-TooManyRequests'],
    [500, 'InternalServerError', 502, 'provider-InternalServerError'],
  ])('APNs %i %s is %i', async (status, reason, expected, code) => {
    apns.script.next({ status, body: reason && { reason } })
    expect(await push(ios)).toMatchObject({ status: expected, body: { ok: false, code } })
  })

  it('is a failure when a provider hangs or is away', async () => {
    fcm.script.next('hang')
    apns.script.next('hang')
    const hung = await Promise.all([push(android), push(ios)])
    expect(hung.map(({ status, body }) => [status, body])).toEqual([
      [502, { ok: false, code: 'provider-timeout' }],
      [502, { ok: false, code: 'provider-timeout' }],
    ])
    await fcm.close()
    await apns.close()
    const away = await Promise.all([push(android), push(ios)])
    expect(away.map(({ status, body }) => [status, body])).toEqual([
      [502, { ok: false, code: 'provider-network' }],
      [502, { ok: false, code: 'provider-network' }],
    ])
  })

  it('is 501 for a platform without credentials', async () => {
    await start({ android: undefined, ios: undefined })
    for (const body of [android, ios]) {
      expect(await push(body)).toMatchObject({ status: 501, body: { ok: false, code: 'not-configured' } })
    }
  })
})

describe('refuses', () => {
  const sized = (bytes: number) => Buffer.alloc(bytes, 1).toString('base64')
  it.each<[string, unknown]>([
    ['no JSON', '{'],
    ['no object', []],
    ['an unknown platform', { ...android, platform: 'windows' }],
    ['no token', { ...android, token: '' }],
    ['a token with a space', { ...android, token: 'a b' }],
    ['a token of 4097 characters', { ...android, token: 'a'.repeat(4097) }],
    ['an odd hex token', { ...ios, token: 'abc' }],
    ['a token that is no hex', { ...ios, token: 'xy' }],
    ['a path as token', { ...ios, token: '../../x' }],
    ['no envelope', { ...android, envelope: undefined }],
    ['an envelope that is no base64', { ...android, envelope: '*'.repeat(40) }],
    ['an envelope too short to be one', { ...android, envelope: sized(20) }],
    ['another priority', { ...android, priority: 7 }],
    ['priority 5 on iOS', { ...ios, priority: 5 }],
    ['no collapse id', { ...ios, collapseId: undefined }],
    ['a collapse id of 65 bytes', { ...ios, collapseId: 'c'.repeat(65) }],
    ['a collapse id with a line break', { ...ios, collapseId: 'a\nb' }],
  ])('%s with 400', async (_, body) => {
    expect(await push(body)).toMatchObject({ status: 400, body: { ok: false, code: 'invalid' } })
    expect([fcm.received.all, apns.received.all]).toEqual([[], []])
  })

  it.each<[number, number]>([
    [3200, 200],
    [3204, 413],
  ])('an envelope of %i characters: %i', async (length, status) => {
    const large = sized((length / 4) * 3)
    expect(large).toHaveLength(length)
    expect((await push({ ...android, envelope: large })).status).toBe(status)
    expect((await push({ ...ios, envelope: large })).status).toBe(status)
  })

  it('a body over the limit with 413, announced or not', async () => {
    const body = JSON.stringify({ ...android, padding: 'x'.repeat(20_000) })
    expect(await push(body)).toMatchObject({ status: 413, body: { code: 'too-large' } })
    const head = 'POST /v1/push HTTP/1.1\r\nhost: relay\r\ntransfer-encoding: chunked\r\n\r\n'
    const socket = connect(Number(new URL(relay.origin).port), '127.0.0.1')
    socket.write(`${head}${(20_000).toString(16)}\r\n${'x'.repeat(20_000)}\r\n`)
    const answer = await text(socket)
    expect(answer).toContain('413')
  })

  it.each([
    ['GET', '/v1/push', 405],
    ['POST', '/v1/other', 404],
    ['GET', '/', 404],
    ['GET', '/health', 200],
  ])('%s %s: %i', async (method, path, status) => {
    expect((await fetch(relay.origin + path, { method })).status).toBe(status)
  })
})

describe('limits', () => {
  it('counts a token of iOS as one, however its digits are written', async () => {
    await start({ perMinute: { token: 1, address: 600 } })
    expect((await push(ios)).status).toBe(200)
    expect((await push({ ...ios, token: ios.token.toUpperCase() })).status).toBe(429)
  })

  it('sends to one token, and says when to come back', async () => {
    await start({ perMinute: { token: 2, address: 600 } })
    await push(android)
    await push(android)
    const limited = await push(android)
    expect([limited.status, limited.body, limited.headers.get('retry-after')]).toEqual([
      429,
      { ok: false, code: 'rate-limited' },
      '30',
    ])
    expect((await push({ ...android, token: 'another' })).status).toBe(200)
    expect((await push({ ...android, token: 'ANDROID-TOKEN' })).status).toBe(200)
    now += 30_000
    expect((await push(android)).status).toBe(200)
    expect(fcm.received.all).toHaveLength(5)
  })

  it('requests from one address, bad ones too', async () => {
    await start({ perMinute: { token: 60, address: 3 } })
    expect((await push('{')).status).toBe(400)
    await push(android)
    await push(android)
    expect((await push({ ...android, token: 'another' })).status).toBe(429)
    expect((await push(android, { 'x-forwarded-for': '203.0.113.5' })).status).toBe(429)
  })

  it('counts by the address a trusted proxy names', async () => {
    await start({ perMinute: { token: 60, address: 1 }, trustProxy: true })
    const from = (address: string) => push(android, { 'x-forwarded-for': `198.51.100.1, ${address}` })
    expect((await from('203.0.113.5')).status).toBe(200)
    expect((await from('203.0.113.6')).status).toBe(200)
    expect((await from('203.0.113.5')).status).toBe(429)
  })
})

it('takes on no more than it can hold while a provider hangs, and goes on when it answers', async () => {
  const many = { perMinute: { token: 1000, address: 1000 } }
  await start(many, 60_000)
  fcm.script.next(...Array(IN_FLIGHT_MAX).fill('hang'))
  const hanging = Array.from({ length: IN_FLIGHT_MAX }, () => push(android))
  await fcm.received.first(IN_FLIGHT_MAX)
  expect(await push(android)).toMatchObject({ status: 429, body: { ok: false, code: 'provider-busy' } })
  expect(fcm.received.all).toHaveLength(IN_FLIGHT_MAX)
  fcm.http.dropAll()
  const statuses = (await Promise.all(hanging)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([502]))
  expect(await push(android)).toMatchObject(ok)
})

it('logs hashes, never tokens, addresses or envelopes', async () => {
  await push(android)
  await push(ios)
  const logged = JSON.stringify(records)
  for (const secret of [android.token, ios.token, envelope, '127.0.0.1']) expect(logged).not.toContain(secret)
  expect(records).toMatchObject([
    { platform: 'android', tokenHash: expect.stringMatching(/^[0-9a-f]{12}$/), status: 200, code: 'ok' },
    { platform: 'ios', status: 200, code: 'ok' },
  ])
  const [first, second] = records
  expect(first?.addressHash).toMatch(/^[0-9a-f]{12}$/)
  expect(first?.addressHash).toBe(second?.addressHash)
  const tried = createHash('sha256').update('127.0.0.1').digest('hex')
  expect(tried).not.toContain(first?.addressHash)
})
