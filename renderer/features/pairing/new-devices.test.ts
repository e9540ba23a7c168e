import { expect, it } from 'vitest'
import { newDevices } from './new-devices.ts'

const phone = { id: 'phone', seenAt: 10 }

it('finds phones that were not there before, the newest first', () => {
  const found = newDevices([phone], [{ id: 'a', seenAt: 11 }, phone, { id: 'b', seenAt: 12 }])
  expect(found.map(({ id }) => id)).toEqual(['b', 'a'])
})

it('finds a phone that was paired once more', () => {
  expect(newDevices([phone], [{ id: 'phone', seenAt: 20 }])).toHaveLength(1)
})

it('finds nothing while nothing registers', () => {
  expect(newDevices([phone], [phone])).toEqual([])
  expect(newDevices([phone], [])).toEqual([])
})
