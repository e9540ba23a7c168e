import { describe, expect, it } from 'vitest'
import { PAGE_STABLE_AFTER_MS, PageCrashes, RELOAD_PAUSES_MS } from './page-crashes.ts'
import { ManualClock } from './testing/manual-clock.ts'

const setUp = () => {
  const clock = new ManualClock()
  const crashes = new PageCrashes(clock.now.bind(clock))
  const endNext = (times: number) => Array.from({ length: times }, () => crashes.next())
  return { clock, crashes, endNext }
}

describe('a page whose process ends', () => {
  it('is loaded again after growing pauses, and then left', () => {
    const { crashes, endNext } = setUp()
    expect(endNext(5)).toEqual([...RELOAD_PAUSES_MS, undefined, undefined])
    expect(crashes.count).toBe(5)
  })

  it('has all its chances again when it stood for a while', () => {
    const { clock, endNext } = setUp()
    endNext(3)
    clock.advance(PAGE_STABLE_AFTER_MS - 1)
    expect(endNext(1)).toEqual([undefined])
    clock.advance(PAGE_STABLE_AFTER_MS)
    expect(endNext(1)).toEqual([0])
  })

  it('has all its chances again when a person asks for it', () => {
    const { crashes, endNext } = setUp()
    endNext(4)
    crashes.forget()
    expect(endNext(2)).toEqual([0, 1000])
  })
})
