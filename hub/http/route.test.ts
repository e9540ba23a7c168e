import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { QueryInteger } from '../../contract/wire.ts'
import { AgentFailed, AgentUnreachable, HubError, sessionInactive } from '../errors.ts'
import { closeHttpApps, type HttpAppSetup, json, startHttpApp } from '../testing/http-app.ts'
import type { HttpInput } from '../testing/raw-http.ts'
import { type RouteEntry, route, rpcCatalog, rpcEnvelope, rpcOrConflict } from './route.ts'

const anything = z.unknown()

const list = endpoint('GET', '/api/things', {
  query: z.object({ limit: QueryInteger.optional() }),
  response: anything,
})
const show = endpoint('GET', '/api/things/:id', { response: anything })
const showPart = endpoint('GET', '/api/things/:id/parts/:partId', { response: anything })
const body = z.object({ name: z.string() })
const create = endpoint('POST', '/api/things', { body, response: anything, bodyLimitBytes: 1000 })
const createListed = endpoint('POST', '/api/listed', { body, response: anything, issues: 'list' })
const createPlain = endpoint('POST', '/api/plain', {
  body,
  response: anything,
  issues: 'none',
  invalidBody: 'Invalid body: name is required',
})
const optional = endpoint('POST', '/api/optional', {
  body: z.object({ mode: z.string().optional() }),
  response: anything,
  bodyOptional: true,
})
const fail = endpoint('GET', '/api/fail/:how', { response: anything })

const failures: Record<string, () => unknown> = {
  inactive: () => {
    throw sessionInactive()
  },
  detailed: () => {
    throw new HubError(413, 'Too large', { details: { count: 5, limit: 4 } })
  },
  bug: () => {
    throw new Error('secret inner detail')
  },
  unreachable: () => rpcEnvelope(Promise.reject(new AgentUnreachable('away'))),
  failed: () => rpcEnvelope(Promise.reject(new AgentFailed('no'))),
  catalog: () => rpcCatalog(Promise.reject(new AgentUnreachable('away'))),
  'catalog-failed': () => rpcCatalog(Promise.reject(new AgentFailed('no'))),
  config: () => rpcOrConflict(Promise.reject(new AgentUnreachable('away'))),
  escaped: () => Promise.reject(new AgentUnreachable('away')),
}

const routes = (): RouteEntry[] => [
  route(list, ({ query }) => ({ query })),
  route(show, ({ params }) => params),
  route(showPart, ({ params }) => params),
  route(create, ({ body: { name }, ctx }) => {
    ctx.status = 201
    return { name }
  }),
  route(createListed, () => null),
  route(createPlain, () => null),
  route(optional, ({ body: value }) => value),
  route(fail, ({ params }) => failures[params.how]?.()),
]

const start = (setup: HttpAppSetup = {}) => startHttpApp(routes(), setup)

afterEach(closeHttpApps)

describe('path parameters', () => {
  it('decodes parameters, an encoded slash included, and refuses broken encoding', async () => {
    const { call } = await start()
    expect(json(await call('/api/things/a%2Fb%20c')).body).toEqual({ id: 'a/b c' })
    expect(json(await call('/api/things/a%25/parts/%C3%A9')).body).toEqual({ id: 'a%', partId: 'é' })
    expect(json(await call('/api/things/%E0%A4%A'))).toEqual({ status: 400, body: { error: 'Invalid path' } })
  })

  it('does not match an empty parameter', async () => {
    const { call } = await start()
    expect((await call('/api/things/')).status).toBe(404)
    expect((await call('/api/things//parts/x')).status).toBe(404)
  })
})

describe('request bodies', () => {
  const post = (path: string, content: string | Buffer, headers = {}): [string, HttpInput] => [
    path,
    { method: 'POST', body: content, headers },
  ]

  it('parses JSON whatever its content type says, and lets the handler choose the status', async () => {
    const { call } = await start()
    const answer = await call(...post('/api/things', '{"name":"é"}', { 'content-type': 'text/plain' }))
    expect(json(answer)).toEqual({ status: 201, body: { name: 'é' } })
  })

  it.each([
    ['malformed JSON', '{"name":', 'The body is not JSON'],
    ['no body', '', 'The body is not JSON'],
    ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'The body is not UTF-8 text'],
  ])('answers 400 to %s', async (_, content, message) => {
    const { call } = await start()
    expect(json(await call(...post('/api/things', content)))).toEqual({
      status: 400,
      body: { error: 'Invalid body', issues: { formErrors: [message], fieldErrors: {} } },
    })
  })

  it('lists what was wrong in the shape the endpoint declares', async () => {
    const { call } = await start()
    const flat = json(await call(...post('/api/things', '{}')))
    expect(flat).toEqual({
      status: 400,
      body: {
        error: 'Invalid body',
        issues: { formErrors: [], fieldErrors: { name: [expect.any(String)] } },
      },
    })
    const listed = json(await call(...post('/api/listed', '{}')))
    expect(listed.body.issues).toEqual([expect.objectContaining({ code: 'invalid_type', path: ['name'] })])
    const plain = json(await call(...post('/api/plain', '{}')))
    expect(plain).toEqual({ status: 400, body: { error: 'Invalid body: name is required' } })
  })

  it('takes a missing or unreadable optional body as {}, but not a wrong one', async () => {
    const { call } = await start()
    expect(json(await call(...post('/api/optional', '')))).toEqual({ status: 200, body: {} })
    expect(json(await call(...post('/api/optional', '{')))).toEqual({ status: 200, body: {} })
    expect((await call(...post('/api/optional', '{"mode":1}'))).status).toBe(400)
  })

  it.each([
    ['with a declared length', {}],
    ['in chunks', { 'transfer-encoding': 'chunked' }],
  ])('answers 413 to a body over the limit %s', async (_, headers) => {
    const { call } = await start()
    const content = JSON.stringify({ name: 'x'.repeat(2000) })
    expect(json(await call(...post('/api/things', content, headers)))).toEqual({
      status: 413,
      body: { error: 'The request body is too large', limit: 1000 },
    })
  })

  it('hangs up on a sender that never stops', async () => {
    const { server, bearer } = await start()
    const { authorization } = await bearer()
    const socket = connect(server.port, '127.0.0.1')
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x100000, 'x'), Buffer.from('\r\n')])
    let answer = ''
    let sentBytes = 0
    socket.on('data', (data: Buffer) => {
      answer += data.toString()
    })
    // The hub's reset may reach us while we write; that it hangs up is what we wait for.
    socket.on('error', () => {})
    // After a failed write the socket is not yet destroyed, and each further one fails at once.
    const pump = (error?: Error | null) => {
      if (error) return
      sentBytes += chunk.length
      socket.write(chunk, pump)
    }
    socket.write(
      `POST /api/things HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization}\r\ntransfer-encoding: chunked\r\n\r\n`,
      pump,
    )
    await new Promise((resolve) => socket.once('close', resolve))
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(sentBytes).toBeLessThan(100 * 1024 * 1024)
  })

  it('answers 400 to a query that fails validation', async () => {
    const { call } = await start()
    expect(json(await call('/api/things?limit=x'))).toEqual({
      status: 400,
      body: {
        error: 'Invalid query',
        issues: { formErrors: [], fieldErrors: { limit: [expect.any(String)] } },
      },
    })
    expect((await call('/api/things?limit=1&limit=2')).status).toBe(400)
    expect(json(await call('/api/things?limit=7')).body.query).toEqual({ limit: 7 })
  })
})

describe('errors', () => {
  it.each([
    ['inactive', 409, { error: 'Session is inactive', code: 'session_inactive' }],
    ['detailed', 413, { error: 'Too large', count: 5, limit: 4 }],
    ['unreachable', 200, { success: false, error: 'away' }],
    ['failed', 200, { success: false, error: 'no' }],
    ['catalog', 503, { error: 'away', code: 'rpc_target_missing' }],
    ['catalog-failed', 200, { success: false, error: 'no' }],
    ['config', 409, { error: 'away' }],
    ['escaped', 503, { error: 'away', code: 'rpc_target_missing' }],
  ])('answers %s as the spec says', async (how, status, expected) => {
    const { call } = await start()
    expect(json(await call(`/api/fail/${how}`))).toEqual({ status, body: expected })
  })

  it('logs what nobody expected and answers a bare 500', async () => {
    const logged: unknown[] = []
    const { call } = await start({ onError: (_, fields) => logged.push(fields?.error) })
    expect(json(await call('/api/fail/bug'))).toEqual({
      status: 500,
      body: { error: 'Internal server error' },
    })
    expect(logged).toEqual([new Error('secret inner detail')])
  })

  it('does not log what it expected', async () => {
    const logged: string[] = []
    const { call } = await start({ onError: (message) => logged.push(message) })
    await call('/api/fail/inactive')
    expect(logged).toEqual([])
  })
})

describe('durability', () => {
  it('answers only after the commit, and 500 when that failed', async () => {
    const order: string[] = []
    let commit = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const { call } = await start({
      settled: () => {
        asked.resolve()
        return commit.promise
      },
    })
    const answer = call('/api/things/x').then((result) => {
      order.push('answered')
      return result
    })
    await asked.promise
    order.push('committed')
    commit.resolve()
    expect((await answer).status).toBe(200)
    expect(order).toEqual(['committed', 'answered'])

    commit = Promise.withResolvers<void>()
    commit.promise.catch(() => {})
    commit.reject(new Error('disk full'))
    expect((await call('/api/things/x')).status).toBe(500)
  })
})
