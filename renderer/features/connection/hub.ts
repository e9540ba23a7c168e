import { browserStorage, isBrowserStorageKept } from '../../browser-storage.ts'
import { browserCredentials } from '../../client/credentials.ts'
import { EventStream } from '../../client/event-stream.ts'
import { HubClient } from '../../client/hub-client.ts'
import { browserSignals } from '../../client/page-signals.ts'
import { HubStore } from '../../state/hub-store.ts'
import type { Exclusive } from '../../state/outbox.ts'
import { browserOutbox } from '../../state/outbox-storage.ts'
import { registeredEndpoint } from '../notifications/push-endpoint.ts'

/** What the screens work with while somebody is signed in. */
export interface Hub {
  client: HubClient
  store: HubStore
  signOut(): void
}

/** The hub this page came from: the page's rules let it talk to no other. */
export function createClient(): HubClient {
  const baseUrl = window.location.origin
  return new HubClient({ baseUrl, credentials: browserCredentials(baseUrl, browserStorage) })
}

/** Forgets the code, once the hub was told to notify this browser no more. */
export async function leave(client: HubClient): Promise<void> {
  try {
    if (registeredEndpoint(browserStorage) === undefined) return
    const [{ turnPushOff }, { browserTools }] = await Promise.all([
      import('../notifications/browser-push.ts'),
      import('../notifications/push-tools.ts'),
    ])
    // Its request has the token by the time it is taken away.
    void turnPushOff(browserTools(client))
  } finally {
    client.signOut()
  }
}

/** A store for the signed-in client; not started yet. */
export function createStore(client: HubClient): HubStore {
  const stream = new EventStream({ client, signals: browserSignals(window), filter: { all: true } })
  const outbox = browserOutbox(browserStorage, () => client.namespace())
  return new HubStore({ client, stream, outbox, exclusive: amongPages })
}

/**
 * Other pages of this browser are only known where it lets them be: over https, or on this computer. They share
 * nothing with a page that keeps nothing, which the browser refuses its locks, too.
 */
const amongPages: Exclusive = (name, work) =>
  navigator.locks && isBrowserStorageKept
    ? navigator.locks.request(`svc-hub:send:${name}`, { ifAvailable: true }, async (lock) =>
        lock ? work() : undefined,
      )
    : work()
