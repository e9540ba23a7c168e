import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { ANY_QUERY, bodyFor, ENDPOINTS, EVENT_STREAM, nameOf, pathOf } from '../testing/declared-endpoints.ts'
import { dumpTables } from '../testing/dump-tables.ts'
import { FOREIGN, HubScene, type SceneSocket } from '../testing/hub-scene.ts'
import type { RawAnswer, TestClient } from '../testing/test-client.ts'

let scene: HubScene
let foreignSession: string
let agent: SceneSocket
let runner: SceneSocket
beforeAll(async () => {
  scene = await HubScene.open()
  agent = await scene.session({
    namespace: FOREIGN,
    agentState: { requests: { x: { tool: 'Bash', arguments: {}, createdAt: 1 } } },
  })
  await agent.serve('permission', () => null)
  foreignSession = agent.id
  runner = await scene.runner('foreign-machine', {}, FOREIGN)
  await runner.serve('spawn-happy-session', () => ({ type: 'success', sessionId: 's' }))
  await scene.stranger.raw('POST', `/api/sessions/${foreignSession}/messages`, {
    text: 'secret',
    localId: 'x',
  })
})
afterAll(() => scene.close())

/** The routes whose 404 and 403 carry a code (ruling 25). */
const CODED = ['/api/sessions/:id/resume', '/api/sessions/:id/reopen', '/api/machines/:id/restart-runner']
const named = (endpoints: readonly Endpoint[]) =>
  endpoints.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const)
const routes = named(ENDPOINTS.filter(({ path }) => /^\/api\/(sessions|machines)\/:id/.test(path)))
const owners = named(ENDPOINTS.filter(({ access }) => access === 'owner'))

const ask = (endpoint: Endpoint, id: string, client: TestClient = scene.api) => {
  const path = pathOf(endpoint, id) + (endpoint.method === 'GET' ? ANY_QUERY : '')
  return client.raw(endpoint.method, path, bodyFor(endpoint))
}
const answerOf = ({ status, body }: RawAnswer) => ({ status, body })

it('every route of the hub is in the tables below, or needs no id', () => {
  const served = scene.hub.routes.map(nameOf)
  expect(served.filter((name) => name !== EVENT_STREAM).sort()).toEqual(ENDPOINTS.map(nameOf).sort())
})

it.each(named(ENDPOINTS.filter(({ body }) => body !== undefined)))(
  '%s %s takes its body',
  (_, __, endpoint) => {
    expect(endpoint.body?.safeParse(bodyFor(endpoint)).error).toBeUndefined()
  },
)

describe.each(routes)('%s %s', (_method, path, endpoint) => {
  const isMachine = path.startsWith('/api/machines')
  const noun = isMachine ? 'Machine' : 'Session'
  const coded = (code: string) => (CODED.includes(path) ? { code } : {})

  it('does not know an unknown id', async () => {
    expect(answerOf(await ask(endpoint, 'no such'))).toEqual({
      status: 404,
      body: { error: `${noun} not found`, ...coded(`${noun.toLowerCase()}_not_found`) },
    })
  })

  it('refuses one of another namespace and changes nothing', async () => {
    const before = dumpTables(scene.hub)
    const answer = await ask(endpoint, isMachine ? 'foreign-machine' : foreignSession)
    expect([answerOf(answer), dumpTables(scene.hub)]).toEqual([
      { status: 403, body: { error: `${noun} access denied`, ...coded('access_denied') } },
      before,
    ])
  })
})

it('no agent or runner of another namespace was asked anything', () => {
  expect([...agent.calls, ...runner.calls]).toEqual([])
})

describe('lists', () => {
  it('hold nothing of another namespace', async () => {
    const machines = (await scene.raw('GET', '/api/machines')).body
    expect([await scene.listed(), machines]).toEqual([[], { machines: [] }])
  })

  it('hold what is in the own one', async () => {
    const { body } = await scene.stranger.raw('GET', '/api/sessions')
    expect(body.sessions.map(({ id }: { id: string }) => id)).toEqual([foreignSession])
  })
})

describe.each(owners)('%s %s, owner only', (_method, _path, endpoint) => {
  it('is refused in every other namespace and changes nothing', async () => {
    const before = [dumpTables(scene.hub), scene.hub.config.settingsFile.read()]
    const answer = answerOf(await ask(endpoint, 'x', scene.stranger))
    expect(answer).toEqual({ status: 403, body: { error: expect.any(String) } })
    expect([dumpTables(scene.hub), scene.hub.config.settingsFile.read()]).toEqual(before)
  })
})

describe('the event stream', () => {
  it.each([
    ['sessionId=none', 404, 'Session not found'],
    ['machineId=none', 404, 'Machine not found'],
    ['all=true&sessionId=none', 404, 'Session not found'],
    ['machineId=foreign-machine', 403, 'Machine access denied'],
  ])('refuses ?%s with %s', async (query, status, error) => {
    expect(await scene.raw('GET', `/api/events?${query}`)).toEqual({ status, body: { error } })
  })

  it('refuses a session of another namespace', async () => {
    expect(await scene.raw('GET', `/api/events?sessionId=${foreignSession}`)).toEqual({
      status: 403,
      body: { error: 'Session access denied' },
    })
  })

  it('carries nothing of another namespace', async () => {
    const events = await scene.events({ all: 'true' })
    await scene.stranger.raw('PATCH', `/api/sessions/${foreignSession}`, { name: 'loud' })
    expect(await scene.settled(events)).toEqual([])
  })
})
