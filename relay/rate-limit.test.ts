import { expect, it } from 'vitest'
import { callerOf, RateLimit } from './rate-limit.ts'

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('%s is limited as %s', (address, caller) => {
  expect(callerOf(address)).toBe(caller)
})

it('gives a share for each minute, refilled evenly, and never more than one', () => {
  let now = 0
  const limit = new RateLimit({ perMinute: 2, now: () => now })
  const takes = (key = 'a') => limit.take(key)
  expect([takes(), takes(), takes(), takes('b')]).toEqual([0, 0, 30, 0])
  now = 29_999
  expect(takes()).toBe(1)
  now = 30_000
  expect([takes(), takes()]).toEqual([0, 30])
  now = 3_600_000
  expect([takes(), takes(), takes()]).toEqual([0, 0, 30])
})
