import { beforeEach, describe, expect, it } from 'vitest'
import { AgentFailed, AgentUnreachable, HubError } from '../errors.ts'
import { SessionRoom } from '../testing/session-room.ts'
import { type Decision, PermissionService } from './permission-service.ts'

let room: SessionRoom
let calls: unknown[][]
let answer: () => unknown
let permissions: PermissionService

beforeEach(() => {
  room = new SessionRoom()
  calls = []
  answer = () => null
  permissions = new PermissionService({
    link: {
      call: async (...args) => {
        calls.push(args)
        return answer()
      },
    },
  })
})

const requests = { r1: { tool: 'Bash', arguments: {} } }

function asking(metadata: object = { flavor: 'claude' }): string {
  return room.createActive({ metadata, agentState: { requests, completedRequests: { done: requests.r1 } } })
}

const decide = (id: string, requestId: string, decision: Decision) =>
  permissions.decide(room.session(id), requestId, decision)

async function failure(decided: Promise<void>): Promise<unknown> {
  const error = await decided.catch((thrown: unknown) => thrown)
  return error instanceof HubError ? [error.status, error.message] : error
}

describe('a decision', () => {
  it.each<[string, Decision, object]>([
    ['a plain approval', { approved: true }, { approved: true }],
    ['a plain denial', { approved: false }, { approved: false }],
    ['a reasoned denial', { approved: false, decision: 'abort' }, { approved: false, decision: 'abort' }],
    [
      'an approval with all it can say',
      {
        approved: true,
        mode: 'acceptEdits',
        allowTools: ['Bash(ls:*)'],
        decision: 'approved_for_session',
        answers: { color: ['red'] },
      },
      {
        approved: true,
        mode: 'acceptEdits',
        allowTools: ['Bash(ls:*)'],
        decision: 'approved_for_session',
        answers: { color: ['red'] },
      },
    ],
    [
      'nested answers',
      { approved: true, answers: { q1: { answers: ['a', 'b'] } } },
      { approved: true, answers: { q1: { answers: ['a', 'b'] } } },
    ],
  ])('passes %s on, and nothing that was not said', async (_, decision, params) => {
    const id = asking()
    await decide(id, 'r1', decision)
    expect(calls).toStrictEqual([[id, 'permission', { id: 'r1', ...params }]])
  })

  it('leaves the request pending: the agent moves it', async () => {
    const id = asking()
    await decide(id, 'r1', { approved: true })
    expect(room.session(id).agentState?.requests).toEqual(requests)
  })

  it.each(['unknown', 'done', 'constructor'])('on %s finds no request', async (requestId) => {
    const id = asking()
    expect(await failure(decide(id, requestId, { approved: true }))).toEqual([404, 'Request not found'])
    expect(calls).toEqual([])
  })

  it('finds no request in a session without state', async () => {
    const id = room.createActive({ agentState: null })
    expect(await failure(decide(id, 'r1', { approved: false }))).toEqual([404, 'Request not found'])
  })

  it.each([
    ['claude', 'yolo'],
    ['codex', 'acceptEdits'],
    ['pi', 'default'],
    ['agentI', 'default'],
  ])('does not take a mode %s does not have', async (flavor, mode) => {
    const id = asking({ flavor })
    expect(await failure(decide(id, 'r1', { approved: true, mode }))).toEqual([
      400,
      'Invalid permission mode for session flavor',
    ])
    expect(calls).toEqual([])
  })

  it('looks for the request before it looks at the mode', async () => {
    const id = asking()
    const decided = decide(id, 'unknown', { approved: true, mode: 'none' })
    expect(await failure(decided)).toEqual([404, 'Request not found'])
  })

  it('treats an unknown flavor as Claude', async () => {
    const id = asking({ flavor: 'future' })
    await decide(id, 'r1', { approved: true, mode: 'acceptEdits' })
    expect(calls).toHaveLength(1)
  })

  it('refuses safe-yolo in a shared session before the agent is asked', async () => {
    const shared = asking({ flavor: 'codex', capabilities: { concurrentClients: true } })
    const own = asking({ flavor: 'codex' })
    expect(await failure(decide(shared, 'r1', { approved: true, mode: 'safe-yolo' }))).toEqual([
      409,
      'Shared sessions do not support the mode safe-yolo',
    ])
    await decide(own, 'r1', { approved: true, mode: 'safe-yolo' })
    expect(calls.map(([scope]) => scope)).toEqual([own])
  })

  it.each([
    [
      new AgentUnreachable('The agent or machine does not offer this; it may be too old'),
      'The agent of this session cannot be reached right now',
    ],
    [new AgentFailed('no such request'), 'The agent did not take the decision: no such request'],
  ])('answers 409 when the agent does not take it (%s)', async (error, text) => {
    answer = () => {
      throw error
    }
    expect(await failure(decide(asking(), 'r1', { approved: true }))).toEqual([409, text])
  })

  it('does not hide any other failure', async () => {
    answer = () => {
      throw new TypeError('bug')
    }
    expect(await failure(decide(asking(), 'r1', { approved: true }))).toBeInstanceOf(TypeError)
  })
})
