import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BASE_TOKEN, failCommit } from '../testing/agent-plane.ts'
import { CliHttp } from '../testing/cli-http.ts'

let cli: CliHttp
let calls: unknown[][]

beforeEach(async () => {
  cli = await CliHttp.start()
  calls = cli.calls
})
afterEach(() => cli.close())

/** Status and body of an answer, which is what most rules are about. */
async function answer(...args: Parameters<CliHttp['request']>) {
  const { status, body } = await cli.request(...args)
  return [status, body]
}

describe('authentication', () => {
  it.each([
    ['', 'Missing Authorization header'],
    ['Basic abc', 'Invalid Authorization header'],
    ['Bearer', 'Invalid Authorization header'],
    [BASE_TOKEN, 'Invalid Authorization header'],
    ['Bearer guess', 'Invalid token'],
    [`Bearer ${BASE_TOKEN}:`, 'Invalid token'],
    [`Bearer ${BASE_TOKEN}: x`, 'Invalid token'],
  ])('answers %j with %j', async (authorization, error) => {
    const { status, body, headers } = await cli.request('GET', '/sessions/s1', undefined, authorization)
    expect([status, body]).toEqual([401, { error }])
    expect(headers.get('x-hapi-protocol-version')).toBe('1')
  })

  it('takes the scheme in any case, and the namespace from the token', async () => {
    expect(
      await answer('POST', '/sessions', { tag: 't', metadata: {} }, `bEARER ${BASE_TOKEN}:team`),
    ).toMatchObject([200, {}])
    expect(calls).toEqual([['sessions.createOrLoad', 'team', { tag: 't', metadata: {} }]])
  })

  it('is asked for before a path turns out to be unknown', async () => {
    expect(await answer('GET', '/nothing', undefined, '')).toEqual([
      401,
      { error: 'Missing Authorization header' },
    ])
    const { status, body, headers } = await cli.request('GET', '/nothing')
    expect([status, body, headers.get('x-hapi-protocol-version')]).toEqual([404, { error: 'Not found' }, '1'])
  })
})

it.each([
  ['GET', '/sessions/s1', 200],
  ['GET', '/sessions/unknown', 404],
  ['POST', '/sessions', 400],
])('%s %s says its protocol version and is not compressed', async (method, path, status) => {
  const { headers, ...rest } = await cli.request(method, path)
  expect([rest.status, headers.get('x-hapi-protocol-version'), headers.get('content-encoding')]).toEqual([
    status,
    '1',
    null,
  ])
})

describe('POST /cli/sessions', () => {
  const body = { tag: 't', metadata: { path: '/a' }, agentState: {}, model: 'big', someday: true }

  it('creates or loads the session and says whether status lines are wanted', async () => {
    expect(await answer('POST', '/sessions', body)).toEqual([
      200,
      { session: { from: 'sessions.createOrLoad' }, sessionSummaryContract: true },
    ])
    expect(calls).toEqual([['sessions.createOrLoad', 'default', body]])
  })

  it('upserts the machine first', async () => {
    const machine = { id: 'm1', metadata: { host: 'h' }, runnerState: null }
    expect(await answer('POST', '/sessions', { ...body, machine })).toMatchObject([200, {}])
    expect(calls.map(([name]) => name)).toEqual(['machines.upsert', 'sessions.createOrLoad'])
    expect(calls[0]).toEqual(['machines.upsert', 'default', machine])
  })

  it('creates nothing when the machine belongs to another namespace', async () => {
    expect(await answer('POST', '/sessions', { ...body, machine: { id: 'foreign', metadata: {} } })).toEqual([
      403,
      { error: 'Machine access denied' },
    ])
    expect(calls).toEqual([])
  })

  it.each([
    ['nothing', undefined],
    ['broken JSON', '{"tag":'],
    ['an array', []],
    ['an empty tag', { tag: '', metadata: {} }],
    ['an id that is no UUID', { tag: 't', metadata: {}, id: 's1' }],
    ['a model that is no text', { tag: 't', metadata: {}, model: {} }],
    ['a machine without id', { tag: 't', metadata: {}, machine: { metadata: {} } }],
  ])('refuses %s', async (_name, sent) => {
    expect(await answer('POST', '/sessions', sent)).toEqual([400, { error: 'Invalid body' }])
    expect(calls).toEqual([])
  })

  it('takes 16 MiB and no more', async () => {
    const metadata = { filler: 'a'.repeat(16 * 1024 * 1024 - 100) }
    expect(await answer('POST', '/sessions', { tag: 't', metadata })).toMatchObject([200, {}])
    metadata.filler += 'a'.repeat(200)
    expect((await cli.request('POST', '/sessions', { tag: 't', metadata })).status).toBe(413)
  })

  it('answers only what is stored: a failed commit is a 500', async () => {
    cli.duringCreate = () => cli.db.write(() => failCommit(cli.db))
    expect(await answer('POST', '/sessions', body)).toEqual([500, { error: 'Internal server error' }])
  })
})

describe('a session', () => {
  it('is read under exactly its id', async () => {
    expect(await answer('GET', '/sessions/s1')).toEqual([
      200,
      { session: { id: 's1' }, sessionSummaryContract: true },
    ])
    expect(calls).toEqual([['sessions.require', 's1', { exact: true }]])
  })

  it.each([
    ['/sessions/foreign', 403, 'Session access denied'],
    ['/sessions/unknown', 404, 'Session not found'],
    ['/sessions/foreign/messages?afterSeq=x', 403, 'Session access denied'],
    ['/sessions/unknown/messages', 404, 'Session not found'],
    ['/machines/foreign', 403, 'Machine access denied'],
    ['/machines/unknown', 404, 'Machine not found'],
  ])('%s is %i %s', async (path, status, error) => {
    expect(await answer('GET', path)).toEqual([status, { error }])
  })
})

describe('the backfill', () => {
  it.each([
    ['afterSeq=7', 7, 200],
    ['afterSeq=0&limit=1', 0, 1],
    ['afterSeq=0&limit=200', 0, 200],
  ])('reads %s', async (query, afterSeq, limit) => {
    expect(await answer('GET', `/sessions/s1/messages?${query}`)).toEqual([
      200,
      { messages: [{ from: 'messages.backfill' }] },
    ])
    expect(calls.at(-1)).toEqual(['messages.backfill', 's1', afterSeq, limit])
  })

  it.each([
    '',
    'afterSeq=',
    'afterSeq=-1',
    'afterSeq=1.5',
    'afterSeq=x',
    'afterSeq=1&afterSeq=2',
    'afterSeq=1&limit=0',
    'afterSeq=1&limit=201',
    'afterSeq=1&limit=x',
  ])('refuses %j', async (query) => {
    expect(await answer('GET', `/sessions/s1/messages?${query}`)).toEqual([400, { error: 'Invalid query' }])
  })
})

describe('resuming locally', () => {
  it('lists sessions of the namespace, or of one machine', async () => {
    const listed = [200, { sessions: [{ from: 'lifecycle.resumable' }] }]
    expect(await answer('GET', '/sessions/resumable')).toEqual(listed)
    expect(await answer('GET', '/sessions/resumable?machineId=m1')).toEqual(listed)
    expect(calls).toEqual([
      ['lifecycle.resumable', 'default', undefined],
      ['lifecycle.resumable', 'default', 'm1'],
    ])
  })

  it('answers the target of a session', async () => {
    expect(await answer('GET', '/sessions/s1/resume-target')).toEqual([
      200,
      { target: { from: 'lifecycle.resumeTarget' } },
    ])
  })

  it('hands a session over', async () => {
    expect(await answer('POST', '/sessions/s1/handoff-local', {})).toEqual([200, { ok: true }])
    expect(calls.at(-1)).toEqual(['lifecycle.handoffLocal', 's1'])
  })
})

it.each([
  ['GET', 'resume-target'],
  ['POST', 'handoff-local'],
  ['POST', 'clear-opencode/reserve'],
  ['POST', 'clear-opencode'],
  ['POST', 'migrate-to-acp'],
])('%s %s carries a code when the session is not its own', async (method, path) => {
  expect(await answer(method, `/sessions/foreign/${path}`)).toEqual([
    403,
    { error: 'Session access denied', code: 'access_denied' },
  ])
  expect(await answer(method, `/sessions/unknown/${path}`)).toEqual([
    404,
    { error: 'Session not found', code: 'session_not_found' },
  ])
})

describe('clearing an OpenCode session', () => {
  it.each([
    ['/reserve', {}, ['reserve', 's1'], 'replacement'],
    ['/confirm-cleanup', { replacementSessionId: 'r1' }, ['confirmCleanup', 's1', 'r1'], 'r1'],
    ['/abort', { replacementSessionId: 'r1' }, ['abort', 's1', 'r1'], 's1'],
    ['', {}, ['finish', 's1'], 'replacement'],
  ])('goes through %j', async (step, body, call, sessionId) => {
    expect(await answer('POST', `/sessions/s1/clear-opencode${step}`, body)).toEqual([
      200,
      { ok: true, sessionId },
    ])
    expect(calls).toEqual([['sessions.require', 's1', { exact: true }], call])
  })

  it.each(['confirm-cleanup', 'abort'])(
    'refuses a callback to %s that names no replacement',
    async (step) => {
      for (const body of [{}, { replacementSessionId: '' }, 'no json', undefined]) {
        expect(await answer('POST', `/sessions/s1/clear-opencode/${step}`, body)).toEqual([
          400,
          { error: 'Invalid clear callback request' },
        ])
      }
    },
  )
})

it('has no store to migrate', async () => {
  expect(await answer('POST', '/sessions/s1/migrate-to-acp')).toEqual([
    409,
    {
      ok: false,
      sessionId: 's1',
      reason: 'not_cursor_session',
      message: expect.any(String),
      error: expect.any(String),
      durationMs: 0,
    },
  ])
})

describe('machines', () => {
  it('are upserted', async () => {
    const body = { id: 'm1', metadata: { host: 'h' }, runnerState: { status: 'running' } }
    expect(await answer('POST', '/machines', body)).toEqual([200, { machine: { from: 'machines.upsert' } }])
    expect(calls).toEqual([['machines.upsert', 'default', body]])
  })

  it('are read', async () => {
    expect(await answer('GET', '/machines/m1')).toEqual([200, { machine: { from: 'machines.require' } }])
  })

  it('of another namespace are refused', async () => {
    expect(await answer('POST', '/machines', { id: 'foreign', metadata: {} })).toEqual([
      403,
      { error: 'Machine access denied' },
    ])
  })

  it('need an id', async () => {
    expect(await answer('POST', '/machines', { metadata: {} })).toEqual([400, { error: 'Invalid body' }])
  })
})
