import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HttpProvider } from '../../providers/testing/http-provider.ts'
import { FakeRelay } from '../testing/providers/fake-relay.ts'
import { notice, PUSH_KEY, PushRoom } from '../testing/providers/push-room.ts'
import { SEND_TIMEOUT_MS } from './send-slots.ts'

let relay: FakeRelay
let room: PushRoom
beforeEach(async () => {
  relay = await FakeRelay.start()
  room = new PushRoom()
  room.open({ settings: { iosPushRelayUrl: relay.url } })
})
afterEach(async () => {
  await room.close()
  await relay.close()
})

/** Channel, result and code of what became of a notice for the devices. */
async function dispatched(changes = {}) {
  await room.push.dispatch(notice(changes))
  return room.attempts().filter(([channel]) => channel !== 'browser')
}

describe('the relay', () => {
  it('gets the envelope for a phone, and nothing else', async () => {
    room.device()
    expect(await dispatched()).toEqual([['android-relay', 'accepted', null]])
    expect(relay.received.all).toEqual([
      { platform: 'android', token: 'phone:token', envelope: expect.any(String), priority: 10 },
    ])
  })

  it('gets the envelope for iOS with the id that replaces older ones', async () => {
    room.device({ platform: 'ios' })
    expect(await dispatched()).toEqual([['ios-relay', 'accepted', null]])
    expect(relay.received.all).toEqual([
      {
        platform: 'ios',
        token: 'ab12',
        envelope: expect.any(String),
        collapseId: 'permission-request-s1',
        priority: 10,
      },
    ])
  })

  it('sees nothing of the content', async () => {
    room.device()
    await dispatched()
    const { envelope } = relay.received.all[0] as { envelope: string }
    const bytes = Buffer.from(envelope, 'base64').toString('latin1')
    // Long enough not to stand in an envelope by chance.
    for (const word of ['Claude', 'project', 'Permission', 'sessionId']) expect(bytes).not.toContain(word)
  })

  it('does not hear of phones without a key, nor of watches', async () => {
    room.device({ pushKey: null } as object)
    room.device({ platform: 'wear', deviceId: 'w' })
    expect(await dispatched()).toEqual([
      ['android-relay', 'suppressed', 'no-key'],
      ['android-relay', 'suppressed', 'wear-needs-direct'],
    ])
    expect(relay.received.all).toEqual([])
  })

  it('is not asked to carry what cannot fit, and the device is kept', async () => {
    room.device({ pushKey: PUSH_KEY })
    expect(await dispatched({ sessionId: 's'.repeat(2400) })).toEqual([
      ['android-relay', 'rejected', 'too-large'],
    ])
    expect(room.push.devices.all()).toHaveLength(1)
    expect(relay.received.all).toEqual([])
  })

  it.each([
    [{ status: 200, body: { ok: true } }, 'accepted', null],
    [{ status: 200, body: { ok: false } }, 'rejected', '200'],
    [{ status: 200, body: 'ok' }, 'rejected', '200'],
    [{ status: 201, body: { ok: true } }, 'rejected', '201'],
    [{ status: 302, body: { ok: true } }, 'rejected', '302'],
    [400, 'rejected', '400 invalid'],
    [403, 'rejected', '403 forbidden'],
    [404, 'rejected', '404 not-found'],
    [410, 'rejected', '410 unregistered'],
    [413, 'rejected', '413 too-large'],
    [429, 'rejected', '429 rate-limited'],
    [500, 'rejected', '500 internal'],
    [501, 'rejected', '501 not-configured'],
    [{ status: 500, body: { ok: false, code: `secret ${'x'.repeat(99)}` } }, 'rejected', '500'],
    ['half-close', 'rejected', 'network UND_ERR_SOCKET'],
  ] as const)('that answers %j has %s it as %s', async (behaviour, result, code) => {
    room.device()
    relay.script.next(behaviour)
    expect(await dispatched()).toEqual([['android-relay', result, code]])
  })

  it('that does not answer is left after ten seconds', async () => {
    room.device()
    relay.script.next('hang')
    const done = dispatched()
    await relay.received.first(1)
    room.clock.advance(SEND_TIMEOUT_MS)
    expect(await done).toEqual([['android-relay', 'rejected', 'timeout']])
    await relay.http.allGone()
  })

  it('that is not there is an error of the network', async () => {
    room.device()
    await relay.close()
    expect(await dispatched()).toEqual([['android-relay', 'rejected', 'network ECONNREFUSED']])
    relay = await FakeRelay.start()
  })

  it.each([['/base'], ['/base/']])('may have an address with the path %s', async (path) => {
    const paths: string[] = []
    const http = await HttpProvider.serve((request) => {
      paths.push(request.path)
      return { status: 200, body: { ok: true } }
    })
    await room.push.close()
    room.open({ settings: { iosPushRelayUrl: http.origin + path } })
    room.device()
    await dispatched()
    expect(paths).toEqual(['/base/v1/push'])
    await http.close()
  })
})
