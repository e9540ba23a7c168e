import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { DevicePlatform } from '../../contract/device.ts'
import { FakeApns } from '../../providers/testing/apns-server.ts'
import { trustedCertificate } from '../../providers/testing/certificate.ts'
import { FakeFcm } from '../../providers/testing/fcm-server.ts'
import type { Behaviour, Inbox } from '../../providers/testing/script.ts'
import { FakeRelay } from '../testing/providers/fake-relay.ts'
import { notice, PushRoom } from '../testing/providers/push-room.ts'
import { SEND_TIMEOUT_MS } from './send-slots.ts'

const CASES = 150
const room = new PushRoom()
let relay: FakeRelay
let fcm: FakeFcm
let apns: FakeApns
beforeAll(async () => {
  relay = await FakeRelay.start()
  fcm = await FakeFcm.start(room.now)
  apns = await FakeApns.start(trustedCertificate(), room.now)
})
afterAll(async () => {
  await room.close()
  await Promise.all([relay.close(), fcm.close(), apns.close()])
})

/** The same random numbers in every run, so that a failure can be seen again. */
function* numbers(seed: string): Generator<number> {
  for (let n = 0; ; n += 1) yield createHash('sha256').update(`${seed} ${n}`).digest().readUInt32BE()
}

const STATUSES = [200, 201, 204, 302, 400, 401, 403, 404, 405, 408, 410, 413, 418, 429, 500, 501, 502, 503]
const CODES = [
  'unregistered',
  'Unregistered',
  'UNREGISTERED',
  'BadDeviceToken',
  'BadTopic',
  'ExpiredToken',
  '',
  null,
  7,
]

/** A body in the form of any of the providers, or of none. */
function bodies(code: unknown): unknown[] {
  return [
    { ok: false, code },
    { ok: true, code },
    { code },
    { reason: code },
    { error: { status: code, details: [{ errorCode: code }] } },
    code,
    undefined,
  ]
}

/** The three conditions of the spec's table "Dead-token handling". */
function isDead(channel: string, status: number, body: unknown): boolean {
  const { ok, code, reason } = (typeof body === 'object' && body !== null ? body : {}) as Record<
    string,
    unknown
  >
  if (channel.endsWith('relay')) return status === 410 && ok === false && code === 'unregistered'
  if (channel === 'android-direct') return false
  return (status === 410 && reason === 'Unregistered') || (status === 400 && reason === 'BadDeviceToken')
}

interface Way {
  open: () => void
  script: { next(behaviour: Behaviour): void }
  received: Pick<Inbox<unknown>, 'all' | 'first'>
}

const way = ({ script, received }: Omit<Way, 'open'>, open: () => void): Way => ({ open, script, received })
const relayed = () => room.open({ settings: { iosPushRelayUrl: relay.url } })
const WAYS: [channel: string, platform: DevicePlatform, way: () => Way][] = [
  ['android-relay', 'phone', () => way(relay, relayed)],
  ['ios-relay', 'ios', () => way(relay, relayed)],
  ['android-direct', 'phone', () => way(fcm, () => room.openAndroidDirect(fcm))],
  ['android-direct', 'wear', () => way(fcm, () => room.openAndroidDirect(fcm))],
  ['ios-direct', 'ios', () => way(apns, () => room.openIosDirect(apns))],
]

/** Wanted when it sets out, and no longer when its turn comes. */
function answeredMeanwhile(): () => boolean {
  let asked = 0
  return () => {
    asked += 1
    return asked === 1
  }
}

describe.each(WAYS)('%s to %s', (channel, platform, way) => {
  afterEach(async () => {
    await room.push.close()
    for (const device of room.push.devices.all()) room.push.devices.removeRegistration(device)
  })

  it('loses a device on the three conditions and on no other answer', async () => {
    const { open, script } = way()
    open()
    const random = numbers(`${channel} ${platform}`)
    const pick = <T>(choices: readonly T[]): T =>
      choices[(random.next().value as number) % choices.length] as T
    const verdicts = { dead: 0, alive: 0 }
    for (let n = 0; n < CASES; n += 1) {
      const status = pick(STATUSES)
      const body = pick(bodies(pick(CODES)))
      room.device({ platform })
      script.next({ status, body })
      await room.push.dispatch(notice())
      const dead = isDead(channel, status, body)
      verdicts[dead ? 'dead' : 'alive'] += 1
      const left = room.push.devices.all().length
      expect({ status, body, left }).toEqual({ status, body, left: dead ? 0 : 1 })
    }
    expect(verdicts.alive).toBeGreaterThan(100)
    for (const [status, body] of [
      [410, { ok: false, code: 'unregistered' }],
      [410, { reason: 'Unregistered' }],
      [400, { reason: 'BadDeviceToken' }],
    ] as const) {
      room.device({ platform })
      script.next({ status, body })
      await room.push.dispatch(notice())
      expect(room.push.devices.all()).toHaveLength(isDead(channel, status, body) ? 0 : 1)
    }
  })

  it('keeps a device that nobody said anything of', async () => {
    const { open, script, received } = way()
    open()
    room.device({ platform })
    const reasons: unknown[] = []
    const told = async (done: Promise<void>) => {
      await done
      reasons.push(room.attempts().findLast(([name]) => name === channel)?.[2])
    }
    script.next('half-close')
    await told(room.push.dispatch(notice()))
    const soFar = received.all.length
    script.next('hang')
    const hanging = room.push.dispatch(notice())
    await received.first(soFar + 1)
    room.clock.advance(SEND_TIMEOUT_MS)
    await told(hanging)
    await told(room.push.dispatch(notice({ isStillWanted: answeredMeanwhile() })))
    if (channel !== 'android-direct') await told(room.push.dispatch(notice({ sessionId: 's'.repeat(2400) })))
    script.next('hang')
    const closing = room.push.dispatch(notice())
    await received.first(soFar + 2)
    await room.push.close()
    await told(closing)
    const tooLarge = channel === 'android-direct' ? [] : ['too-large']
    expect(reasons).toEqual([
      expect.stringMatching(/^network/),
      'timeout',
      'not-wanted',
      ...tooLarge,
      'closed',
    ])
    expect(room.push.devices.all()).toHaveLength(1)
  })

  it('keeps a device that registered again while its old token was refused', async () => {
    const { open, script } = way()
    open()
    room.device({ platform })
    script.next({ status: 410, body: { ok: false, code: 'unregistered', reason: 'Unregistered' } })
    const done = room.push.dispatch(notice())
    room.device({ platform })
    await done
    expect(room.push.devices.all()).toHaveLength(1)
  })
})
