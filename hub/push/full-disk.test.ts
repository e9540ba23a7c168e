import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { trustedCertificate } from '../../providers/testing/certificate.ts'
import { FakeBrowsers } from '../testing/providers/fake-browser.ts'
import { FakeRelay } from '../testing/providers/fake-relay.ts'
import { NAMESPACE, notice, PushRoom } from '../testing/providers/push-room.ts'

/* A database that takes nothing more: people still hear of what waits for them. */

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
  room.open({ settings: { iosPushRelayUrl: relay.url } })
  room.device()
  room.push.subscribe(NAMESPACE, browsers.subscription())
  await room.db.settled()
})
afterEach(async () => {
  await room.close()
  await relay.close()
  browsers.received.all.length = 0
})

/** As SQLite does on a full disk, the whole transaction is undone. */
const refuse = (what: string) =>
  room.db.prepare(`CREATE TRIGGER full BEFORE ${what} BEGIN SELECT RAISE(ROLLBACK, 'full'); END`).run()

const said = () => room.log.lines.filter(({ level }) => level === 'error').map(({ message }) => message)

it('falls back to the window when the log cannot be written', async () => {
  refuse('INSERT ON deliveries')
  relay.script.always(500)
  const client = await room.connect('visible')
  await room.push.dispatch(notice())
  room.bus.publish({ type: 'session-ended', namespace: NAMESPACE, sessionId: 'end' })
  expect((await client.upTo('session-ended')).map(({ event }) => event.type)).toContain('toast')
  expect(new Set(said())).toEqual(new Set(['The delivery log could not be written']))
})

it('says what became of a test that cannot be logged, and forgets a dead device', async () => {
  refuse('INSERT ON deliveries')
  relay.script.always(410)
  const [device] = room.push.devices.all()
  const outcome = device && (await room.push.dispatchTo(device, notice()))
  expect(outcome).toEqual({ result: 'rejected', code: '410 unregistered', prune: true })
  expect(room.push.devices.all()).toEqual([])
})

it('goes on to the browsers when a dead device cannot be removed', async () => {
  refuse('DELETE ON devices')
  relay.script.always(410)
  await room.push.dispatch(notice())
  expect(browsers.received.all).toHaveLength(1)
  expect(said()).toContain('A dead registration could not be removed')
})
