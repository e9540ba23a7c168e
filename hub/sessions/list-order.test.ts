import { describe, expect, it } from 'vitest'
import { byAttention, byRecency, type OrderKeys } from './list-order.ts'

const row = (id: string, keys: Partial<OrderKeys> = {}): OrderKeys => ({
  id,
  globalPinned: false,
  pinned: false,
  active: false,
  pendingRequestsCount: 0,
  updatedAt: 0,
  ...keys,
})

describe('the default order', () => {
  it.each<[string, OrderKeys, OrderKeys]>([
    ['global pins before project pins', row('b', { globalPinned: true }), row('a', { pinned: true })],
    ['project pins before active', row('b', { pinned: true }), row('a', { active: true })],
    ['active before recent', row('b', { active: true }), row('a', { updatedAt: 9 })],
    [
      'more pending requests before recent, among active',
      row('b', { active: true, pendingRequestsCount: 2 }),
      row('a', { active: true, pendingRequestsCount: 1, updatedAt: 9 }),
    ],
    [
      'pending requests do not count among inactive',
      row('b', { updatedAt: 9 }),
      row('a', { pendingRequestsCount: 5 }),
    ],
    ['the newest update first', row('b', { updatedAt: 9 }), row('a', { updatedAt: 8 })],
    ['equal rows by id', row('a'), row('b')],
    [
      'a pinned inactive row before an active one with requests',
      row('b', { pinned: true }),
      row('a', { active: true, pendingRequestsCount: 3 }),
    ],
  ])('%s', (_, first, second) => {
    expect([second, first].sort(byAttention)).toEqual([first, second])
    expect([first, second].sort(byAttention)).toEqual([first, second])
  })
})

it('orders by recency alone when asked to', () => {
  const rows = [
    row('a', { globalPinned: true, active: true, updatedAt: 1 }),
    row('c', { updatedAt: 3 }),
    row('b', { updatedAt: 3 }),
  ]
  expect(rows.sort(byRecency).map(({ id }) => id)).toEqual(['b', 'c', 'a'])
})
