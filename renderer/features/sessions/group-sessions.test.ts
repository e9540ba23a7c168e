import { describe, expect, it } from 'vitest'
import type { SessionSummary } from '../../../contract/session.ts'
import { groupSessions, searchSessions } from './group-sessions.ts'

function session(id: string, change: Partial<SessionSummary> = {}): SessionSummary {
  return {
    id,
    active: true,
    activeAt: 0,
    thinking: false,
    updatedAt: 0,
    pinned: false,
    globalPinned: false,
    hasConversationContent: true,
    metadata: { flavor: 'claude' },
    metadataVersion: 1,
    agentStateVersion: 1,
    todosUpdatedAt: 0,
    todoProgress: null,
    pendingRequestsCount: 0,
    pendingRequestKinds: [],
    pendingRequests: [],
    backgroundTaskCount: 0,
    futureScheduledMessageCount: 0,
    nextScheduledAt: null,
    model: null,
    modelReasoningEffort: null,
    effort: null,
    ...change,
  }
}

const layout = (sessions: SessionSummary[]) =>
  groupSessions(sessions).map(({ group, sessions }) => `${group}: ${sessions.map(({ id }) => id).join(' ')}`)

describe('groupSessions', () => {
  it('puts what waits first and keeps the order inside a group', () => {
    const list = [
      session('pinned', { globalPinned: true }),
      session('quiet-1'),
      session('works', { thinking: true }),
      session('asks', { pendingRequestsCount: 1 }),
      session('quiet-2'),
      session('tasks', { backgroundTaskCount: 2 }),
      session('over', { active: false }),
    ]
    expect(layout(list)).toEqual([
      'waiting: asks',
      'pinned: pinned',
      'working: works tasks',
      'quiet: quiet-1 quiet-2',
      'ended: over',
    ])
  })

  it('shows a pinned session that waits among the waiting ones', () => {
    expect(layout([session('a', { pinned: true, pendingRequestsCount: 2 })])).toEqual(['waiting: a'])
  })

  it('does not count the requests of an ended session as waiting', () => {
    expect(layout([session('a', { active: false, pendingRequestsCount: 1 })])).toEqual(['ended: a'])
  })

  it('leaves out a session whose successor is listed, and only then', () => {
    const old = session('old', { metadata: { flavor: 'claude', supersededBySessionId: 'new' } })
    expect(layout([old, session('new')])).toEqual(['quiet: new'])
    expect(layout([old])).toEqual(['quiet: old'])
  })
})

describe('searchSessions', () => {
  const list = [
    session('a', { metadata: { flavor: null, name: 'Fix the flaky test', path: '/home/alex/shop' } }),
    session('b', { metadata: { flavor: null, summary: { text: 'Dark mode' }, path: '/home/alex/site' } }),
  ]
  it.each([
    ['', 'a b'],
    ['  FLAKY ', 'a'],
    ['alex', 'a b'],
    ['site dark', 'b'],
    ['nothing', ''],
  ])('finds with %j: %j', (query, found) => {
    expect(
      searchSessions(list, query)
        .map(({ id }) => id)
        .join(' '),
    ).toBe(found)
  })
})
