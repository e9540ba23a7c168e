import { beforeEach, expect, it } from 'vitest'
import { ManualClock } from '../testing/manual-clock.ts'
import { Announcements, KEPT_MS } from './announce.ts'

let clock: ManualClock
let announcements: Announcements
beforeEach(() => {
  clock = new ManualClock()
  announcements = new Announcements(clock)
})

const texts = () => announcements.current().map(({ text }) => text)

it('keeps what was said just before, so that both are heard, in order', () => {
  announcements.add('Copied.')
  announcements.add('An agent waits for you.')
  expect(texts()).toEqual(['Copied.', 'An agent waits for you.'])
})

it('adds the same sentence again, so that it is said again', () => {
  announcements.add('Copied.')
  announcements.add('Copied.')
  expect(new Set(announcements.current().map(({ id }) => id)).size).toBe(2)
})

it('forgets each when it has been said', () => {
  announcements.add('first')
  clock.advance(KEPT_MS - 1)
  announcements.add('second')
  clock.advance(1)
  expect(texts()).toEqual(['second'])
  clock.advance(KEPT_MS)
  expect(texts()).toEqual([])
})

it('tells of every change, and gives the same list in between', () => {
  let changes = 0
  const stop = announcements.subscribe(() => {
    changes += 1
  })
  announcements.add('first')
  expect(announcements.current()).toBe(announcements.current())
  clock.advance(KEPT_MS)
  stop()
  announcements.add('second')
  expect(changes).toBe(2)
})
