import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ACCESS_TOKEN_LIFETIME_SECONDS, FakeFcm } from '../../providers/testing/fcm-server.ts'
import { readyNotice, requestNotice } from '../notices/notice.ts'
import { NAMESPACE, notice, PushRoom } from '../testing/providers/push-room.ts'
import { SEND_TIMEOUT_MS } from './send-slots.ts'

let fcm: FakeFcm
let room: PushRoom
beforeEach(async () => {
  room = new PushRoom()
  fcm = await FakeFcm.start(room.now)
  room.openAndroidDirect(fcm)
})
afterEach(async () => {
  await room.close()
  await fcm.close()
})

async function dispatched(changes = {}) {
  await room.push.dispatch(notice(changes))
  return room.attempts().filter(([channel]) => channel !== 'browser')
}

describe('a message for FCM', () => {
  it('is data only, every value a string, at high priority', async () => {
    room.device()
    expect(await dispatched({ type: 'ready', notifySummary: '{"summary":"x"}' })).toEqual([
      ['android-direct', 'accepted', null],
    ])
    expect(fcm.received.all).toEqual([
      {
        token: 'phone:token',
        data: {
          type: 'ready',
          sessionId: 's1',
          sessionName: 'Claude - project',
          url: '/sessions/s1',
          requestId: 'r1',
          title: 'Permission Request',
          body: 'Claude Bash: ls',
          severity: 'info',
          contractVersion: '1',
          notifySummary: '{"summary":"x"}',
        },
        android: { priority: 'HIGH' },
      },
    ])
  })

  describe('that would be too large', () => {
    const LONG = '🙂'.repeat(3000)
    const session = {
      id: '01234567-89ab-cdef-0123-456789abcdef',
      namespace: NAMESPACE,
      metadata: { path: '/w', host: 'h', flavor: 'claude', summary: { text: LONG, updatedAt: 1 } },
    }
    const status = { summary: LONG, action: `x${LONG}`, status: LONG, agent: LONG, project: LONG }

    it('goes without the status line', async () => {
      room.device()
      await room.push.dispatch(readyNotice(session, `AGENT_NOTIFY_SUMMARY ${JSON.stringify(status)}`))
      const [{ data } = { data: {} }] = fcm.received.all
      expect(data).toMatchObject({ title: `Claude - ${'🙂'.repeat(77)}...`, body: `${'🙂'.repeat(277)}...` })
      expect(data).not.toHaveProperty('notifySummary')
    })

    it('goes without its content, and is not sent when what must stay is too large', async () => {
      room.device()
      const request = (id: string) => requestNotice(session, id, { tool: LONG, arguments: {} })
      await room.push.dispatch(request('r1'))
      await room.push.dispatch(request(LONG))
      expect(fcm.received.all.map(({ data }) => data)).toEqual([
        {
          type: 'permission-request',
          sessionId: session.id,
          requestId: 'r1',
          title: 'Svc Hub',
          body: 'New activity',
          contractVersion: '1',
        },
      ])
      expect(room.attempts()).toContainEqual(['android-direct', 'rejected', 'too-large'])
      expect(room.push.devices.all()).toHaveLength(1)
    })
  })

  it('does not hold what the notice lacks', async () => {
    room.device()
    await dispatched({ sessionName: undefined, requestId: undefined })
    expect(Object.keys(fcm.received.all[0]?.data ?? {}).sort()).toEqual([
      'body',
      'contractVersion',
      'sessionId',
      'severity',
      'title',
      'type',
      'url',
    ])
  })

  it('goes to a phone without a key, and to a watch before it is unlocked', async () => {
    room.device({ pushKey: null } as object)
    room.device({ platform: 'wear' })
    await dispatched()
    expect(fcm.received.all.map(({ token, android }) => [token, android])).toEqual([
      ['phone:token', { priority: 'HIGH' }],
      ['wear:token', { priority: 'HIGH', direct_boot_ok: true }],
    ])
  })
})

describe('the access token', () => {
  it('is asked for once for many sends, with an assertion of the service account', async () => {
    for (let n = 0; n < 5; n += 1) room.device({ deviceId: `${n}`, token: `${n}` })
    await dispatched()
    await dispatched()
    expect(fcm.received.all).toHaveLength(10)
    expect(fcm.refusals).toEqual([])
    const iat = Math.floor(room.clock.now() / 1000)
    expect(fcm.grants.all).toEqual([
      {
        iss: fcm.serviceAccount.client_email,
        aud: `${fcm.origin}/token`,
        scope: 'https://www.googleapis.com/auth/firebase.messaging',
        iat,
        exp: iat + 3600,
      },
    ])
  })

  it('is renewed from 60 seconds before it ends, not earlier', async () => {
    room.device()
    await dispatched()
    room.clock.advance((ACCESS_TOKEN_LIFETIME_SECONDS - 60) * 1000 - 1)
    await dispatched()
    expect(fcm.grants.all).toHaveLength(1)
    room.clock.advance(1)
    await dispatched()
    expect(fcm.grants.all).toHaveLength(2)
  })

  it('is asked for anew after the provider did not take it; the send itself is not repeated', async () => {
    room.device()
    await dispatched()
    fcm.revokeTokens()
    expect((await dispatched()).at(-1)).toEqual(['android-direct', 'rejected', '401 UNAUTHENTICATED'])
    expect((await dispatched()).at(-1)).toEqual(['android-direct', 'accepted', null])
    expect(fcm.received.all).toHaveLength(2)
  })

  it.each([
    [400, 'auth 400 invalid_grant'],
    [500, 'auth 500 invalid_grant'],
    [{ status: 200, body: {} }, 'auth 200'],
    ['half-close', 'network UND_ERR_SOCKET'],
  ] as const)('refused with %j fails the send as %s, and is asked for again', async (behaviour, code) => {
    room.device()
    fcm.tokenScript.next(behaviour)
    expect(await dispatched()).toEqual([['android-direct', 'rejected', code]])
    expect((await dispatched()).at(-1)).toEqual(['android-direct', 'accepted', null])
  })

  it('that does not come fails every send that waits for it', async () => {
    room.device()
    room.device({ deviceId: 'd2', token: 't2' })
    fcm.tokenScript.next('hang')
    const done = dispatched()
    await fcm.grants.first(1)
    room.clock.advance(SEND_TIMEOUT_MS)
    expect(await done).toEqual([
      ['android-direct', 'rejected', 'timeout'],
      ['android-direct', 'rejected', 'timeout'],
    ])
  })
})

describe('FCM', () => {
  it.each([
    [400, '400 INVALID_ARGUMENT'],
    [403, '403 SENDER_ID_MISMATCH'],
    [404, '404 UNREGISTERED'],
    [410, '410 UNKNOWN'],
    [413, '413 UNKNOWN'],
    [429, '429 QUOTA_EXCEEDED'],
    [500, '500 INTERNAL'],
    [501, '501 UNIMPLEMENTED'],
    [{ status: 502, body: 'gateway' }, '502'],
    ['half-close', 'network UND_ERR_SOCKET'],
  ] as const)('that answers %j has rejected it as %s, and the device is kept', async (behaviour, code) => {
    room.device()
    fcm.script.next(behaviour)
    expect(await dispatched()).toEqual([['android-direct', 'rejected', code]])
    expect(room.push.devices.all()).toHaveLength(1)
  })

  it('that does not answer is left after ten seconds', async () => {
    room.device()
    fcm.script.next('hang')
    const done = dispatched()
    await fcm.received.first(1)
    room.clock.advance(SEND_TIMEOUT_MS)
    expect(await done).toEqual([['android-direct', 'rejected', 'timeout']])
  })
})
