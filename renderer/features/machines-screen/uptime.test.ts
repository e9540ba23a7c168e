import { expect, it } from 'vitest'
import { systemName, uptimeIn } from './uptime.ts'

it.each([
  [0, { unit: 'hours', count: 0 }],
  [3599, { unit: 'hours', count: 0 }],
  [86_400, { unit: 'hours', count: 24 }],
  [172_799, { unit: 'hours', count: 47 }],
  [172_800, { unit: 'days', count: 2 }],
])('tells %d seconds as %j', (seconds, told) => {
  expect(uptimeIn(seconds)).toEqual(told)
})

it('keeps the name of a system it does not know', () => {
  expect([systemName('darwin'), systemName('win32'), systemName('haiku')]).toEqual([
    'macOS',
    'Windows',
    'haiku',
  ])
})
