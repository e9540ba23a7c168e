import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENDPOINTS, pathOf } from '../testing/declared-endpoints.ts'
import { dumpTables } from '../testing/dump-tables.ts'
import { FOREIGN, HubScene, type SceneSocket } from '../testing/hub-scene.ts'

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

/** What every endpoint would take, so that only the namespace can be what is wrong. */
const BODY = {
  name: 'n',
  displayName: 'n',
  text: 't',
  localId: 'l',
  localIds: ['x'],
  messageLocalId: 'x',
  directory: '/w',
  path: '/',
  paths: ['/'],
  filename: 'f',
  content: '',
  mimeType: 'text/plain',
}
const BODIES: Record<string, object> = { '/api/sessions/:id/pin': { mode: 'global' } }
const QUERY = '?path=a&cwd=%2Fw'
/** The routes whose 404 and 403 carry a code (ruling 25). */
const CODED = ['/api/sessions/:id/resume', '/api/sessions/:id/reopen', '/api/machines/:id/restart-runner']
const routes = ENDPOINTS.filter(({ path }) => path.includes('/:id')).map(
  (endpoint) => [endpoint.method, endpoint.path, endpoint] as const,
)

const ask = ({ method, path }: (typeof ENDPOINTS)[number], id: string) =>
  method === 'GET'
    ? scene.raw(method, pathOf({ path }, id) + QUERY)
    : scene.raw(method, pathOf({ path }, id), method === 'DELETE' ? undefined : (BODIES[path] ?? BODY))

describe.each(routes)('%s %s', (_method, path, endpoint) => {
  const isMachine = path.startsWith('/api/machines')
  const noun = isMachine ? 'Machine' : 'Session'
  const coded = (code: string) => (CODED.includes(path) ? { code } : {})

  it('does not know an unknown id', async () => {
    expect(await ask(endpoint, 'no such')).toEqual({
      status: 404,
      body: { error: `${noun} not found`, ...coded(`${noun.toLowerCase()}_not_found`) },
    })
  })

  it('refuses one of another namespace and changes nothing', async () => {
    const before = dumpTables(scene.hub)
    const answer = await ask(endpoint, isMachine ? 'foreign-machine' : foreignSession)
    expect([answer, dumpTables(scene.hub)]).toEqual([
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

describe('owner-only surfaces', () => {
  it('GET /api/usage/summary is for the default namespace alone', async () => {
    const [owner, other] = [
      await scene.raw('GET', '/api/usage/summary?range=7d&timeZone=UTC'),
      await scene.stranger.raw('GET', '/api/usage/summary?range=7d&timeZone=UTC'),
    ]
    expect([owner.status, other.status, Object.keys(other.body)]).toEqual([200, 403, ['error']])
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
