import { beforeEach, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { ClientError } from '../../client/client-error.ts'
import { memoryStorage } from '../../memory-storage.ts'
import {
  keepPushOn,
  type PushFacts,
  type PushSupport,
  type PushTools,
  pushSupport,
  turnPushOff,
  turnPushOn,
} from './browser-push.ts'
import { registeredEndpoint } from './push-endpoint.ts'

const FACTS: PushFacts = {
  isSecure: true,
  hasWorker: true,
  hasPush: true,
  isIos: false,
  isInstalled: false,
  permission: 'default',
}

it.each<[PushSupport, Partial<PushFacts>]>([
  ['possible', {}],
  ['possible', { permission: 'granted' }],
  ['possible', { isIos: true, isInstalled: true }],
  ['blocked', { permission: 'denied' }],
  ['insecure', { isSecure: false, hasWorker: false, permission: 'denied' }],
  ['insecure', { isSecure: false, isIos: true, hasPush: false }],
  ['install-first', { isIos: true, hasPush: false, permission: 'denied' }],
  ['unsupported', { isIos: true, isInstalled: true, hasPush: false }],
  ['unsupported', { hasPush: false }],
  ['unsupported', { hasWorker: false }],
])('is %s with %j', (support, facts) => {
  expect(pushSupport({ ...FACTS, ...facts })).toBe(support)
})

/** A browser with a push service, before a hub. */
class Room {
  readonly asked: [string, unknown][] = []
  readonly storage = memoryStorage()
  hubKey = 'AQID'
  hubStatus = 200
  permissions: NotificationPermission = 'granted'
  hasWorker = true
  isServiceUp = true
  /** At the push service. */
  present: { endpoint: string; key: string } | undefined
  #addresses = 0

  readonly tools: PushTools = {
    client: { call: this.#call.bind(this) as unknown as PushTools['client']['call'] },
    registration: async () => {
      if (!this.hasWorker) throw new Error('no worker')
      return { pushManager: this.#manager() } as unknown as ServiceWorkerRegistration
    },
    permission: () => this.permissions,
    requestPermission: async () => this.permissions,
    storage: this.storage,
  }

  get registered() {
    return registeredEndpoint(this.storage)
  }

  async #call(endpoint: Endpoint<string, undefined, undefined, never>, options?: { body: unknown }) {
    this.asked.push([`${endpoint.method} ${endpoint.path}`, options?.body])
    if (this.hubStatus !== 200) throw new ClientError(this.hubStatus, { error: 'no' })
    return { publicKey: this.hubKey }
  }

  #manager() {
    return {
      getSubscription: async () => this.present && this.#subscription(this.present),
      subscribe: async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
        if (!this.isServiceUp) throw new DOMException('push service error', 'AbortError')
        if (this.present) throw new DOMException('another key', 'InvalidStateError')
        this.#addresses += 1
        this.present = { endpoint: `https://push.example/${this.#addresses}`, key }
        return this.#subscription(this.present)
      },
    }
  }

  #subscription({ endpoint, key }: { endpoint: string; key: string }) {
    return {
      endpoint,
      options: { applicationServerKey: Uint8Array.from(atob(key), (each) => each.charCodeAt(0)).buffer },
      toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: async () => {
        this.present = undefined
        return true
      },
    }
  }
}

const FIRST = 'https://push.example/1'
const SUBSCRIBE = 'POST /api/push/subscribe'
const UNSUBSCRIBE = 'DELETE /api/push/subscribe'

let room: Room
beforeEach(() => {
  room = new Room()
})
const asked = (path: string) => room.asked.filter(([name]) => name === path).map(([, body]) => body)

describe('turning notifications on', () => {
  it('gives the hub this browser’s address', async () => {
    expect([await turnPushOn(room.tools), asked(SUBSCRIBE), room.registered]).toEqual([
      undefined,
      [{ endpoint: FIRST, keys: { p256dh: 'p', auth: 'a' } }],
      FIRST,
    ])
  })

  it('makes room for the keys of this hub', async () => {
    room.present = { endpoint: 'https://push.example/old', key: 'CQkJ' }
    expect([await turnPushOn(room.tools), room.present?.key]).toEqual([undefined, 'AQID'])
  })

  it.each<[string, Partial<Room>]>([
    ['blocked', { permissions: 'denied' }],
    ['dismissed', { permissions: 'default' }],
    ['no-worker', { hasWorker: false }],
    ['no-service', { isServiceUp: false }],
    ['hub-off', { hubStatus: 503 }],
    ['unreachable', { hubStatus: 0 }],
    ['failed', { hubStatus: 400 }],
  ])('says that it is %s with %j, and stays off', async (problem, changes) => {
    Object.assign(room, changes)
    expect([await turnPushOn(room.tools), room.registered]).toEqual([problem, undefined])
  })
})

describe('keeping notifications on', () => {
  it('does nothing while they are off', async () => {
    await keepPushOn(room.tools)
    expect(room.asked).toEqual([])
  })

  it('tells the hub again, which may have forgotten', async () => {
    await turnPushOn(room.tools)
    await keepPushOn(room.tools)
    expect([asked(SUBSCRIBE).length, asked(UNSUBSCRIBE)]).toEqual([2, []])
  })

  it('replaces an address that is gone, and the old one at the hub', async () => {
    await turnPushOn(room.tools)
    room.present = undefined
    await keepPushOn(room.tools)
    expect([room.registered, asked(UNSUBSCRIBE)]).toEqual(['https://push.example/2', [{ endpoint: FIRST }]])
  })

  it('follows new keys of the hub', async () => {
    await turnPushOn(room.tools)
    room.hubKey = 'BwcH'
    await keepPushOn(room.tools)
    expect([room.present?.key, room.registered]).toEqual(['BwcH', 'https://push.example/2'])
  })

  it('keeps what it had while the hub is away', async () => {
    await turnPushOn(room.tools)
    room.hubStatus = 0
    await keepPushOn(room.tools)
    expect(room.registered).toBe(FIRST)
  })

  it('stays off when they were turned off meanwhile', async () => {
    await turnPushOn(room.tools)
    const kept = keepPushOn(room.tools)
    await turnPushOff(room.tools)
    await kept
    expect([room.registered, room.present, room.asked.at(-1)]).toEqual([
      undefined,
      undefined,
      [UNSUBSCRIBE, expect.anything()],
    ])
  })

  it('takes a withdrawn permission for turning them off', async () => {
    await turnPushOn(room.tools)
    room.permissions = 'denied'
    await keepPushOn(room.tools)
    expect([room.registered, asked(UNSUBSCRIBE)]).toEqual([undefined, [{ endpoint: FIRST }]])
  })
})

describe('turning notifications off', () => {
  it('has browser and hub forget each other', async () => {
    await turnPushOn(room.tools)
    await turnPushOff(room.tools)
    expect([room.registered, room.present, asked(UNSUBSCRIBE)]).toEqual([
      undefined,
      undefined,
      [{ endpoint: FIRST }],
    ])
  })

  it('asks the hub before anything else can happen, such as signing out', async () => {
    await turnPushOn(room.tools)
    const done = turnPushOff(room.tools)
    expect(asked(UNSUBSCRIBE)).toEqual([{ endpoint: FIRST }])
    await done
  })

  it('works without the hub', async () => {
    await turnPushOn(room.tools)
    room.hubStatus = 0
    await turnPushOff(room.tools)
    expect([room.registered, room.present]).toEqual([undefined, undefined])
  })
})
