import { describe, expect, it } from 'vitest'
import { waitPatiently } from './patience.ts'
import { ManualClock } from './testing/manual-clock.ts'

const setUp = () => {
  const clock = new ManualClock()
  const slow = { told: 0 }
  const awaited = Promise.withResolvers<string>()
  const outcome = waitPatiently(awaited.promise, {
    tellAfterMs: 5000,
    giveUpAfterMs: 60_000,
    onSlow: () => {
      slow.told += 1
    },
    clock,
  })
  return { clock, slow, awaited, outcome }
}

describe('waiting for something that may take long', () => {
  it('tells nobody when it is quick', async () => {
    const { clock, slow, awaited, outcome } = setUp()
    clock.advance(4999)
    awaited.resolve('key')
    expect(await outcome).toBe('key')
    clock.advance(60_000)
    expect(slow.told).toBe(0)
  })

  it('tells once that it takes long, and still waits', async () => {
    const { clock, slow, awaited, outcome } = setUp()
    clock.advance(59_999)
    expect(slow.told).toBe(1)
    awaited.resolve('key')
    expect(await outcome).toBe('key')
  })

  it('has a limit', async () => {
    const { clock, outcome } = setUp()
    clock.advance(60_000)
    expect(await outcome).toBeUndefined()
  })

  it('fails as what it waits for', async () => {
    const { awaited, outcome } = setUp()
    awaited.reject(new Error('locked'))
    await expect(outcome).rejects.toThrow('locked')
  })
})
