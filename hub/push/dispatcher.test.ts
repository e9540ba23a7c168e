import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ACCEPTED, type Channel, type Notice, rejected } from '../../contract/push.ts'
import { trustedCertificate } from '../../providers/testing/certificate.ts'
import { FakeBrowsers } from '../testing/providers/fake-browser.ts'
import { FakeRelay } from '../testing/providers/fake-relay.ts'
import { NAMESPACE, notice, PushRoom, type PushRoomOptions } from '../testing/providers/push-room.ts'
import { shortHash } from './dispatcher.ts'
import { SEND_SLOTS, SEND_TIMEOUT_MS } from './send-slots.ts'

let relay: FakeRelay
let browsers: FakeBrowsers
let room: PushRoom
const certificate = trustedCertificate()
beforeAll(async () => {
  browsers = await FakeBrowsers.start(certificate)
})
afterAll(() => browsers.close())
beforeEach(async () => {
  relay = await FakeRelay.start()
  room = new PushRoom()
})
afterEach(async () => {
  await room.close()
  await relay.close()
  browsers.received.all.length = 0
})

function open(options: PushRoomOptions = {}) {
  const push = room.open({ ...options, settings: { iosPushRelayUrl: relay.url, ...options.settings } })
  push.subscribe(NAMESPACE, browsers.subscription())
  return push
}

/** What a client sees of a dispatch: toasts on its stream, pushes in its browser. */
async function seen(client: Awaited<ReturnType<PushRoom['connect']>> | undefined) {
  room.bus.publish({ type: 'session-ended', namespace: NAMESPACE, sessionId: 'end' })
  const frames = client ? await client.upTo('session-ended') : []
  const toasts = frames.filter(({ event }) => event.type === 'toast').map(({ event }) => event.data)
  return { toasts, pushes: browsers.received.all.map(({ message }) => message.title) }
}

describe('the gate', () => {
  const NOTHING = { toasts: 0, pushes: 0 }
  const TOAST = { toasts: 1, pushes: 0 }
  const PUSH = { toasts: 0, pushes: 1 }

  it.each([
    ['accepted', 'visible', NOTHING],
    ['accepted', 'hidden', NOTHING],
    ['accepted', 'no connection', NOTHING],
    ['rejected', 'visible', TOAST],
    ['rejected', 'hidden', PUSH],
    ['rejected', 'no connection', PUSH],
    ['no key', 'visible', TOAST],
    ['no key', 'hidden', PUSH],
    ['no key', 'no connection', PUSH],
    ['none registered', 'visible', TOAST],
    ['none registered', 'hidden', PUSH],
    ['none registered', 'no connection', PUSH],
  ] as const)('%s, %s', async (native, web, expected) => {
    open()
    if (native === 'no key') room.device({ pushKey: null } as object)
    else if (native !== 'none registered') room.device()
    relay.script.always(native === 'accepted' ? 200 : 500)
    const client = web === 'no connection' ? undefined : await room.connect(web)
    await room.push.dispatch(notice())
    const { toasts, pushes } = await seen(client)
    expect({ toasts: toasts.length, pushes: pushes.length }).toEqual(expected)
  })

  it('closes when one of several devices accepted it', async () => {
    open()
    for (const deviceId of ['a', 'b', 'c']) room.device({ deviceId, token: deviceId })
    relay.script.next(500, 200, 410)
    await room.push.dispatch(notice())
    expect(browsers.received.all).toEqual([])
    expect(room.attempts().at(-1)).toEqual(['browser', 'suppressed', 'device-accepted'])
  })

  it('is for one notice: the next one is judged anew', async () => {
    open()
    room.device()
    relay.script.next(200, 500)
    await room.push.dispatch(notice())
    await room.push.dispatch(notice())
    expect(browsers.received.all).toHaveLength(1)
  })

  it('does not look at devices and connections of other namespaces', async () => {
    open()
    room.device({}, 'other')
    const stranger = await room.connect('visible', 'other')
    await room.push.dispatch(notice())
    expect(relay.received.all).toEqual([])
    expect(browsers.received.all).toHaveLength(1)
    room.bus.publish({ type: 'session-ended', namespace: 'other', sessionId: 'end' })
    expect((await stranger.upTo('session-ended')).map(({ event }) => event.type)).not.toContain('toast')
  })

  it('lets browsers hear of it when the toast reached nobody', async () => {
    open({ bus: { hasVisible: () => true, toast: () => 0 } })
    await room.push.dispatch(notice())
    expect(browsers.received.all).toHaveLength(1)
  })

  it('shows the web texts as a toast', async () => {
    open()
    const client = await room.connect('visible')
    await room.push.dispatch(notice())
    expect((await seen(client)).toasts).toEqual([
      { title: 'Permission Request', body: 'project (Bash)', sessionId: 's1', url: '/sessions/s1' },
    ])
  })

  it('lets everything through while native push is off', async () => {
    open({ settings: { androidPushMode: 'off' } })
    room.device()
    await room.push.dispatch(notice())
    expect(room.attempts()).toEqual([
      ['android', 'suppressed', 'channel-off'],
      ['browser', 'accepted', null],
    ])
  })
})

describe('a request that is answered meanwhile', () => {
  it('is not sent at all', async () => {
    const heard: Notice[] = []
    open({ channels: [channelOf('bot', heard)] })
    room.device()
    await room.push.dispatch(notice({ isStillWanted: () => false }))
    expect(room.attempts()).toEqual([['all', 'suppressed', 'not-wanted']])
    expect([relay.received.all, browsers.received.all, heard]).toEqual([[], [], []])
  })

  it('does not reach browsers after the devices refused it', async () => {
    open()
    room.device()
    relay.script.next('hang')
    let isWanted = true
    const done = room.push.dispatch(notice({ isStillWanted: () => isWanted }))
    await relay.received.first(1)
    isWanted = false
    room.clock.advance(SEND_TIMEOUT_MS)
    await done
    expect(room.attempts()).toEqual([
      ['android-relay', 'rejected', 'timeout'],
      ['browser', 'suppressed', 'not-wanted'],
    ])
    expect(browsers.received.all).toEqual([])
  })

  it('is not shown in the window after the devices refused it', async () => {
    open()
    room.device()
    const client = await room.connect('visible')
    relay.script.next('hang')
    let isWanted = true
    const done = room.push.dispatch(notice({ isStillWanted: () => isWanted }))
    await relay.received.first(1)
    isWanted = false
    room.clock.advance(SEND_TIMEOUT_MS)
    await done
    expect(await seen(client)).toEqual({ toasts: [], pushes: [] })
  })

  it('is not sent to a device whose turn had not come', async () => {
    open()
    for (let n = 0; n <= SEND_SLOTS; n += 1) room.device({ deviceId: `${n}`, token: `t${n}` })
    relay.script.next(...Array(SEND_SLOTS).fill('hang'))
    let isWanted = true
    const done = room.push.dispatch(notice({ isStillWanted: () => isWanted }))
    await relay.received.first(SEND_SLOTS)
    isWanted = false
    relay.http.dropAll()
    await done
    expect(relay.received.all).toHaveLength(SEND_SLOTS)
    expect(room.attempts()).toContainEqual(['android-relay', 'suppressed', 'not-wanted'])
  })
})

function channelOf(name: string, heard: Notice[], outcome = ACCEPTED): Channel<AbortSignal> {
  return {
    name,
    async send(sent) {
      heard.push(sent)
      return outcome
    },
  }
}

describe('other channels', () => {
  it('always send, whatever the devices said, and close the gate for nobody', async () => {
    const heard: Notice[] = []
    open({ channels: [channelOf('bot', heard), channelOf('gateway', heard, rejected('403'))] })
    const sent = notice()
    await room.push.dispatch(sent)
    room.device()
    await room.push.dispatch(sent)
    expect(heard).toEqual([sent, sent, sent, sent])
    expect(room.attempts().sort()).toEqual([
      ['android-relay', 'accepted', null],
      ['bot', 'accepted', null],
      ['bot', 'accepted', null],
      ['browser', 'accepted', null],
      ['browser', 'suppressed', 'device-accepted'],
      ['gateway', 'rejected', '403'],
      ['gateway', 'rejected', '403'],
    ])
  })

  it('that fail or hang do not stop the rest', async () => {
    const stuck: Channel<AbortSignal> = { name: 'stuck', send: () => new Promise(() => {}) }
    const broken: Channel<AbortSignal> = {
      name: 'broken',
      send: () => Promise.reject(new Error('secret words')),
    }
    open({ channels: [stuck, broken] })
    const client = await room.connect('visible')
    const done = room.push.dispatch(notice())
    await client.upTo('toast')
    room.clock.advance(SEND_TIMEOUT_MS)
    await done
    expect(room.attempts().sort()).toEqual([
      ['broken', 'rejected', 'failed'],
      ['stuck', 'rejected', 'timeout'],
      ['toast', 'accepted', null],
    ])
    expect(room.log.lines).toMatchObject([{ level: 'error', fields: { channel: 'broken' } }])
  })
})

describe('a session whose work is done', () => {
  const completion = {
    type: 'completion',
    namespace: NAMESPACE,
    sessionId: 's1',
    title: 'Session completed',
    body: 'Claude · project',
  } as const

  it('is told to the channels that ask for it alone, and logged as what it is', async () => {
    const heard: unknown[] = []
    const asks: Channel<AbortSignal> = {
      ...channelOf('gateway', []),
      async sendCompletion(told) {
        heard.push(told)
        return rejected('500')
      },
    }
    open({ channels: [channelOf('bot', []), asks] })
    room.device()
    await room.push.dispatchCompletion(completion)
    expect(heard).toEqual([completion])
    expect([relay.received.all, browsers.received.all]).toEqual([[], []])
    expect(room.deliveries()).toMatchObject([
      { channel: 'gateway', event: 'completion', sessionId: 's1', result: 'rejected', code: '500' },
    ])
  })

  it('does not wait for a channel that hangs longer than a notice does', async () => {
    const stuck = { ...channelOf('stuck', []), sendCompletion: () => new Promise<never>(() => {}) }
    open({ channels: [stuck] })
    const done = room.push.dispatchCompletion(completion)
    room.clock.advance(SEND_TIMEOUT_MS)
    await done
    expect(room.attempts()).toEqual([['stuck', 'rejected', 'timeout']])
  })
})

describe('the delivery log', () => {
  it('says for each device what was sent and what came back, without its token', async () => {
    open()
    room.device()
    room.device({ platform: 'ios' })
    relay.script.next(200, 429)
    await room.push.dispatch(notice())
    const log = room.deliveries()
    const common = {
      at: room.clock.now(),
      namespace: NAMESPACE,
      event: 'permission-request',
      sessionId: 's1',
    }
    expect(log).toHaveLength(3)
    expect(log).toContainEqual({
      ...common,
      pk: expect.any(Number),
      dispatchId: log[0]?.dispatchId,
      channel: 'android-relay',
      deviceId: 'd1',
      platform: 'phone',
      tokenHash: shortHash('phone:token'),
      result: expect.stringMatching(/accepted|rejected/),
      code: expect.toSatisfy((code) => code === null || code === '429 rate-limited'),
    })
    expect(new Set(log.map(({ dispatchId }) => dispatchId)).size).toBe(1)
    const text = JSON.stringify(log)
    for (const secret of ['phone:token', 'ab12']) expect(text).not.toContain(secret)
    expect(room.log.text).not.toContain('phone:token')
  })

  it('keeps the endpoint of a browser to itself', async () => {
    open()
    await room.push.dispatch(notice())
    const [delivery] = room.deliveries()
    expect(delivery).toMatchObject({ channel: 'browser', deviceId: null, platform: null })
    expect(delivery?.tokenHash).toBe(shortHash(browsers.subscription().endpoint))
  })
})

describe('a single device', () => {
  it('is told alone', async () => {
    open()
    const device = room.device()
    room.device({ deviceId: 'other', token: 'other' })
    expect(await room.push.dispatchTo(device, notice())).toEqual({ result: 'accepted' })
    expect(relay.received.all.map(({ token }) => token)).toEqual(['phone:token'])
    expect(room.attempts()).toEqual([['android-relay', 'accepted', null]])
    expect(browsers.received.all).toEqual([])
  })
})

it('tells nobody who was forgotten, in any namespace', async () => {
  open()
  room.device()
  room.device({}, 'other')
  room.push.subscribe('other', browsers.subscription('other'))
  room.push.forgetAll()
  await room.push.dispatch(notice())
  await room.push.dispatch(notice({ namespace: 'other' }))
  expect([relay.received.all, browsers.received.all]).toEqual([[], []])
  expect(room.attempts('other')).toEqual([['browser', 'suppressed', 'none-subscribed']])
})

it('knows one phone by its token, whatever the case of its digits', async () => {
  open()
  room.device({ platform: 'ios', deviceId: 'a', token: 'ab12cd' })
  room.device({ platform: 'ios', deviceId: 'b', token: 'AB12CD' })
  await room.push.dispatch(notice())
  expect(relay.received.all.map(({ token }) => token)).toEqual(['ab12cd'])
  room.push.unregister(NAMESPACE, 'aB12cD')
  expect(room.push.devices.all()).toEqual([])
})

it('keeps apart tokens of Android that differ in case alone', () => {
  open()
  room.device({ deviceId: 'a', token: 'Token' })
  room.device({ deviceId: 'b', token: 'tOKEN' })
  room.push.unregister(NAMESPACE, 'TOKEN')
  expect(room.push.devices.all()).toHaveLength(2)
})

describe('closing', () => {
  it('stops what is under way, records it and sends nothing more', async () => {
    open()
    room.device()
    relay.script.next('hang')
    const done = room.push.dispatch(notice())
    await relay.received.first(1)
    await room.push.close()
    await done
    expect(room.attempts()[0]).toEqual(['android-relay', 'rejected', 'closed'])
    await room.push.dispatch(notice())
    expect(relay.received.all).toHaveLength(1)
    await relay.http.allGone()
  })
})
