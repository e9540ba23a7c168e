import { expect, it } from 'vitest'
import { newDevices, signIns } from './new-devices.ts'

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

it('finds a browser by its sign-in, not by its being open', () => {
  const desk = { id: 1, signedInAt: null, seenAt: 10 }
  const before = signIns([desk, { id: 2, signedInAt: 5, seenAt: 5 }])
  const open = signIns([
    { ...desk, seenAt: 99 },
    { id: 2, signedInAt: 5, seenAt: 99 },
    { id: 3, signedInAt: null, seenAt: 99 },
  ])
  expect(newDevices(before, open)).toEqual([])
  const again = signIns([desk, { id: 2, signedInAt: 20, seenAt: 20 }, { id: 3, signedInAt: 21, seenAt: 21 }])
  expect(newDevices(before, again).map(({ id }) => id)).toEqual([3, 2])
})
