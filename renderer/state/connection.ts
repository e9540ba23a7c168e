import type { StreamState } from '../client/event-stream.ts'
import type { Connection } from './hub-store-types.ts'

/** After this many failed tries in a row people are told that the hub cannot be reached. */
export const OFFLINE_AFTER_ATTEMPTS = 3

/**
 * What people are told of the stream. Returns `before` itself when nothing changed; `since` is the moment the
 * told state began, not the last try.
 */
export function connectionOf(stream: StreamState, wasLive: boolean, before: Connection): Connection {
  const state = told(stream, wasLive)
  const since = state === before.state ? before.since : stream.since
  const { nextRetryAt } = stream
  if (state === before.state && nextRetryAt === before.nextRetryAt) return before
  return nextRetryAt === undefined ? { state, since } : { state, since, nextRetryAt }
}

function told({ phase, attempt }: StreamState, wasLive: boolean): Connection['state'] {
  if (phase === 'open') return 'live'
  if (phase === 'stopped' || phase === 'paused' || attempt > OFFLINE_AFTER_ATTEMPTS) return 'offline'
  return wasLive ? 'reconnecting' : 'connecting'
}
