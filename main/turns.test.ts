import { beforeEach, describe, expect, it } from 'vitest'
import type { HubState } from './hub-process.ts'
import { ManualClock } from './testing/manual-clock.ts'
import { SETTLE_MS, Turns } from './turns.ts'

let status: HubState['status']
let working: number
let settled: number
let clock: ManualClock
let turns: Turns

beforeEach(() => {
  status = 'running'
  working = 0
  settled = 0
  clock = new ManualClock()
  turns = new Turns({
    hubStatus: () => status,
    working: () => working,
    onSettled: () => {
      settled += 1
    },
    clock,
  })
})

describe('turns of the agents', () => {
  it('may be under way while the hub says that a session works', () => {
    expect(turns.mayBeUnderWay).toBe(false)
    working = 1
    expect(turns.mayBeUnderWay).toBe(true)
  })

  it.each(['starting', 'restarting', 'stopping', 'stopped'] as const)(
    'may be under way while the hub is %s, although it names no session',
    (away) => {
      status = away
      expect(turns.mayBeUnderWay).toBe(true)
    },
  )

  it('may be under way until agents had time to come back to a hub that started', () => {
    turns.hubIsReady()
    clock.advance(SETTLE_MS - 1)
    turns.hubIsReady()
    clock.advance(SETTLE_MS - 1)
    expect([turns.mayBeUnderWay, settled]).toEqual([true, 0])
    clock.advance(1)
    expect([turns.mayBeUnderWay, settled]).toEqual([false, 1])
  })

  it('hold nothing up where the hub does not start any more', () => {
    turns.hubIsReady()
    status = 'failed'
    expect(turns.mayBeUnderWay).toBe(false)
  })
})
