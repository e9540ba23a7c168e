import { describe, expect, it } from 'vitest'
import type { StreamState } from '../client/event-stream.ts'
import { connectionOf } from './connection.ts'
import type { Connection } from './hub-store-types.ts'

const before: Connection = { state: 'connecting', since: 1 }
const stream = (changes: Partial<StreamState>): StreamState => ({
  phase: 'connecting',
  since: 9,
  attempt: 0,
  ...changes,
})

describe('connectionOf', () => {
  it.each<[Partial<StreamState>, boolean, Connection['state']]>([
    [{ phase: 'connecting' }, false, 'connecting'],
    [{ phase: 'open' }, true, 'live'],
    [{ phase: 'waiting', attempt: 1 }, true, 'reconnecting'],
    [{ phase: 'connecting', attempt: 3 }, true, 'reconnecting'],
    [{ phase: 'connecting', attempt: 4 }, true, 'offline'],
    [{ phase: 'waiting', attempt: 4 }, false, 'offline'],
    [{ phase: 'paused' }, true, 'offline'],
    [{ phase: 'stopped' }, true, 'offline'],
  ])('tells %j (live before: %s) as %s', (changes, wasLive, expected) => {
    expect(connectionOf(stream(changes), wasLive, before).state).toBe(expected)
  })

  it('keeps its identity while nothing changed', () => {
    expect(connectionOf(stream({}), false, before)).toBe(before)
  })

  it('counts from the moment the told state began, over several tries', () => {
    const lost = connectionOf(stream({ phase: 'waiting', attempt: 1, nextRetryAt: 50 }), true, before)
    const trying = connectionOf(stream({ phase: 'connecting', attempt: 1, since: 50 }), true, lost)
    expect([lost, trying]).toEqual([
      { state: 'reconnecting', since: 9, nextRetryAt: 50 },
      { state: 'reconnecting', since: 9 },
    ])
  })
})
