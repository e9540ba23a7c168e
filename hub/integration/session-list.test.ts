import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HubScene } from '../testing/hub-scene.ts'

const HOUR_MS = 3_600_000

let scene: HubScene
beforeEach(async () => {
  scene = await HubScene.open()
})
afterEach(() => scene.close())

const pin = (id: string, mode: string) => scene.raw('PUT', `/api/sessions/${id}/pin`, { mode })
const summary = async (id: string) => {
  const { sessions } = (await scene.raw('GET', '/api/sessions')).body
  return sessions.find((row: { id: string }) => row.id === id)
}
const request = (createdAt: number | undefined, tool = 'Bash') => ({ tool, arguments: {}, createdAt })
const requests = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`r${index}`, request(1000 - index)]))

/** Created one after another, so that each was updated later than the one before it. */
async function create(...kinds: object[]): Promise<string[]> {
  const ids: string[] = []
  for (const kind of kinds) {
    scene.hub.clock.advance(1000)
    ids.push(await scene.asleep(kind))
  }
  return ids
}

describe('the default order', () => {
  it('is global pin, project pin, active, pending requests, newest update', async () => {
    const [oldest, project, global] = (await create({}, {}, {})) as [string, string, string]
    const busy = await scene.session({ agentState: { requests: requests(1) } })
    const busier = await scene.session({ agentState: { requests: requests(2) } })
    scene.hub.clock.advance(1000)
    const quiet = await scene.session()
    scene.hub.clock.advance(1000)
    const newest = await scene.asleep({ agentState: { requests: requests(5) } })
    await pin(project, 'project')
    await pin(global, 'global')
    expect(await scene.listed()).toEqual([global, project, busier.id, busy.id, quiet.id, newest, oldest])
  })

  it('sorts inactive sessions by recency alone, whatever they wait for', async () => {
    const [waiting, recent] = await create({ agentState: { requests: requests(3) } }, {})
    expect(await scene.listed()).toEqual([recent, waiting])
  })

  it('is by recency alone with order=updatedAt', async () => {
    const [first, second, third] = await create({}, {}, {})
    await pin(first as string, 'global')
    expect(await scene.listed('?order=updatedAt')).toEqual([third, second, first])
  })

  it('moves a session up when somebody writes to it', async () => {
    const first = await scene.session()
    const second = await scene.session()
    scene.hub.clock.advance(1000)
    await scene.raw('POST', `/api/sessions/${first.id}/messages`, { text: 'x' })
    const afterFirst = await scene.listed()
    scene.hub.clock.advance(1000)
    await scene.raw('POST', `/api/sessions/${second.id}/messages`, { text: 'x' })
    expect([afterFirst, await scene.listed()]).toEqual([
      [first.id, second.id],
      [second.id, first.id],
    ])
  })
})

describe('the query', () => {
  it.each([
    ['limit=1', 1],
    ['limit=2', 2],
    ['limit=500', 4],
    ['order=updatedAt&limit=3', 3],
    ['', 4],
  ])('%j lists %i of four sessions', async (query, count) => {
    await create({}, {}, {})
    expect((await scene.raw('GET', `/api/sessions?${query}`)).body.sessions).toHaveLength(count)
  })

  it.each([
    'limit=0',
    'limit=501',
    'limit=-1',
    'limit=x',
    'limit=',
    'limit=1.5',
    'limit=1e2',
    'limit=1&limit=2',
    'order=name',
    'order=',
    'order=updatedAt&order=updatedAt',
  ])('refuses %s', async (query) => {
    expect(await scene.raw('GET', `/api/sessions?${query}`)).toEqual({
      status: 400,
      body: { error: 'Invalid query', issues: expect.anything() },
    })
  })

  it('lists every session of the namespace without a limit', async () => {
    for (let index = 0; index < 501; index++) await scene.asleep()
    expect(await scene.listed()).toHaveLength(501)
  })
})

describe('a summary', () => {
  it('holds exactly the fields of the contract', async () => {
    const agent = await scene.session({
      metadata: {
        name: 'n',
        machineId: 'm',
        summary: { text: 's', updatedAt: 1 },
        claudeSessionId: ' native ',
        secretPlan: 'not for lists',
      },
    })
    expect(await summary(agent.id)).toEqual({
      id: agent.id,
      active: true,
      activeAt: scene.now,
      thinking: false,
      updatedAt: scene.now,
      pinned: false,
      globalPinned: false,
      hasConversationContent: false,
      metadata: {
        name: 'n',
        path: '/w',
        machineId: 'm',
        summary: { text: 's' },
        flavor: 'claude',
        agentSessionId: 'native',
        lifecycleState: 'running',
      },
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
    })
  })

  it('counts all pending requests and shows the oldest five', async () => {
    const id = await scene.asleep({ agentState: { requests: requests(7) } })
    const row = await summary(id)
    expect([row.pendingRequestsCount, row.pendingRequests]).toEqual([
      7,
      [6, 5, 4, 3, 2].map((n) => ({ id: `r${n}`, kind: 'permission', tool: 'Bash', since: 1000 - n })),
    ])
  })

  it('tells questions from permissions', async () => {
    const id = await scene.asleep({
      agentState: { requests: { a: request(1), b: request(2, 'AskUserQuestion'), c: request(undefined) } },
    })
    const row = await summary(id)
    expect([row.pendingRequestKinds, row.pendingRequests]).toEqual([
      ['permission', 'input'],
      [
        { id: 'a', kind: 'permission', tool: 'Bash', since: 1 },
        { id: 'b', kind: 'input', tool: 'AskUserQuestion', since: 2 },
        { id: 'c', kind: 'permission', tool: 'Bash', since: scene.now },
      ],
    ])
  })

  it('counts what is scheduled for later, and no longer once it is due', async () => {
    const agent = await scene.session()
    const at = (ms: number) => ({ text: 'x', localId: `l${ms}`, scheduledAt: scene.now + ms })
    for (const ms of [2 * HOUR_MS, HOUR_MS]) {
      await scene.raw('POST', `/api/sessions/${agent.id}/messages`, at(ms))
    }
    const start = scene.now
    const facts = async () => {
      const { futureScheduledMessageCount: count, nextScheduledAt } = await summary(agent.id)
      return [count, nextScheduledAt && nextScheduledAt - start]
    }
    const before = await facts()
    scene.hub.clock.advance(HOUR_MS)
    const between = await facts()
    scene.hub.clock.advance(HOUR_MS)
    expect([before, between, await facts()]).toEqual([
      [2, HOUR_MS],
      [1, 2 * HOUR_MS],
      [0, null],
    ])
  })

  it('shows the progress of the todo list', async () => {
    const agent = await scene.session()
    const entries = ['completed', 'in_progress', 'pending'].map((status) => ({
      content: status,
      status,
      priority: 'low',
    }))
    const message = { role: 'agent', content: { type: 'codex', data: { type: 'plan', entries } } }
    await agent.emit('message', { sid: agent.id, message })
    expect((await summary(agent.id)).todoProgress).toEqual({ completed: 1, total: 3 })
  })
})

it('the list is the same after a restart', async () => {
  await create({ agentState: { requests: requests(2) } }, {}, { metadata: { name: 'x' } })
  const before = await scene.raw('GET', '/api/sessions')
  await scene.hub.restart()
  const api = await scene.hub.client()
  expect((await api.raw('GET', '/api/sessions')).body).toEqual(before.body)
})
