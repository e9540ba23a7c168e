import { memoryCredentials } from '../client/credentials.ts'
import { EventStream } from '../client/event-stream.ts'
import { HubClient } from '../client/hub-client.ts'
import { HubStore } from '../state/hub-store.ts'
import type { MessageRow } from '../state/message-row.ts'
import type { Exclusive } from '../state/outbox.ts'
import type { OutboxStorage } from '../state/outbox-storage.ts'
import { ManualSignals, nextTurn } from './factories.ts'
import { FakeHub, textOf } from './fake-hub.ts'
import { ManualClock } from './manual-clock.ts'

export const MESSAGES_PATH = '/api/sessions/s1/messages'

/** A store before a hub that has one session, `s1`. */
export interface Scene {
  hub: FakeHub
  clock: ManualClock
  store: HubStore
  /** Starts the store and opens the session. */
  open: () => Promise<void>
  /** Lets requests, streams and what follows from them run until nothing moves any more. */
  settle: () => Promise<void>
  /** Lets the stream notice a cut and come back: its first retry has no delay but jitter, here 0. */
  reconnect: () => Promise<void>
  rows: () => readonly MessageRow[]
  statuses: () => MessageRow['status'][]
  texts: () => string[]
  queued: () => string[]
  /** How often a path was read. */
  gets: (path: string) => number
}

export interface SceneOptions {
  /** One that another page used before. */
  hub?: FakeHub
  outbox?: OutboxStorage
  exclusive?: Exclusive
  /** What the localIds of this page begin with. */
  page?: string
}

export function createScene({ hub = new FakeHub(), page = 'local', ...options }: SceneOptions = {}): Scene {
  if (hub.sessions.size === 0) hub.addSession()
  const clock = new ManualClock()
  const credentials = memoryCredentials('secret')
  const client = new HubClient({ baseUrl: 'http://hub', credentials, fetch: hub.fetch, clock })
  const stream = new EventStream({ client, signals: new ManualSignals(), clock, random: () => 0 })
  let localIds = 0
  const newLocalId = () => {
    localIds += 1
    return `${page}-${localIds}`
  }
  const store = new HubStore({ client, stream, clock, random: () => 0, newLocalId, ...options })
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await nextTurn()
  }
  const rows = () => store.getMessages('s1').rows
  return {
    hub,
    clock,
    store,
    settle,
    rows,
    open: async () => {
      store.start()
      store.watchSession('s1')
      await settle()
    },
    reconnect: async () => {
      await settle()
      clock.advance(0)
      await settle()
    },
    statuses: () => rows().map((row) => row.status),
    texts: () => rows().map(textOf),
    queued: () => store.getMessages('s1').queued.map(textOf),
    gets: (path) =>
      hub.requests.filter((request) => request.method === 'GET' && request.path === path).length,
  }
}
