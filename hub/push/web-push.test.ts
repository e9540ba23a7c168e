import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { trustedCertificate } from '../../providers/testing/certificate.ts'
import { FakeBrowsers } from '../testing/providers/fake-browser.ts'
import { NAMESPACE, notice, PushRoom } from '../testing/providers/push-room.ts'
import { SEND_TIMEOUT_MS } from './send-slots.ts'

const certificate = trustedCertificate()
let browsers: FakeBrowsers
let room: PushRoom
beforeEach(async () => {
  browsers = await FakeBrowsers.start(certificate)
  room = new PushRoom()
})
afterEach(async () => {
  await room.close()
  await browsers.close()
})

async function dispatched(changes = {}) {
  await room.push.dispatch(notice(changes))
  return room.attempts()
}

describe('a browser', () => {
  it('decrypts the message, signed with the key it subscribed to', async () => {
    room.open({ env: { VAPID_SUBJECT: 'mailto:me@example.com' } })
    const publicKey = await room.push.vapidPublicKey()
    room.push.subscribe(NAMESPACE, browsers.subscription())
    expect(await dispatched()).toEqual([['browser', 'accepted', null]])
    expect(browsers.received.all).toEqual([
      {
        browser: 'browser',
        message: {
          title: 'Permission Request',
          body: 'project (Bash)',
          tag: 'permission-s1',
          data: { type: 'permission-request', sessionId: 's1', url: '/sessions/s1', requestId: 'r1' },
        },
        publicKey,
        subject: 'mailto:me@example.com',
        headers: expect.objectContaining({
          ttl: '86400',
          urgency: 'high',
          'content-encoding': 'aes128gcm',
        }),
      },
    ])
  })

  it('gets what its namespace is told, and no other', async () => {
    room.open()
    room.push.subscribe(NAMESPACE, browsers.subscription('a'))
    room.push.subscribe(NAMESPACE, browsers.subscription('b'))
    room.push.subscribe('other', browsers.subscription('c'))
    await dispatched()
    expect(browsers.received.all.map(({ browser }) => browser).sort()).toEqual(['a', 'b'])
  })

  it('whose keys are not keys does not stop the others', async () => {
    room.open()
    room.push.subscribe(NAMESPACE, { ...browsers.subscription('a'), keys: { p256dh: 'x', auth: 'y' } })
    room.push.subscribe(NAMESPACE, browsers.subscription('b'))
    expect((await dispatched()).sort()).toEqual([
      ['browser', 'accepted', null],
      ['browser', 'rejected', 'invalid-subscription'],
    ])
  })
})

describe('a push service', () => {
  it.each([
    [410, '410', false],
    [400, '400', true],
    [404, '404', true],
    [403, '403', true],
    [413, '413', true],
    [429, '429', true],
    [500, '500', true],
    [501, '501', true],
    ['half-close', 'network UND_ERR_SOCKET', true],
  ] as const)(
    'that answers %j has rejected it as %s; the browser is kept: %s',
    async (behaviour, code, isKept) => {
      room.open()
      room.push.subscribe(NAMESPACE, browsers.subscription())
      browsers.script.next(behaviour)
      expect(await dispatched()).toEqual([['browser', 'rejected', code]])
      expect((await dispatched()).at(-1)).toEqual(
        isKept ? ['browser', 'accepted', null] : ['browser', 'suppressed', 'none-subscribed'],
      )
    },
  )

  it('that does not answer is left after ten seconds', async () => {
    room.open()
    room.push.subscribe(NAMESPACE, browsers.subscription())
    browsers.script.next('hang')
    const done = dispatched()
    await browsers.received.first(1)
    room.clock.advance(SEND_TIMEOUT_MS)
    expect(await done).toEqual([['browser', 'rejected', 'timeout']])
    await browsers.http.allGone()
  })

  it('gets nothing while the keys are broken', async () => {
    room.open({ settings: { vapidKeys: { publicKey: 'x', privateKey: 'y' } } })
    room.push.subscribe(NAMESPACE, browsers.subscription())
    expect(await dispatched()).toEqual([['browser', 'rejected', 'vapid-keys']])
    expect(browsers.received.all).toEqual([])
  })
})

it.each([
  [undefined, 'mailto:owner@svc-hub.invalid', 0],
  ['https://hub.example/contact', 'https://hub.example/contact', 0],
  ['me@example.com', 'mailto:owner@svc-hub.invalid', 1],
])('the subject %s is sent as %s', async (subject, sent, complaints) => {
  room.open({ env: { VAPID_SUBJECT: subject } })
  room.push.subscribe(NAMESPACE, browsers.subscription())
  await dispatched()
  expect((await browsers.received.first(1))[0]?.subject).toBe(sent)
  const ofBrowsers = room.push.diagnostics().filter(({ channel }) => channel === 'browser')
  expect(ofBrowsers).toHaveLength(complaints)
  for (const { message } of ofBrowsers) expect(message).toContain('VAPID_SUBJECT')
})
