import { describe, expect, it } from 'vitest'
import type { SessionRecord } from '../store/sessions.ts'
import { storedSummary } from './summary.ts'

const record: SessionRecord = {
  pk: 1,
  id: 's',
  namespace: 'default',
  tag: 't',
  seq: 0,
  createdAt: 1,
  updatedAt: 500,
  active: false,
  activeAt: 1,
  metadata: null,
  metadataVersion: 3,
  agentState: null,
  agentStateVersion: 4,
  model: null,
  modelReasoningEffort: null,
  effort: null,
  serviceTier: null,
  todos: undefined,
  todosUpdatedAt: null,
  teamState: null,
  teamStateUpdatedAt: null,
  pin: 'none',
  supersededBy: null,
  messageEpoch: 0,
  hasConversationContent: false,
}
const summary = (changes: Partial<SessionRecord>) => storedSummary({ ...record, ...changes }, undefined)

describe('a row of the session list', () => {
  it('of a session that says nothing', () => {
    expect(storedSummary(record, { count: 0, nextAt: null })).toEqual({
      id: 's',
      updatedAt: 500,
      pinned: false,
      globalPinned: false,
      hasConversationContent: false,
      metadata: null,
      metadataVersion: 3,
      agentStateVersion: 4,
      todosUpdatedAt: 0,
      todoProgress: null,
      pendingRequestsCount: 0,
      pendingRequestKinds: [],
      pendingRequests: [],
      futureScheduledMessageCount: 0,
      nextScheduledAt: null,
      model: null,
      modelReasoningEffort: null,
      effort: null,
    })
  })

  it('picks the metadata a list needs', () => {
    const worktree = { basePath: '/b', branch: 'x', name: 'w' }
    const metadata = {
      name: 'n',
      path: '/p',
      machineId: 'm',
      summary: { text: 'doing', updatedAt: 7 },
      flavor: 'codex',
      worktree,
      codexSessionId: ' native ',
      claudeSessionId: 'other',
      lifecycleState: 'idle',
      host: 'left out',
      tools: ['left out'],
    }
    expect(summary({ metadata }).metadata).toEqual({
      name: 'n',
      path: '/p',
      machineId: 'm',
      summary: { text: 'doing' },
      flavor: 'codex',
      worktree,
      agentSessionId: 'native',
      lifecycleState: 'idle',
    })
  })

  it.each<[string, Record<string, string>, string | undefined]>([
    ['of its flavor', { flavor: 'agentI', agySessionId: 'a' }, 'a'],
    ['of Claude without a flavor', { claudeSessionId: 'c' }, 'c'],
    ['never of a flavor that has none', { flavor: 'dsh', claudeSessionId: 'c' }, undefined],
    ['not when it is blank', { flavor: 'claude', claudeSessionId: '  ' }, undefined],
  ])('names the native id %s', (_, metadata, agentSessionId) => {
    expect(summary({ metadata }).metadata?.agentSessionId).toBe(agentSessionId)
  })

  it('lists the five oldest requests and counts them all', () => {
    const request = (tool: string, createdAt?: number) => ({ tool, arguments: {}, createdAt })
    const requests = {
      g: request('Bash', 700),
      f: request('Bash', 600),
      b: request('AskUserQuestion'),
      a: request('Bash'),
      e: request('Edit', 400),
      d: request('ExitPlanMode', 300),
      c: request('Bash', 200),
    }
    const { pendingRequestsCount, pendingRequestKinds, pendingRequests } = summary({
      agentState: { requests },
    })
    expect([pendingRequestsCount, pendingRequestKinds]).toEqual([7, ['permission', 'input']])
    expect(pendingRequests).toEqual([
      { id: 'c', kind: 'permission', tool: 'Bash', since: 200 },
      { id: 'd', kind: 'input', tool: 'ExitPlanMode', since: 300 },
      { id: 'e', kind: 'permission', tool: 'Edit', since: 400 },
      { id: 'a', kind: 'permission', tool: 'Bash', since: 500 },
      { id: 'b', kind: 'input', tool: 'AskUserQuestion', since: 500 },
    ])
  })

  it.each(['AskUserQuestion', 'ask_user_question', 'ExitPlanMode', 'exit_plan_mode', 'request_user_input'])(
    'counts %s as input',
    (tool) => {
      const agentState = { requests: { r: { tool, arguments: {} } } }
      expect(summary({ agentState }).pendingRequestKinds).toEqual(['input'])
    },
  )

  it('shows the progress of todos', () => {
    const todo = (status: 'completed' | 'pending' | 'in_progress') =>
      ({ content: 'c', status, priority: 'low', id: '' }) as const
    const todos = [todo('completed'), todo('pending'), todo('in_progress'), todo('completed')]
    expect(summary({ todos, todosUpdatedAt: 9 })).toMatchObject({
      todoProgress: { completed: 2, total: 4 },
      todosUpdatedAt: 9,
    })
    expect(summary({ todos: [] }).todoProgress).toBeNull()
  })

  it('shows what is scheduled', () => {
    expect(storedSummary(record, { count: 2, nextAt: 900 })).toMatchObject({
      futureScheduledMessageCount: 2,
      nextScheduledAt: 900,
    })
  })
})
