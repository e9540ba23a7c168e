import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HubScene } from '../testing/hub-scene.ts'
import { TEST_TOKEN, TestHub } from '../testing/test-hub.ts'

const FOUR_HOURS_MS = 4 * 60 * 60 * 1000
const MISSING = { error: 'Missing authorization token' }
const INVALID = { error: 'Invalid token' }
const PAYLOAD = { error: 'Invalid token payload' }

let scene: HubScene
beforeAll(async () => {
  scene = await HubScene.open()
})
afterAll(() => scene.close())

async function ask(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(scene.hub.origin + path, { headers })
  return { status: answer.status, body: await answer.json() }
}

const exchange = async (body: unknown) => {
  const answer = await fetch(`${scene.hub.origin}/api/auth`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  return { status: answer.status, body: (await answer.json()) as any }
}

function forge(payload: object, { secret = scene.hub.config.secrets.jwtSecret, alg = 'HS256' } = {}) {
  const issuedAt = Math.floor(scene.now / 1000)
  return new SignJWT({ iat: issuedAt, exp: issuedAt + 60, ...payload })
    .setProtectedHeader({ alg })
    .sign(secret)
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

describe('GET /health', () => {
  it('needs no token and names the protocol', async () => {
    expect(await ask('/health')).toEqual({
      status: 200,
      body: { status: 'ok', protocolVersion: 1, capabilities: { titleSuggestion: false } },
    })
  })
})

it('an idle connection is kept for longer than tunnels and proxies reuse theirs', async () => {
  const { headers } = await fetch(`${scene.hub.origin}/health`)
  const [, seconds] = /^timeout=(\d+)$/.exec(headers.get('keep-alive') ?? '') ?? []
  expect(Number(seconds)).toBeGreaterThan(90)
})

describe('POST /api/auth', () => {
  it('exchanges the access token for a JWT of its namespace', async () => {
    const { status, body } = await exchange({ accessToken: TEST_TOKEN })
    const [header, payload] = (body.token as string)
      .split('.')
      .slice(0, 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
    const issuedAt = Math.floor(scene.now / 1000)
    expect([status, body.user, header.alg, payload]).toEqual([
      200,
      { id: scene.hub.config.secrets.ownerId, firstName: 'Web User' },
      'HS256',
      { uid: scene.hub.config.secrets.ownerId, ns: 'default', iat: issuedAt, exp: issuedAt + 4 * 60 * 60 },
    ])
  })

  it.each([
    ['a namespace', `${TEST_TOKEN}:team`, 'team'],
    ['blanks around it', ` ${TEST_TOKEN}:team\n`, 'team'],
  ])('reads %s', async (_, accessToken, ns) => {
    const { body } = await exchange({ accessToken })
    expect(JSON.parse(Buffer.from(body.token.split('.')[1], 'base64url').toString()).ns).toBe(ns)
  })

  it.each([
    ['no body', ''],
    ['broken JSON', '{"accessToken":'],
    ['an array', []],
    ['null', 'null'],
    ['no token', {}],
    ['an empty token', { accessToken: '' }],
    ['a number', { accessToken: 1 }],
  ])('answers 400 to %s', async (_, body) => {
    expect(await exchange(body)).toEqual({ status: 400, body: { error: 'Invalid body' } })
  })

  it.each([
    ['another token', `${TEST_TOKEN}x`],
    ['a part of it', TEST_TOKEN.slice(0, -1)],
    ['an empty namespace', `${TEST_TOKEN}:`],
    ['an empty base', ':default'],
    ['a blank inside', `${TEST_TOKEN}: team`],
    ['two colons', `${TEST_TOKEN}:a:b`],
    ['blanks alone', '   '],
    ['lower case', TEST_TOKEN.toLowerCase()],
  ])('answers 401 to %s', async (_, accessToken) => {
    expect(await exchange({ accessToken })).toEqual({
      status: 401,
      body: { error: 'Invalid access token' },
    })
  })
})

describe('a request without a good JWT', () => {
  it.each<[string, () => Promise<Record<string, string>>, object]>([
    ['no header', async () => ({}), MISSING],
    ['an empty header', async () => ({ authorization: '' }), MISSING],
    ['another scheme', async () => ({ authorization: `Basic ${scene.api.jwt}` }), MISSING],
    ['no credential', async () => ({ authorization: 'Bearer ' }), MISSING],
    ['no JWT', async () => ({ authorization: 'Bearer x' }), INVALID],
    ['the access token itself', async () => ({ authorization: `Bearer ${TEST_TOKEN}` }), INVALID],
    [
      'another secret',
      async () => ({
        authorization: `Bearer ${await forge({ uid: 1, ns: 'default' }, { secret: Buffer.alloc(32, 1) })}`,
      }),
      INVALID,
    ],
    [
      'another algorithm',
      async () => ({
        authorization: `Bearer ${await forge(
          { uid: 1, ns: 'default' },
          { alg: 'HS512', secret: Buffer.concat([scene.hub.config.secrets.jwtSecret, Buffer.alloc(32)]) },
        )}`,
      }),
      INVALID,
    ],
    [
      'no signature',
      async () => ({
        authorization: `Bearer ${encode({ alg: 'none' })}.${encode({ uid: 1, ns: 'default' })}.`,
      }),
      INVALID,
    ],
    [
      'a changed payload',
      async () => {
        const [head, , signature] = (scene.stranger.jwt as string).split('.')
        const payload = encode({ uid: 1, ns: 'default', exp: Math.floor(scene.now / 1000) + 60 })
        return { authorization: `Bearer ${head}.${payload}.${signature}` }
      },
      INVALID,
    ],
    [
      'an expiry in the past',
      async () => ({
        authorization: `Bearer ${await forge({ uid: 1, ns: 'default', exp: Math.floor(scene.now / 1000) - 1 })}`,
      }),
      INVALID,
    ],
    ['no namespace', async () => ({ authorization: `Bearer ${await forge({ uid: 1 })}` }), PAYLOAD],
    [
      'an empty namespace',
      async () => ({ authorization: `Bearer ${await forge({ uid: 1, ns: '' })}` }),
      PAYLOAD,
    ],
    ['uid as text', async () => ({ authorization: `Bearer ${await forge({ uid: '1', ns: 'a' })}` }), PAYLOAD],
  ])('is answered 401 for %s', async (_, headers, body) => {
    expect(await ask('/api/sessions', await headers())).toEqual({ status: 401, body })
  })

  it.each([
    ['GET', '/api/sessions'],
    ['GET', '/api/sessions/x'],
    ['POST', '/api/sessions/x/messages'],
    ['DELETE', '/api/sessions/x/messages/y'],
    ['POST', '/api/sessions/x/permissions/y/approve'],
    ['GET', '/api/machines'],
    ['POST', '/api/machines/x/spawn'],
    ['POST', '/api/visibility'],
    ['GET', '/api/usage/summary'],
    ['GET', '/api/events'],
    ['GET', '/api/no-such-route'],
  ])('is refused on %s %s before anything else', async (method, path) => {
    const answer = await fetch(scene.hub.origin + path, { method, ...(method === 'POST' && { body: '{' }) })
    expect([answer.status, await answer.json()]).toEqual([401, MISSING])
  })

  it('is not helped by a token in the query, except on the event stream', async () => {
    expect(await ask(`/api/sessions?token=${scene.api.jwt}`)).toEqual({ status: 401, body: MISSING })
  })

  it('gets the event stream with a token in the query', async () => {
    const stop = new AbortController()
    const answer = await fetch(`${scene.hub.origin}/api/events?all=true&token=${scene.api.jwt}`, {
      signal: stop.signal,
    })
    stop.abort()
    expect(answer.status).toBe(200)
  })

  it('is refused on the event stream when the header is bad and the query good', async () => {
    const headers = { authorization: 'Bearer bad' }
    expect(await ask(`/api/events?token=${scene.api.jwt}`, headers)).toEqual({ status: 401, body: INVALID })
  })
})

it('a JWT is good for four hours to the second', async () => {
  const hub = await TestHub.start()
  const api = await hub.client()
  hub.clock.advance(FOUR_HOURS_MS - 1000)
  const before = await api.raw('GET', '/api/sessions')
  hub.clock.advance(1000)
  const after = await api.raw('GET', '/api/sessions')
  await hub.close()
  expect([before.status, after.status, after.body]).toEqual([200, 401, INVALID])
})

it('a JWT outlives a restart of the hub', async () => {
  const hub = await TestHub.start()
  const { jwt } = await hub.client()
  await hub.restart()
  const answer = await fetch(`${hub.origin}/api/sessions`, { headers: { authorization: `Bearer ${jwt}` } })
  await hub.close()
  expect(answer.status).toBe(200)
})
