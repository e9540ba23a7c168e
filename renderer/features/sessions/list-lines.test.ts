import { describe, expect, it } from 'vitest'
import { makeSummary } from '../../testing/factories.ts'
import { groupSessions } from './group-sessions.ts'
import { listLines, moveLine } from './list-lines.ts'

const nothing = { folded: new Set<string>(), unrolled: new Set<string>(), isSearching: false }
const ended = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    makeSummary({ id: `e${index + 1}`, active: false, updatedAt: 100 - index }),
  )
const lines = (sessions: Parameters<typeof groupSessions>[0], shown: Partial<typeof nothing> = {}) =>
  listLines(groupSessions(sessions), { ...nothing, ...shown }).map((line) =>
    line.kind === 'session' ? line.session.id : line.kind === 'older' ? `+${line.count}` : line.group.kind,
  )
const key = groupSessions(ended(1))[0]?.key ?? ''

describe('listLines', () => {
  const sessions = [
    makeSummary({ id: 'asks', pendingRequestsCount: 1 }),
    makeSummary({ id: 'open' }),
    ...ended(7),
  ]
  it.each([
    [
      'all but older ones that ended',
      {},
      ['waiting', 'asks', 'project', 'open', 'e1', 'e2', 'e3', 'e4', 'e5', '+2'],
    ],
    ['a folded project without its sessions', { folded: new Set([key]) }, ['waiting', 'asks', 'project']],
    [
      'everything on demand',
      { unrolled: new Set([key]) },
      ['waiting', 'asks', 'project', 'open', 'e1', 'e2', 'e3', 'e4', 'e5', 'e6', 'e7'],
    ],
    [
      'everything that was searched for',
      { folded: new Set([key]), isSearching: true },
      ['waiting', 'asks', 'project', 'open', 'e1', 'e2', 'e3', 'e4', 'e5', 'e6', 'e7'],
    ],
  ])('shows %s', (_, shown, expected) => {
    expect(lines(sessions, shown)).toEqual(expected)
  })

  it('does not hide a single session, nor one that is pinned', () => {
    expect(lines(ended(6))).toHaveLength(7)
    const pinned = makeSummary({ id: 'pinned', active: false, pinned: true })
    expect(lines([...ended(8), pinned])).toEqual(['project', 'pinned', 'e1', 'e2', 'e3', 'e4', 'e5', '+3'])
  })
})

it.each([
  ['next', 1, 2],
  ['next', 2, 4],
  ['next', 4, undefined],
  ['previous', 4, 2],
  ['previous', 1, undefined],
  ['first', 4, 1],
  ['last', 1, 4],
] as const)('%s leads from line %d to %s', (pressed, from, to) => {
  expect(moveLine(pressed, from, [false, true, true, false, true])).toBe(to)
})
