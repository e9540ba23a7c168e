import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { OWNER_NAMESPACE } from '../../contract/auth.ts'
import type { Channel } from '../../contract/push.ts'
import { FakeApns } from '../../providers/testing/apns-server.ts'
import { trustedCertificate } from '../../providers/testing/certificate.ts'
import { FakeFcm } from '../../providers/testing/fcm-server.ts'
import { HttpProvider } from '../../providers/testing/http-provider.ts'
import { type Behaviour, Inbox, Script } from '../../providers/testing/script.ts'
import { MessagingBot } from '../bot/messaging-bot.ts'
import { DELIVERIES_PER_NAMESPACE } from '../store/deliveries.ts'
import type { SessionRecord } from '../store/sessions.ts'
import { FakeBrowsers } from '../testing/providers/fake-browser.ts'
import { FakeRelay } from '../testing/providers/fake-relay.ts'
import { NAMESPACE, notice, PushRoom } from '../testing/providers/push-room.ts'
import { PushGateway } from './push-gateway.ts'
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
  /** Whose notices it is told of. */
  namespace?: string
  close(): Promise<void>
}

function provider(fake: Omit<Provider, 'connections'>, connections: Provider['connections']): Provider {
  return { received: fake.received, script: fake.script, connections, close: () => fake.close() }
}

/** A host that only takes note of what comes, for a channel beside devices and browsers. */
async function channelProvider(channelAt: (origin: string) => Channel<AbortSignal>): Promise<Provider> {
  const received = new Inbox<string>()
  const script = new Script<Behaviour>(200)
  const http = await HttpProvider.serve(({ path }) => {
    received.add(path)
    const behaviour = script.take()
    return typeof behaviour === 'number' ? { status: behaviour } : behaviour
  })
  room.open({ channels: [channelAt(http.origin)] })
  return { received, script, connections: http, namespace: OWNER_NAMESPACE, close: () => http.close() }
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
  [
    'messaging bot',
    () =>
      channelProvider(
        (apiOrigin) =>
          new MessagingBot({
            token: '1:token',
            apiOrigin,
            publicUrl: 'https://hub.example',
            notifies: true,
            accounts: { boundTo: () => [1], namespaceOf: () => undefined },
            findSession: (id) => ({ id, metadata: null }) as SessionRecord,
            activeSessions: () => [],
            machineName: () => undefined,
            decide: () => Promise.resolve(),
            clock: room.clock,
            log: room.log,
          }),
      ),
  ],
  [
    'push gateway',
    () =>
      channelProvider(
        (origin) =>
          new PushGateway({
            sendKey: 'key',
            origin,
            notifies: true,
            backgroundOnly: false,
            hasVisible: () => false,
            publicUrl: 'https://hub.example',
          }),
      ),
  ],
]

it.each(PROVIDERS)(
  `memory and connections stay flat over ${DISPATCHES} dispatches to a hanging %s`,
  async (_, start) => {
    const { received, script, connections, namespace = NAMESPACE, close } = await start()
    closeProvider = close
    script.always('hang')
    const kept: number[] = []
    for (let sent = 0; sent < DISPATCHES; sent += AT_ONCE) {
      const dispatched = Array.from({ length: AT_ONCE }, () => room.push.dispatch(notice({ namespace })))
      await received.first(SEND_SLOTS)
      received.all.length = 0
      room.clock.advance(SEND_TIMEOUT_MS)
      await Promise.all(dispatched)
      kept.push(keptBytes())
    }
    expect((kept.at(-1) as number) - (kept[2] as number)).toBeLessThan(MEMORY_SLACK_BYTES)
    // A round may connect before the connections of the one before have gone.
    expect(connections.mostSockets).toBeLessThanOrEqual(2 * SEND_SLOTS)
    const codes = new Set(room.attempts(namespace).map(([, , code]) => code))
    codes.delete('none-subscribed')
    expect(codes).toEqual(new Set(['timeout', 'busy']))
    expect(room.deliveries(namespace)).toHaveLength(DELIVERIES_PER_NAMESPACE)
  },
)
