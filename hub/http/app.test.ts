import { gzipSync } from 'node:zlib'
import { SignJWT } from 'jose'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { Jwt } from '../auth/jwt.ts'
import { silentLog } from '../log.ts'
import { closeHttpApps, type HttpAppSetup, JWT_SECRET, json, startHttpApp } from '../testing/http-app.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { createApp } from './app.ts'
import { readJson } from './body.ts'
import { publicRoute, type RouteEntry, rawBytes, rawJson, rawRoute, route } from './route.ts'

const anything = z.unknown()
const bigText = JSON.stringify({ text: 'x'.repeat(200_000) })
const list = endpoint('GET', '/api/things', { response: anything })
const show = endpoint('GET', '/api/things/:id', { response: anything })
const fixed = endpoint('GET', '/api/things/fixed', { response: anything })
const ownerOnly = endpoint('GET', '/api/owner', { response: anything, access: 'owner' })
const open = endpoint('GET', '/health', { response: anything, access: 'public' })
const raw = endpoint('GET', '/api/raw', { response: anything })
const image = endpoint('GET', '/api/image', { response: anything })
const big = endpoint('GET', '/api/big', { response: anything })

const routes = (): RouteEntry[] => [
  route(list, ({ caller }) => ({ caller })),
  route(show, ({ params }) => params),
  route(fixed, () => 'fixed'),
  route(ownerOnly, () => 'owner'),
  publicRoute(open, () => ({ status: 'ok' })),
  route(raw, () =>
    rawJson('{"raw":true}', { gzip: gzipSync('{"raw":"packed"}'), headers: { 'X-Kind': 'raw' } }),
  ),
  route(image, () => rawBytes(Buffer.from([1, 2, 3]), 'image/png', { headers: { ETag: '"a"' } })),
  route(big, () => rawJson(bigText)),
  rawRoute(
    'GET',
    '/api/stream',
    ({ ctx, caller }) => {
      ctx.body = caller.namespace
    },
    { queryToken: true },
  ),
]

const start = (setup: HttpAppSetup = {}) =>
  startHttpApp(routes(), {
    webApp: (ctx) => {
      ctx.body = 'page'
    },
    ...setup,
  })

afterEach(closeHttpApps)

describe('authentication', () => {
  it.each([
    ['no header', {}, 'Missing authorization token'],
    ['another scheme', { authorization: 'Basic abc' }, 'Missing authorization token'],
    ['an empty credential', { authorization: 'Bearer  ' }, 'Missing authorization token'],
    ['a wrong token', { authorization: 'Bearer nonsense' }, 'Invalid token'],
  ])('answers 401 to %s', async (_, headers, error) => {
    const { server } = await start()
    expect(json(await server.send('/api/things', { headers: headers as Record<string, string> }))).toEqual({
      status: 401,
      body: { error },
    })
  })

  it('names a payload that is not {uid, ns}', async () => {
    const { server } = await start()
    const token = await new SignJWT({ uid: 'me' }).setProtectedHeader({ alg: 'HS256' }).sign(JWT_SECRET)
    const answer = await server.send('/api/things', { headers: { authorization: `Bearer ${token}` } })
    expect(json(answer)).toEqual({ status: 401, body: { error: 'Invalid token payload' } })
  })

  it('takes the scheme in any case and hands the caller to the handler', async () => {
    const { server, bearer } = await start()
    const authorization = (await bearer('team')).authorization.replace('Bearer', 'bEARER')
    expect(json(await server.send('/api/things', { headers: { authorization } })).body.caller).toEqual({
      namespace: 'team',
      uid: 1,
    })
  })

  it('takes a query token on the event stream alone, and lets the header win', async () => {
    const { server, bearer } = await start()
    const token = (await bearer('query')).authorization.slice(7)
    const statuses = [
      (await server.send(`/api/stream?token=${token}`)).text,
      (await server.send(`/api/stream?token=${token}`, { headers: await bearer('header') })).text,
      (await server.send(`/api/stream?token=${token}`, { headers: { authorization: 'Bearer bad' } })).status,
      (await server.send(`/api/things?token=${token}`)).status,
    ]
    expect(statuses).toEqual(['query', 'header', 401, 401])
  })

  it('keeps owner routes from other namespaces', async () => {
    const { server, bearer } = await start()
    expect((await server.send('/api/owner', { headers: await bearer() })).status).toBe(200)
    const refused = json(await server.send('/api/owner', { headers: await bearer('team') }))
    expect(refused).toEqual({ status: 403, body: { error: expect.any(String) } })
  })

  it('needs no token outside /api', async () => {
    const { server } = await start()
    expect(json(await server.send('/health'))).toEqual({ status: 200, body: { status: 'ok' } })
  })
})

describe('routing', () => {
  it('answers unknown paths and methods under /api with 401 without a token and a JSON 404 with one', async () => {
    const { server, call } = await start()
    expect((await server.send('/api/nowhere')).status).toBe(401)
    const notFound = { status: 404, body: { error: 'Not found' } }
    expect(json(await call('/api/nowhere'))).toEqual(notFound)
    expect(json(await call('/api'))).toEqual(notFound)
    expect(json(await call('/api/things', { method: 'DELETE' }))).toEqual(notFound)
    expect(json(await call('/api/Things'))).toEqual(notFound)
  })

  it('prefers a fixed path to one with a parameter, whatever the order', async () => {
    const { call } = await start()
    expect(json(await call('/api/things/fixed')).body).toBe('fixed')
  })

  it('answers HEAD as GET without a body, but not on raw routes', async () => {
    const { call } = await start()
    const head = await call('/api/things/x', { method: 'HEAD' })
    expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([200, '10', 0])
    expect((await call('/api/stream', { method: 'HEAD' })).status).toBe(404)
  })

  it('refuses to serve one route twice', () => {
    const twice = [route(show, () => null), route(show, () => null)]
    const jwt = new Jwt({ secret: JWT_SECRET, clock: new ManualClock() })
    const settings = { listenHost: '127.0.0.1', publicUrl: undefined, corsOrigins: [] }
    expect(() =>
      createApp({ routes: twice, jwt, db: { settled: () => undefined }, log: silentLog, settings }),
    ).toThrow('GET /api/things/:id is served twice')
  })

  it('answers 400 to a body the CLI plane could not read', async () => {
    const { server } = await start({
      cli: async (ctx) => {
        ctx.body = await readJson(ctx.req, 1000)
      },
    })
    const answer = await server.send('/cli/x', { method: 'POST', body: '{' })
    expect(json(answer)).toEqual({ status: 400, body: { error: 'Invalid body' } })
  })

  it('leaves /cli to its own middleware and the rest to the web app', async () => {
    const { server } = await start({
      cli: (ctx, next) => {
        if (ctx.path !== '/cli/known') return next()
        ctx.body = { plane: 'cli' }
        return undefined
      },
    })
    expect(json(await server.send('/cli/known')).body).toEqual({ plane: 'cli' })
    expect(json(await server.send('/cli/other'))).toEqual({ status: 404, body: { error: 'Not found' } })
    expect((await server.send('/sessions/1')).text).toBe('page')
  })
})

describe('answers', () => {
  it('sends JSON with its type and length', async () => {
    const { call } = await start()
    const { headers } = await call('/api/things/x')
    expect([headers['content-type'], headers['content-length'], headers['cache-control']]).toEqual([
      'application/json; charset=utf-8',
      '10',
      'no-store',
    ])
  })

  it('compresses JSON of every size when asked, errors too, and says so in Vary', async () => {
    const { call } = await start()
    for (const path of ['/api/things/x', '/api/big', '/api/nowhere']) {
      const plain = await call(path)
      const packed = await call(path, { headers: { 'accept-encoding': 'br, gzip' } })
      expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([
        undefined,
        'gzip',
      ])
      expect(packed.text).toBe(plain.text)
      expect(plain.headers.vary).toContain('Accept-Encoding')
    }
  })

  it('sends bytes compressed beforehand to those who accept them', async () => {
    const { call } = await start()
    expect(json(await call('/api/raw')).body).toEqual({ raw: true })
    const packed = await call('/api/raw', { headers: { 'accept-encoding': 'gzip' } })
    expect([JSON.parse(packed.text), packed.headers['x-kind']]).toEqual([{ raw: 'packed' }, 'raw'])
  })

  it('never compresses what is not JSON, nor anything outside /api', async () => {
    const { call } = await start({
      cli: (ctx) => {
        ctx.body = { plane: 'cli' }
      },
    })
    const headers = { 'accept-encoding': 'gzip' }
    const answers = [
      await call('/api/image', { headers }),
      await call('/cli/x', { headers }),
      await call('/health', { headers }),
    ]
    expect(answers.map((answer) => answer.headers['content-encoding'])).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(answers[0]?.bytes).toEqual(Buffer.from([1, 2, 3]))
    expect(answers[0]?.headers).toMatchObject({ 'content-type': 'image/png', etag: '"a"' })
  })

  it('carries security headers on every answer', async () => {
    const { server } = await start()
    for (const path of ['/health', '/api/things', '/cli/x']) {
      expect((await server.send(path)).headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      })
    }
  })
})

describe('host check', () => {
  const status = async (setup: HttpAppSetup, host: string) => {
    const { server } = await start(setup)
    return (await server.send('/health', { headers: { host } })).status
  }

  it.each(['localhost', 'localhost:3006', '127.0.0.1:9', '[::1]:3006', 'LOCALHOST', 'svc.localhost'])(
    'serves %s while listening on loopback',
    async (host) => expect(await status({}, host)).toBe(200),
  )

  it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '192.168.1.4:3006'])(
    'refuses %s while listening on loopback',
    async (host) => expect(await status({}, host)).toBe(403),
  )

  it('serves the hosts of publicUrl and corsOrigins', async () => {
    const setup = { publicUrl: 'https://hub.example/x', corsOrigins: ['https://app.example', '*'] }
    expect(await status(setup, 'hub.example')).toBe(200)
    expect(await status(setup, 'app.example:8443')).toBe(200)
    expect(await status(setup, 'other.example')).toBe(403)
  })

  it('serves every name while listening for the network', async () => {
    expect(await status({ listenHost: '0.0.0.0' }, 'box.lan:3006')).toBe(200)
  })

  it('answers 403 as JSON, on the CLI plane too', async () => {
    const { server } = await start({
      cli: (ctx) => {
        ctx.body = 'cli'
      },
    })
    const answer = await server.send('/cli/x', { headers: { host: 'evil.example' } })
    expect(json(answer)).toEqual({ status: 403, body: { error: expect.any(String) } })
  })
})

describe('cross-origin requests', () => {
  const preflight = {
    method: 'OPTIONS',
    headers: { origin: 'https://hub.example', 'access-control-request-method': 'POST' },
  }

  it('allows the origin of publicUrl by default', async () => {
    const { server } = await start({ publicUrl: 'https://hub.example/' })
    const answer = await server.send('/api/things', preflight)
    expect([answer.status, answer.bytes.length]).toEqual([204, 0])
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'https://hub.example',
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers': 'authorization, content-type, last-event-id',
    })
  })

  it('lets pages of an allowed origin read answers, refusals included', async () => {
    const { server } = await start({ corsOrigins: ['https://hub.example'] })
    const answer = await server.send('/api/things', { headers: { origin: 'https://hub.example' } })
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([
      401,
      'https://hub.example',
    ])
    expect(answer.headers.vary).toContain('Origin')
  })

  it('gives other origins no permission', async () => {
    const { server } = await start({ corsOrigins: ['https://app.example'], publicUrl: 'https://hub.example' })
    const answers = [
      await server.send('/api/things', preflight),
      await server.send('/health', { headers: preflight.headers }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([204, 200])
    for (const { headers } of answers) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })

  it('allows every origin with *', async () => {
    const { server } = await start({ corsOrigins: ['*'] })
    const { headers } = await server.send('/cli/x', { headers: { origin: 'https://any.example' } })
    expect(headers['access-control-allow-origin']).toBe('*')
  })
})
