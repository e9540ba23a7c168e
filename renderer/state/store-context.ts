import type { Clock } from '../client/clock.ts'
import type { HubClient } from '../client/hub-client.ts'

/** What every part of the store works with. */
export interface StoreContext {
  client: Pick<HubClient, 'call'>
  clock: Clock
  random: () => number
  /** A snapshot changed: the listeners are told soon. */
  changed: () => void
}
