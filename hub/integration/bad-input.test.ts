import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { ENDPOINTS, pathOf } from '../testing/declared-endpoints.ts'
import { dumpTables } from '../testing/dump-tables.ts'
import { HubScene, type SceneAgent } from '../testing/hub-scene.ts'
import { TEST_TOKEN } from '../testing/test-hub.ts'

const SECRET_TEXT = 'the words of a prompt nobody may log'
const TOO_LARGE = { status: 413, body: { error: expect.any(String), limit: expect.any(Number) } }

let scene: HubScene
let agent: SceneAgent
beforeAll(async () => {
  scene = await HubScene.open()
  agent = await scene.session({ agentState: { requests: { x: { tool: 'Bash', arguments: {} } } } })
  for (const method of ['permission', 'abort', 'switch']) await agent.serve(method, () => null)
  const runner = await scene.runner()
  for (const method of ['spawn-happy-session', 'list-directory', 'path-exists']) {
    await runner.serve(method, () => ({ success: false, error: SECRET_TEXT }))
  }
  await scene.raw('POST', `/api/sessions/${agent.id}/messages`, { text: SECRET_TEXT, localId: 'x' })
})
afterAll(() => scene.close())

const withBody = ENDPOINTS.filter(({ body, access }) => body !== undefined && access !== 'public')
const strict = withBody.filter(({ bodyOptional }) => !bodyOptional)
const named = (endpoints: readonly Endpoint[]) =>
  endpoints.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const)

const idFor = ({ path }: Endpoint) => (path.startsWith('/api/machines') ? 'm' : agent.id)
const send = (endpoint: Endpoint, body: string, headers?: Record<string, string>) =>
  scene.raw(endpoint.method, pathOf(endpoint, idFor(endpoint)), body, headers)

/** The answer, and that the database is as it was. */
async function refused(ask: () => Promise<object>) {
  const before = dumpTables(scene.hub)
  const answer = await ask()
  expect(dumpTables(scene.hub)).toEqual(before)
  return answer
}

describe.each(named(strict))('%s %s', (_method, _path, endpoint) => {
  const invalid = { status: 400, body: expect.objectContaining({ error: endpoint.invalidBody }) }

  it.each<[string, string]>([
    ['nothing', ''],
    ['blanks', '  \n'],
    ['half an object', '{"text": "x"'],
    ['two values', '{} {}'],
    ['no JSON', '<xml/>'],
    ['a comment', '{} // x'],
    ['NaN', 'NaN'],
    ['an array', '[]'],
    ['null', 'null'],
    ['text', '"text"'],
    ['a number', '1'],
    ['true', 'true'],
    ['a form', 'text=x&localId=y'],
    ['deep nesting', '['.repeat(50_000)],
    ['deep nesting that is closed', '['.repeat(30_000) + ']'.repeat(30_000)],
  ])('refuses %s', async (_, body) => {
    expect(await refused(() => send(endpoint, body))).toEqual(invalid)
  })

  it('refuses text that is not UTF-8', async () => {
    const answer = await refused(() => raw(endpoint, Buffer.from([0x22, 0xff, 0xfe, 0x22])))
    expect(answer).toEqual(invalid)
  })
})

describe.each(named(withBody.filter(({ bodyLimitBytes }) => bodyLimitBytes <= 2 ** 20)))(
  '%s %s',
  (_method, _path, endpoint) => {
    const body = Buffer.alloc(endpoint.bodyLimitBytes + 1, ' ')

    it('is too large by its Content-Length, before it is read', async () => {
      const announced = { 'content-length': String(10 * body.length) }
      expect(await refused(() => raw(endpoint, body.subarray(0, 10), announced))).toEqual(TOO_LARGE)
    })

    it('is too large when it comes in chunks', async () => {
      expect(await refused(() => raw(endpoint, body, { 'transfer-encoding': 'chunked' }))).toEqual(TOO_LARGE)
    })
  },
)

it('a send over its limit is too large', async () => {
  const endpoint = strict.find(({ path }) => path === '/api/sessions/:id/messages') as Endpoint
  const announced = { 'content-length': String(endpoint.bodyLimitBytes + 1) }
  expect(await refused(() => raw(endpoint, Buffer.from('{'), announced))).toEqual(TOO_LARGE)
})

it('a body that breaks off is forgotten', async () => {
  const before = dumpTables(scene.hub)
  const { hostname, port } = new URL(scene.hub.origin)
  const outgoing = request({
    hostname,
    port,
    method: 'POST',
    path: `/api/sessions/${agent.id}/messages`,
    headers: { authorization: `Bearer ${scene.api.jwt}`, 'content-length': '1000' },
  })
  const failed = new Promise((resolve) => outgoing.once('error', resolve))
  outgoing.write('{"text":"x","localId":"broken"', () => outgoing.destroy())
  outgoing.destroy()
  await failed.catch(() => {})
  await scene.raw('GET', '/health')
  expect(dumpTables(scene.hub)).toEqual(before)
})

describe('paths', () => {
  it.each([
    ['GET', '/api/nothing', 404],
    ['GET', '/api', 404],
    ['GET', '/api/', 404],
    ['GET', '/api/sessions/', 404],
    ['GET', '/api/sessions//messages', 404],
    ['POST', '/api/sessions', 404],
    ['DELETE', '/api/sessions', 404],
    ['GET', '/api/sessions/%E0%A4%A', 400],
    ['GET', '/api/sessions/%00', 404],
    ['GET', '/api/sessions/__proto__', 404],
    ['GET', '/api/sessions/constructor/messages', 404],
    ['DELETE', '/api/sessions/%zz/messages/x', 400],
    ['PROPFIND', '/api/sessions', 404],
  ])('%s %s is answered %i in JSON', async (method, path, status) => {
    expect(await refused(() => scene.raw(method, path))).toEqual({
      status,
      body: { error: expect.any(String) },
    })
  })

  it('a very long id is answered', async () => {
    expect((await scene.raw('GET', `/api/sessions/${'x'.repeat(10_000)}`)).status).toBe(404)
  })
})

describe('the agent plane over HTTP', () => {
  const cli = async (method: string, path: string, body?: string, token = TEST_TOKEN) => {
    const answer = await fetch(scene.hub.origin + path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body }),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

  it.each([
    '',
    '{',
    '[]',
    'null',
    '{"tag":1,"metadata":{}}',
    '{"tag":"","metadata":{}}',
    '{"tag":"t","id":"no uuid","metadata":{}}',
    '{"tag":"t","metadata":{},"model":1}',
    '{"tag":"t","metadata":{},"machine":{"metadata":{}}}',
  ])('POST /cli/sessions refuses %j', async (body) => {
    expect(await refused(() => cli('POST', '/cli/sessions', body))).toEqual({
      status: 400,
      body: { error: 'Invalid body' },
    })
  })

  it.each([
    ['/cli/sessions', (value: string) => `{"tag":"deep","metadata":${value}}`],
    ['/cli/sessions', (value: string) => `{"tag":"deep","metadata":{},"agentState":${value}}`],
    ['/cli/machines', (value: string) => `{"id":"deep","metadata":${value}}`],
  ])('POST %s refuses what is nested too deeply', async (path, body) => {
    const answer = await refused(() => cli('POST', path, body(deep(20_000))))
    expect(answer).toEqual({ status: 400, body: { error: 'Invalid body' } })
  })

  it('is closed to a JWT', async () => {
    expect(await cli('GET', `/cli/sessions/${agent.id}`, undefined, scene.api.jwt)).toEqual({
      status: 401,
      body: { error: 'Invalid token' },
    })
  })

  it.each(['', '?afterSeq=x', '?afterSeq=-1', '?afterSeq=1&limit=0', '?afterSeq=1&limit=201'])(
    'the backfill refuses %j',
    async (query) => {
      expect((await cli('GET', `/cli/sessions/${agent.id}/messages${query}`)).status).toBe(400)
    },
  )
})

/** A request whose body is sent byte for byte, with or without its length. */
function raw({ method, path }: Endpoint, body: Buffer, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(scene.hub.origin)
  // Node writes no length of its own for the body of a DELETE.
  const length = 'transfer-encoding' in headers ? {} : { 'content-length': String(body.length) }
  return new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    const outgoing = request(
      {
        hostname,
        port,
        method,
        path: pathOf({ path }, path.startsWith('/api/machines') ? 'm' : agent.id),
        headers: { authorization: `Bearer ${scene.api.jwt}`, ...length, ...headers },
      },
      async (incoming) => {
        const chunks: Buffer[] = []
        for await (const chunk of incoming) chunks.push(chunk)
        outgoing.destroy()
        resolve({ status: incoming.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) })
      },
    )
    outgoing.on('error', reject)
    if (headers['content-length'] === undefined) outgoing.end(body)
    else outgoing.write(body)
  })
}

describe('afterwards', () => {
  it('the hub is well', async () => {
    expect((await scene.raw('GET', '/health')).body.status).toBe('ok')
  })

  it('nothing of it counted as a failure of the hub', () => {
    expect(scene.log.lines.filter(({ level }) => level === 'error')).toEqual([])
  })

  it('the log holds no token, no JWT and no words', () => {
    const secrets = [TEST_TOKEN, scene.api.jwt ?? '', scene.stranger.jwt ?? '', SECRET_TEXT]
    expect(secrets.filter((secret) => scene.log.text.includes(secret))).toEqual([])
  })
})
