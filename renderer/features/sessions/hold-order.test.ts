import { expect, it } from 'vitest'
import type { SessionSummary } from '../../../contract/session.ts'
import { makeSummary } from '../../testing/factories.ts'
import { groupSessions } from './group-sessions.ts'
import { holdOrder } from './hold-order.ts'

const session = (id: string, change: Partial<SessionSummary> = {}) => makeSummary({ id, ...change })
const ids = (groups: ReturnType<typeof groupSessions>) =>
  groups.map(({ kind, sessions }) => `${kind}: ${sessions.map(({ id }) => id).join(' ')}`)

const shown = groupSessions([session('a', { updatedAt: 3 }), session('b', { updatedAt: 2 })])

it('keeps every row in its place and shows what is known of it now', () => {
  const held = holdOrder(
    shown,
    groupSessions([
      session('a', { pendingRequestsCount: 1 }),
      session('b', { updatedAt: 9, thinking: true }),
      session('new', { updatedAt: 99 }),
    ]),
  )
  expect(ids(held)).toEqual(['project: a b'])
  expect(held[0]).toMatchObject({ working: 1, waiting: 1 })
  expect(held[0]?.sessions.map(({ pendingRequestsCount }) => pendingRequestsCount)).toEqual([1, 0])
})

it('lets go of what is gone, and of a group with nothing left', () => {
  expect(ids(holdOrder(shown, groupSessions([session('b')])))).toEqual(['project: b'])
  expect(holdOrder(shown, [])).toEqual([])
})
