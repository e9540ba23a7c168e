import { beforeEach, describe, expect, it } from 'vitest'
import { ManualClock } from '../testing/manual-clock.ts'
import { Pacer } from './pacer.ts'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

let clock: ManualClock
let flushes: number
let costMs: number
let pacer: Pacer
beforeEach(() => {
  clock = new ManualClock()
  flushes = 0
  costMs = 0
  pacer = new Pacer(clock, () => {
    flushes += 1
    clock.advance(costMs)
  })
})

describe('Pacer', () => {
  it('flushes once for all requests of a turn, after it', async () => {
    pacer.request()
    pacer.request()
    expect(flushes).toBe(0)
    await turn()
    expect(flushes).toBe(1)
  })

  it('flushes at once again when the flush before took no time', async () => {
    pacer.request()
    await turn()
    pacer.request()
    await turn()
    expect(flushes).toBe(2)
  })

  it('rests twice as long as a flush took', async () => {
    costMs = 10
    pacer.request()
    await turn()
    pacer.request()
    clock.advance(19)
    await turn()
    expect(flushes).toBe(1)
    clock.advance(1)
    expect(flushes).toBe(2)
  })

  it('never rests longer than 50 ms', async () => {
    costMs = 1000
    pacer.request()
    await turn()
    pacer.request()
    clock.advance(50)
    expect(flushes).toBe(2)
  })

  it('is not stopped by a clock that was set back', async () => {
    costMs = 10
    pacer.request()
    await turn()
    costMs = 0
    clock.advance(-3_600_000)
    pacer.request()
    clock.advance(50)
    expect(flushes).toBe(2)
  })
})
