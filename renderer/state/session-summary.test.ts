import { describe, expect, it } from 'vitest'
import { makeSession, makeSummary } from '../testing/factories.ts'
import { compareSessions } from './list-order.ts'
import { applySummaryPatch, summaryOf } from './session-summary.ts'

const requests = {
  r2: { tool: 'Bash', arguments: {}, createdAt: 20 },
  r1: { tool: 'AskUserQuestion', arguments: {}, createdAt: 10 },
  r3: { tool: 'Edit', arguments: {} },
}

describe('summaryOf', () => {
  it('derives the list row as the hub does and keeps what is scheduled', () => {
    const session = makeSession({
      pinned: true,
      updatedAt: 5000,
      metadata: {
        path: '/work',
        flavor: 'codex',
        codexSessionId: ' native ',
        summary: { text: 'T', updatedAt: 1 },
        os: 'x',
      },
      agentState: { requests },
      todos: [
        { content: 'a', status: 'completed', priority: 'medium', id: '1' },
        { content: 'b', status: 'pending', priority: 'medium', id: '2' },
      ],
      todosUpdatedAt: 9,
    })
    const previous = makeSummary({ futureScheduledMessageCount: 2, nextScheduledAt: 99 })
    expect(summaryOf(session, previous)).toEqual(
      makeSummary({
        pinned: true,
        updatedAt: 5000,
        metadata: { flavor: 'codex', path: '/work', summary: { text: 'T' }, agentSessionId: 'native' },
        pendingRequestsCount: 3,
        pendingRequestKinds: ['permission', 'input'],
        pendingRequests: [
          { id: 'r1', kind: 'input', tool: 'AskUserQuestion', since: 10 },
          { id: 'r2', kind: 'permission', tool: 'Bash', since: 20 },
          { id: 'r3', kind: 'permission', tool: 'Edit', since: 5000 },
        ],
        todoProgress: { completed: 1, total: 2 },
        todosUpdatedAt: 9,
        futureScheduledMessageCount: 2,
        nextScheduledAt: 99,
      }),
    )
  })
})

describe('applySummaryPatch', () => {
  it('counts all pending requests but names at most five', () => {
    const many = Object.fromEntries(
      Array.from({ length: 7 }, (_, index) => [
        `r${index}`,
        { tool: 'Bash', arguments: {}, createdAt: index },
      ]),
    )
    const next = applySummaryPatch(makeSummary(), { agentState: { version: 2, value: { requests: many } } })
    expect([next.pendingRequestsCount, next.pendingRequests.map((request) => request.id)]).toEqual([
      7,
      ['r0', 'r1', 'r2', 'r3', 'r4'],
    ])
  })

  it('ignores stale versions and keeps the row for keep-alive noise', () => {
    const summary = makeSummary({ agentStateVersion: 5 })
    const patch = { activeAt: 2000, updatedAt: 500, agentState: { version: 5, value: { requests } } }
    expect(applySummaryPatch(summary, patch)).toBe(summary)
  })
})

describe('compareSessions', () => {
  it('orders by global pin, pin, active, pending among active, then recency', () => {
    const rows = [
      makeSummary({ id: 'old', active: false, updatedAt: 1 }),
      makeSummary({ id: 'inactive-pending', active: false, updatedAt: 2, pendingRequestsCount: 9 }),
      makeSummary({ id: 'new', active: false, updatedAt: 3 }),
      makeSummary({ id: 'active-old', updatedAt: 1 }),
      makeSummary({ id: 'active-new', updatedAt: 9 }),
      makeSummary({ id: 'one-pending', updatedAt: 1, pendingRequestsCount: 1 }),
      makeSummary({ id: 'two-pending', updatedAt: 0, pendingRequestsCount: 2 }),
      makeSummary({ id: 'pinned', active: false, pinned: true, updatedAt: 0 }),
      makeSummary({ id: 'global', active: false, globalPinned: true, updatedAt: 0 }),
    ]
    expect(rows.sort(compareSessions).map((row) => row.id)).toEqual([
      'global',
      'pinned',
      'two-pending',
      'one-pending',
      'active-new',
      'active-old',
      'new',
      'inactive-pending',
      'old',
    ])
  })
})
