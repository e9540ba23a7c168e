import { decodeJwt } from 'jose'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FakeApns } from '../../providers/testing/apns-server.ts'
import { type Certificate, selfSigned, trustedCertificate } from '../../providers/testing/certificate.ts'
import { notice, PushRoom } from '../testing/providers/push-room.ts'
import { SEND_TIMEOUT_MS } from './send-slots.ts'

let certificate: Certificate
let apns: FakeApns
let room: PushRoom
beforeAll(() => {
  certificate = trustedCertificate()
})
beforeEach(async () => {
  room = new PushRoom()
  apns = await FakeApns.start(certificate, room.now)
  room.openIosDirect(apns)
  room.device({ platform: 'ios' })
})
afterEach(async () => {
  await room.close()
  await apns.close()
})

async function dispatched(changes = {}) {
  await room.push.dispatch(notice(changes))
  return room.attempts().filter(([channel]) => channel !== 'browser')
}
const ACCEPTED = ['ios-direct', 'accepted', null]
const last = async () => (await dispatched()).at(-1)

describe('a request for iOS', () => {
  it('is a generic alert around the envelope', async () => {
    expect(await dispatched()).toEqual([ACCEPTED])
    const [request] = apns.received.all
    expect(request?.deviceToken).toBe('ab12')
    expect(request?.body).toEqual({
      aps: {
        'mutable-content': 1,
        alert: { title: 'Svc Hub', body: 'New activity' },
        sound: 'default',
      },
      svc: { v: 1, e: expect.stringMatching(/^[A-Za-z0-9+/]{100,}=*$/) },
    })
    expect(request?.headers).toMatchObject({
      'apns-topic': apns.bundleId,
      'apns-push-type': 'alert',
      'apns-priority': '10',
      'apns-expiration': '0',
      'apns-collapse-id': 'permission-request-s1',
    })
  })

  it('shares one connection with the others', async () => {
    for (let n = 0; n < 20; n += 1) room.device({ platform: 'ios', deviceId: `${n}`, token: `cd${10 + n}` })
    await dispatched()
    await dispatched()
    expect(apns.received.all).toHaveLength(42)
    expect(apns.connections).toBe(1)
  })

  it('is signed by a token that is kept, and renewed well within its hour', async () => {
    await dispatched()
    room.clock.advance(45 * 60_000 - 1)
    await dispatched()
    room.clock.advance(1)
    expect(await last()).toEqual(ACCEPTED)
    room.clock.advance(10 * 60 * 60_000)
    expect(await last()).toEqual(ACCEPTED)
    const issued = apns.received.all.map(({ providerToken }) => decodeJwt(providerToken).iat)
    expect(issued[0]).toBe(issued[1])
    expect(new Set(issued).size).toBe(3)
  })
})

describe('the provider', () => {
  it.each([
    [400, '400 BadDeviceToken', true],
    [{ status: 400, body: { reason: 'BadTopic' } }, '400 BadTopic', false],
    [403, '403 InvalidProviderToken', false],
    [404, '404 BadPath', false],
    [410, '410 Unregistered', true],
    [{ status: 410, body: { reason: 'ExpiredToken' } }, '410 ExpiredToken', false],
    [{ status: 410, body: '' }, '410', false],
    [413, '413 PayloadTooLarge', false],
    [429, '429 TooManyRequests', false],
    [500, '500 InternalServerError', false],
    [501, '501 NotImplemented', false],
  ] as const)(
    'that answers %j has rejected it as %s; the device goes: %s',
    async (behaviour, code, isPruned) => {
      apns.script.next(behaviour)
      expect(await dispatched()).toEqual([['ios-direct', 'rejected', code]])
      expect(room.push.devices.all()).toHaveLength(isPruned ? 0 : 1)
    },
  )

  it('that does not answer is left after ten seconds, and so is its connection', async () => {
    apns.script.next('hang')
    const done = dispatched()
    await apns.received.first(1)
    room.clock.advance(SEND_TIMEOUT_MS)
    expect(await done).toEqual([['ios-direct', 'rejected', 'timeout']])
    await apns.allGone()
    expect(await last()).toEqual(ACCEPTED)
    expect(apns.connections).toBe(2)
  })

  it('that hangs up instead of answering is asked only once; the next request connects anew', async () => {
    apns.script.next('half-close')
    expect(await dispatched()).toEqual([['ios-direct', 'rejected', expect.stringMatching(/^network/)]])
    expect(apns.received.all).toHaveLength(1)
    expect(await last()).toEqual(ACCEPTED)
    expect(apns.connections).toBe(2)
  })

  it('that says goodbye without having processed the request gets it again on a new connection', async () => {
    await dispatched()
    apns.script.next('goaway')
    expect(await last()).toEqual(ACCEPTED)
    expect(apns.received.all.map(({ connection }) => connection)).toEqual([1, 1, 2])
  })

  it('that goes on refusing is not asked a third time', async () => {
    apns.script.next('goaway', 'goaway')
    expect(await dispatched()).toEqual([['ios-direct', 'rejected', 'network refused']])
    expect(apns.received.all).toHaveLength(2)
  })

  it('that said goodbye between requests is met on a new connection', async () => {
    await dispatched()
    apns.goaway()
    await apns.allGone()
    expect(await last()).toEqual(ACCEPTED)
    expect(apns.connections).toBe(2)
  })

  it('that says goodbye while a request is under way still answers it', async () => {
    apns.script.next('hang')
    const hanging = dispatched()
    await apns.received.first(1)
    apns.goaway()
    apns.answerHanging()
    expect(await hanging).toEqual([ACCEPTED])
  })

  it('that hung up between requests is met on a new connection', async () => {
    await dispatched()
    apns.halfClose()
    await apns.allGone()
    expect(await last()).toEqual(ACCEPTED)
    expect(apns.connections).toBe(2)
  })

  it('is met on a new connection after a minute without requests, and not before', async () => {
    await dispatched()
    room.clock.advance(60_000)
    await dispatched()
    expect(apns.connections).toBe(1)
    room.clock.advance(60_000 + 1)
    expect(await last()).toEqual(ACCEPTED)
    expect(apns.connections).toBe(2)
  })

  it('that is not there is an error of the network', async () => {
    await apns.close()
    expect(await dispatched()).toEqual([['ios-direct', 'rejected', 'network ECONNREFUSED']])
    apns = await FakeApns.start(certificate, room.now)
  })

  it('that nobody certified gets nothing', async () => {
    const stranger = await FakeApns.start(selfSigned(), room.now)
    await room.push.close()
    room.openIosDirect(stranger)
    expect((await dispatched()).at(-1)).toEqual([
      'ios-direct',
      'rejected',
      'network DEPTH_ZERO_SELF_SIGNED_CERT',
    ])
    expect(stranger.received.all).toEqual([])
    await stranger.close()
  })
})
