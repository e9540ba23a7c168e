import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FakeApns } from '../../providers/testing/apns-server.ts'
import { trustedCertificate } from '../../providers/testing/certificate.ts'
import { FakeFcm } from '../../providers/testing/fcm-server.ts'
import type { Inbox, Script } from '../../providers/testing/script.ts'
import { DELIVERIES_PER_NAMESPACE } from '../store/deliveries.ts'
import { FakeBrowsers } from '../testing/providers/fake-browser.ts'
import { FakeRelay } from '../testing/providers/fake-relay.ts'
import { NAMESPACE, notice, PushRoom } from '../testing/providers/push-room.ts'
import { SEND_SLOTS, SEND_TIMEOUT_MS } from './send-slots.ts'

const DISPATCHES = 5000
/** More than may wait. */
const AT_ONCE = 500
const MEMORY_SLACK_BYTES = 4 * 1024 * 1024

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const keptBytes = () => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const certificate = trustedCertificate()
let room: PushRoom
let closeProvider: () => Promise<void>
beforeEach(() => {
  room = new PushRoom()
})
afterEach(async () => {
  await room.close()
  await closeProvider()
})

interface Provider {
  received: Pick<Inbox<unknown>, 'all' | 'first'>
  script: Pick<Script, 'always'>
  connections: { mostSockets: number }
  close(): Promise<void>
}

function provider(fake: Omit<Provider, 'connections'>, connections: Provider['connections']): Provider {
  return { received: fake.received, script: fake.script, connections, close: () => fake.close() }
}

const PROVIDERS: [name: string, start: () => Promise<Provider>][] = [
  [
    'relay',
    async () => {
      const relay = await FakeRelay.start()
      room.open({ settings: { iosPushRelayUrl: relay.url } })
      room.device()
      return provider(relay, relay.http)
    },
  ],
  [
    'FCM',
    async () => {
      const fcm = await FakeFcm.start(room.now)
      room.openAndroidDirect(fcm)
      room.device()
      return provider(fcm, fcm.http)
    },
  ],
  [
    'APNs',
    async () => {
      const apns = await FakeApns.start(certificate, room.now)
      room.openIosDirect(apns)
      room.device({ platform: 'ios' })
      return provider(apns, apns)
    },
  ],
  [
    'push service of browsers',
    async () => {
      const browsers = await FakeBrowsers.start(certificate)
      room.open().subscribe(NAMESPACE, browsers.subscription())
      return provider(browsers, browsers.http)
    },
  ],
]

it.each(PROVIDERS)(
  `memory and connections stay flat over ${DISPATCHES} dispatches to a hanging %s`,
  async (_, start) => {
    const { received, script, connections, close } = await start()
    closeProvider = close
    script.always('hang')
    const kept: number[] = []
    for (let sent = 0; sent < DISPATCHES; sent += AT_ONCE) {
      const dispatched = Array.from({ length: AT_ONCE }, () => room.push.dispatch(notice()))
      await received.first(SEND_SLOTS)
      received.all.length = 0
      room.clock.advance(SEND_TIMEOUT_MS)
      await Promise.all(dispatched)
      kept.push(keptBytes())
    }
    expect((kept.at(-1) as number) - (kept[2] as number)).toBeLessThan(MEMORY_SLACK_BYTES)
    // A round may connect before the connections of the one before have gone.
    expect(connections.mostSockets).toBeLessThanOrEqual(2 * SEND_SLOTS)
    const codes = new Set(room.attempts().map(([, , code]) => code))
    codes.delete('none-subscribed')
    expect(codes).toEqual(new Set(['timeout', 'busy']))
    expect(room.deliveries()).toHaveLength(DELIVERIES_PER_NAMESPACE)
  },
)
