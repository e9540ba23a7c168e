import { describe, expect, it } from 'vitest'
import type { TeamState } from '../../contract/session.ts'
import { type TeamChange, teamChange } from './team-state.ts'

const AT = 7
const team: TeamState = {
  teamName: 't',
  members: [{ name: 'ann', status: 'active' }],
  tasks: [{ id: '1', title: 'one', status: 'pending' }],
  messages: [],
}
const change = (name: string, input: Record<string, unknown>): TeamChange =>
  teamChange([{ name, input }], AT) ?? (() => undefined)

describe('teamChange', () => {
  it.each<[string, string, Record<string, unknown>, Partial<TeamState>]>([
    [
      'a member joins',
      'Task',
      { team_name: 't', name: 'bob', subagent_type: 'coder' },
      {
        members: [
          { name: 'ann', status: 'active' },
          { name: 'bob', agentType: 'coder', status: 'active' },
        ],
      },
    ],
    [
      'a member joins with a task',
      'Task',
      { team_name: 't', name: 'ann', description: 'dig' },
      {
        members: [{ name: 'ann', status: 'active' }],
        tasks: [
          { id: '1', title: 'one', status: 'pending' },
          { id: 'agent:ann', title: 'dig', status: 'in_progress', owner: 'ann' },
        ],
      },
    ],
    [
      'a task is added',
      'TaskCreate',
      { id: '2', content: 'two', owner: 'ann', description: 'd' },
      {
        tasks: [
          { id: '1', title: 'one', status: 'pending' },
          { id: '2', title: 'two', status: 'pending', owner: 'ann', description: 'd' },
        ],
      },
    ],
    [
      'a task is merged',
      'TaskCreate',
      { task_id: '1', title: 'uno', status: 'blocked' },
      {
        tasks: [{ id: '1', title: 'uno', status: 'blocked' }],
      },
    ],
    [
      'a task moves on',
      'TaskUpdate',
      { task_id: '1', status: 'completed' },
      {
        tasks: [{ id: '1', title: 'one', status: 'completed' }],
      },
    ],
    [
      'an unknown task with a title',
      'TaskUpdate',
      { id: '9', title: 'nine' },
      {
        tasks: [
          { id: '1', title: 'one', status: 'pending' },
          { id: '9', title: 'nine' },
        ],
      },
    ],
    [
      'a message to all',
      'SendMessage',
      { type: 'broadcast', summary: 's' },
      {
        messages: [{ from: 'team-lead', to: 'all', summary: 's', type: 'broadcast', timestamp: AT }],
      },
    ],
    [
      'a request to stop',
      'SendMessage',
      { type: 'shutdown_request', recipient: 'ann', summary: 's' },
      {
        members: [{ name: 'ann', status: 'shutdown' }],
        messages: [{ from: 'team-lead', to: 'ann', summary: 's', type: 'shutdown_request', timestamp: AT }],
      },
    ],
  ])('%s', (_what, name, input, expected) => {
    expect(change(name, input)(team)).toEqual({ ...team, ...expected, updatedAt: AT })
    expect(change(name, input)(null)).toBeUndefined()
  })

  it('begins a team and ends it', () => {
    const begun = { teamName: 'n', description: 'd', members: [], tasks: [], messages: [], updatedAt: AT }
    expect(change('TeamCreate', { team_name: 'n', description: 'd' })(team)).toEqual(begun)
    expect(change('TeamDelete', {})(team)).toBeNull()
  })

  it.each<[string, Record<string, unknown>]>([
    ['TeamCreate', {}],
    ['Task', { name: 'bob' }],
    ['Task', { team_name: 't' }],
    ['TaskCreate', { id: '2' }],
    ['TaskUpdate', { id: '9', status: 'completed' }],
    ['SendMessage', { type: 'unheard of', summary: 's' }],
    ['Bash', { command: 'ls' }],
    ['toString', {}],
  ])('%s %o changes nothing', (name, input) => expect(change(name, input)(team)).toBeUndefined())

  it('keeps the last fifty messages', () => {
    const sent = Array.from({ length: 51 }, (_, n) => ({
      name: 'SendMessage',
      input: { type: 'message', summary: `${n}` },
    }))
    const messages = teamChange(sent, AT)?.(team)?.messages
    expect([messages?.length, messages?.[0]?.summary]).toEqual([50, '1'])
  })

  it('applies the calls of one message in turn', () => {
    const calls = [
      { name: 'TeamCreate', input: { team_name: 'n' } },
      { name: 'Task', input: { team_name: 'n', name: 'bob' } },
    ]
    expect(teamChange(calls, AT)?.(null)).toMatchObject({ teamName: 'n', members: [{ name: 'bob' }] })
    expect(teamChange([{ name: 'Bash', input: {} }], AT)).toBeUndefined()
  })
})
