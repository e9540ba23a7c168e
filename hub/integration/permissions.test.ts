import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HubScene, type SceneAgent } from '../testing/hub-scene.ts'

const OK = { status: 200, body: { ok: true } }
const NOT_PENDING = { status: 404, body: { error: 'Request not found' } }
const INVALID = { status: 400, body: { error: 'Invalid body', issues: expect.anything() } }
const CONFLICT = { status: 409, body: { error: expect.any(String) } }
const agentState = {
  requests: { r: { tool: 'Bash', arguments: { command: 'ls' }, createdAt: 1 } },
  completedRequests: { done: { tool: 'Bash', arguments: {}, status: 'approved' } },
}

let scene: HubScene
let agent: SceneAgent
beforeAll(async () => {
  scene = await HubScene.open()
})
beforeEach(async () => {
  agent = await scene.session({ agentState })
  await agent.serve('permission', () => undefined)
})
afterAll(() => scene.close())

const decide = (verdict: string, body?: unknown, requestId = 'r', id = agent.id) =>
  scene.raw('POST', `/api/sessions/${id}/permissions/${encodeURIComponent(requestId)}/${verdict}`, body)

describe('what reaches the agent', () => {
  it.each<[string, object, object]>([
    ['approve', {}, {}],
    ['approve', { mode: 'acceptEdits' }, { mode: 'acceptEdits' }],
    ['approve', { allowTools: ['Bash(ls)', 'Read'] }, { allowTools: ['Bash(ls)', 'Read'] }],
    ['approve', { allowTools: [] }, { allowTools: [] }],
    ['approve', { decision: 'approved' }, { decision: 'approved' }],
    ['approve', { decision: 'approved_for_session' }, { decision: 'approved_for_session' }],
    ['approve', { decision: 'denied' }, { decision: 'denied' }],
    ['approve', { decision: 'abort' }, { decision: 'abort' }],
    ['approve', { answers: { q: ['a', 'b'] } }, { answers: { q: ['a', 'b'] } }],
    ['approve', { answers: { q: { answers: ['a'] } } }, { answers: { q: { answers: ['a'] } } }],
    ['approve', { answers: {} }, { answers: {} }],
    ['approve', { id: 'x', approved: false, reason: 'y' }, {}],
    ['deny', {}, {}],
    ['deny', { decision: 'abort' }, { decision: 'abort' }],
    ['deny', { decision: 'denied' }, { decision: 'denied' }],
    ['deny', { mode: 'plan', answers: { q: [] } }, {}],
  ])('of %s %j is %j and nothing else', async (verdict, body, passed) => {
    expect([await decide(verdict, body), agent.calls]).toEqual([
      OK,
      [{ method: 'permission', params: { id: 'r', approved: verdict === 'approve', ...passed } }],
    ])
  })

  it.each(['approve', 'deny'])('of %s without a body is the bare decision', async (verdict) => {
    await decide(verdict)
    expect(agent.calls.map(({ params }) => params)).toEqual([{ id: 'r', approved: verdict === 'approve' }])
  })
})

describe.each(['approve', 'deny'])('%s', (verdict) => {
  it.each(['none', 'done', 'toString', '__proto__', 'a/b'])('does not find %j pending', async (requestId) => {
    expect([await decide(verdict, {}, requestId), agent.calls]).toEqual([NOT_PENDING, []])
  })

  it('is refused for an inactive session', async () => {
    await agent.end()
    expect(await decide(verdict)).toEqual({
      status: 409,
      body: { error: 'Session is inactive', code: 'session_inactive' },
    })
  })

  it.each([{ decision: 'yes' }, { decision: 1 }, []])('refuses the body %j', async (body) => {
    expect([await decide(verdict, body), agent.calls]).toEqual([INVALID, []])
  })

  it('leaves the request pending: the agent alone resolves it', async () => {
    await decide(verdict)
    const { agentState: after, agentStateVersion } = await scene.detail(agent.id)
    expect([after, agentStateVersion]).toEqual([agentState, 1])
  })

  it('is a conflict when the agent throws', async () => {
    await agent.serve('permission', () => {
      throw new Error('too late')
    })
    expect(await decide(verdict)).toEqual(CONFLICT)
  })

  it('is a conflict when the agent is gone', async () => {
    agent.socket.close()
    expect(await decide(verdict)).toEqual(CONFLICT)
  })
})

describe('approve', () => {
  it.each([
    { mode: '' },
    { mode: 1 },
    { allowTools: 'Bash' },
    { allowTools: [1] },
    { answers: [] },
    { answers: { q: 'a' } },
    { answers: { q: [1] } },
    { answers: { q: { answers: 'a' } } },
  ])('refuses the body %j', async (body) => {
    expect([await decide('approve', body), agent.calls]).toEqual([INVALID, []])
  })

  it.each([
    ['claude', 'yolo'],
    ['codex', 'acceptEdits'],
    ['agentB', 'plan'],
    ['pi', 'default'],
    ['dsh', 'default'],
    ['unknown', 'read-only'],
  ])('of %s refuses the mode %s', async (flavor, mode) => {
    agent = await scene.session({ metadata: { flavor }, agentState })
    expect(await decide('approve', { mode })).toEqual({
      status: 400,
      body: { error: 'Invalid permission mode for session flavor' },
    })
  })

  it('of a shared session refuses safe-yolo before the agent is asked', async () => {
    const metadata = { flavor: 'codex', capabilities: { concurrentClients: true } }
    agent = await scene.session({ metadata, agentState })
    await agent.serve('permission', () => undefined)
    expect([await decide('approve', { mode: 'safe-yolo' }), agent.calls]).toEqual([CONFLICT, []])
  })

  it('of an unknown request is 404 whatever its mode', async () => {
    expect(await decide('approve', { mode: 'yolo' }, 'none')).toEqual(NOT_PENDING)
  })
})

it('a resolved request is gone from the list and from the pending ones', async () => {
  const resolved = {
    requests: {},
    completedRequests: { r: { ...agentState.requests.r, status: 'approved', completedAt: 2 } },
  }
  const events = await scene.events()
  await agent.socket.request('update-state', { sid: agent.id, expectedVersion: 1, agentState: resolved })
  const { sessions } = (await scene.raw('GET', '/api/sessions')).body
  const counted = sessions.find((row: { id: string }) => row.id === agent.id).pendingRequestsCount
  expect([await decide('approve'), counted, await scene.settled(events)]).toEqual([
    NOT_PENDING,
    0,
    [
      {
        type: 'session-updated',
        namespace: 'default',
        sessionId: agent.id,
        data: { agentState: { version: 2, value: resolved }, updatedAt: scene.now },
      },
    ],
  ])
})

it('a request id is URL-decoded', async () => {
  const requests = { 'a/b c': agentState.requests.r }
  agent = await scene.session({ agentState: { requests } })
  await agent.serve('permission', () => undefined)
  expect([await decide('deny', {}, 'a/b c'), agent.calls]).toEqual([
    OK,
    [{ method: 'permission', params: { id: 'a/b c', approved: false } }],
  ])
})
