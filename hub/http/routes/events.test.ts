import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Jwt } from '../../auth/jwt.ts'
import { machineAccessDenied, machineNotFound, sessionAccessDenied, sessionNotFound } from '../../errors.ts'
import { silentLog } from '../../log.ts'
import { SeenBrowsers } from '../../owner/seen-browsers.ts'
import { EventBus } from '../../realtime/bus.ts'
import { ManualClock } from '../../testing/manual-clock.ts'
import { RawHttp } from '../../testing/raw-http.ts'
import { SseClient } from '../../testing/sse-client.ts'
import { createApp } from '../app.ts'
import { eventRoutes } from './events.ts'
import { visibilityRoutes } from './visibility.ts'

const toast = { title: 'T', body: 'B', sessionId: 's', url: '/' }

let bus: EventBus
let http: RawHttp
let mine: string
let other: string
beforeEach(async () => {
  const clock = new ManualClock()
  const jwt = new Jwt({ secret: new Uint8Array(32).fill(1), clock })
  mine = await jwt.sign({ uid: 1, ns: 'mine' })
  other = await jwt.sign({ uid: 1, ns: 'other' })
  bus = new EventBus({ clock, log: silentLog })
  const routes = [
    ...eventRoutes({
      bus,
      resolveSession(namespace, id) {
        if (id === 'foreign' || namespace !== 'mine') throw sessionAccessDenied()
        if (id !== 'old' && id !== 'new') throw sessionNotFound()
        return 'new'
      },
      requireMachine(_namespace, id) {
        if (id === 'foreign') throw machineAccessDenied()
        if (id !== 'm') throw machineNotFound()
      },
      browsers: new SeenBrowsers({ clock }),
    }),
    ...visibilityRoutes({ bus }),
  ]
  const app = createApp({
    routes,
    jwt,
    db: { settled: () => undefined },
    log: silentLog,
    settings: { listenHost: '127.0.0.1', publicUrl: undefined, corsOrigins: [] },
  })
  http = await RawHttp.serve(app.callback())
})
afterEach(() => http.close())

const bearer = (jwt: string) => ({ authorization: `Bearer ${jwt}` })

async function refusal(query: string, headers: Record<string, string> = bearer(mine)) {
  const { status, text } = await http.send(`/api/events${query}`, { headers })
  return [status, JSON.parse(text)]
}

/** A client that has its handshake. */
async function open(query: string, headers: Record<string, string> = {}, gzip = false) {
  const client = await SseClient.open(http.port, `/api/events${query}`, {
    headers: { ...bearer(mine), ...headers },
    gzip,
  })
  await client.first(1)
  return client
}

const ended = (sessionId: string) => bus.publish({ type: 'session-ended', namespace: 'mine', sessionId })

describe('before the stream opens', () => {
  it.each([
    ['?sessionId=unknown', 404, 'Session not found'],
    ['?sessionId=foreign', 403, 'Session access denied'],
    ['?machineId=unknown', 404, 'Machine not found'],
    ['?machineId=foreign', 403, 'Machine access denied'],
    ['?all=true&sessionId=unknown', 404, 'Session not found'],
    ['?sessionId=old&machineId=foreign', 403, 'Machine access denied'],
  ])('%s is refused with %s %s', async (query, status, error) => {
    expect(await refusal(query)).toEqual([status, { error }])
  })

  it('a closing hub is not connected, whatever is asked for', async () => {
    await bus.close()
    expect(await refusal('?sessionId=unknown')).toEqual([503, { error: 'Not connected' }])
  })

  it('a JWT is needed; the header wins over the query', async () => {
    expect(await refusal('?all=true', {})).toEqual([401, { error: 'Missing authorization token' }])
    expect(await refusal(`?all=true&token=${mine}`, bearer('bad'))).toEqual([401, { error: 'Invalid token' }])
    expect(await refusal(`?sessionId=old&token=${mine}`, bearer(other))).toEqual([
      403,
      { error: 'Session access denied' },
    ])
  })

  it('the JWT may come in the query', async () => {
    const client = await SseClient.open(http.port, `/api/events?all=true&token=${mine}`)
    expect((await client.first(1))[0]?.event.data.status).toBe('connected')
  })
})

describe('the query', () => {
  it.each([
    ['?all=true', ['x', 'new']],
    ['?all=1', ['x', 'new']],
    ['?all=yes', []],
    ['?all=false&sessionId=old', ['new']],
    ['?sessionId=', []],
    ['', []],
  ])('%j hears the events of %j', async (query, expected) => {
    const separator = query === '' ? '?' : '&'
    const client = await open(`${query}${separator}visibility=visible`)
    ended('x')
    ended('new')
    bus.toast('mine', toast)
    const frames = (await client.upTo('toast')).slice(1, -1)
    expect(frames.map(({ event }) => event.sessionId)).toEqual(expected)
  })

  it('binds a machine', async () => {
    const client = await open('?machineId=m')
    bus.publish({ type: 'machine-updated', namespace: 'mine', machineId: 'm' })
    expect((await client.first(2))[1]?.event.machineId).toBe('m')
  })

  it.each([
    ['visible', true],
    ['hidden', false],
    ['VISIBLE', false],
    ['', false],
  ])('starts with visibility %j as visible: %s', async (visibility, isVisible) => {
    await open(`?visibility=${visibility}`)
    expect(bus.hasVisible('mine')).toBe(isVisible)
  })
})

describe('the cursor', () => {
  it.each<[string, (good: string) => [string, Record<string, string>], string]>([
    ['from the header', (good) => ['?all=true', { 'last-event-id': good }], 'ok'],
    ['from the query', (good) => [`?all=true&lastEventId=${good}`, {}], 'ok'],
    ['header over query', (good) => ['?all=true&lastEventId=bad', { 'last-event-id': good }], 'ok'],
    ['header over query', (good) => [`?all=true&lastEventId=${good}`, { 'last-event-id': 'bad' }], 'gap'],
    ['absent', () => ['?all=true', {}], 'gap'],
  ])('%s', async (_, request, resume) => {
    const witness = await open('?all=true')
    ended('x')
    const cursor = (await witness.first(2))[1]?.id ?? ''
    const client = await open(...request(cursor))
    expect(client.frames[0]?.event.data.resume).toBe(resume)
  })
})

describe('compression', () => {
  it.each([
    ['gzip', 'gzip'],
    ['gzip;q=0', undefined],
    ['identity', undefined],
    ['*', 'gzip'],
    ['br, gzip;q=0.5', 'gzip'],
  ])('of %j is %s', async (accepted, encoding) => {
    const client = await open('?all=true', { 'accept-encoding': accepted })
    expect(client.headers['content-encoding']).toBe(encoding)
    expect(client.headers.vary).toContain('Accept-Encoding')
    expect(client.headers['content-type']).toBe('text/event-stream')
  })

  it('shows each event at once', async () => {
    const client = await open('?all=true', {}, true)
    const seen: string[] = []
    for (const id of ['a', 'b', 'c']) {
      ended(id)
      seen.push((await client.first(seen.length + 2)).at(-1)?.event.sessionId)
    }
    expect(seen).toEqual(['a', 'b', 'c'])
  })
})

describe('POST /api/visibility', () => {
  const report = async (body: unknown, jwt = mine) => {
    const headers = { ...bearer(jwt), 'content-type': 'application/json' }
    const answer = await http.send('/api/visibility', { method: 'POST', headers, body: JSON.stringify(body) })
    return [answer.status, JSON.parse(answer.text)]
  }

  it('changes what the connection counts as', async () => {
    const subscriptionId = (await open('?all=true')).frames[0]?.event.data.subscriptionId
    expect(await report({ subscriptionId, visibility: 'visible' })).toEqual([200, { ok: true }])
    expect(bus.hasVisible('mine')).toBe(true)
    expect(await report({ subscriptionId, visibility: 'hidden' })).toEqual([200, { ok: true }])
    expect(bus.hasVisible('mine')).toBe(false)
  })

  it('does not know the subscriptions of others', async () => {
    const subscriptionId = (await open('?all=true')).frames[0]?.event.data.subscriptionId
    const unknown = [404, { error: 'Subscription not found' }]
    expect(await report({ subscriptionId, visibility: 'visible' }, other)).toEqual(unknown)
    expect(await report({ subscriptionId: 'x', visibility: 'visible' })).toEqual(unknown)
    expect(bus.hasVisible('mine')).toBe(false)
  })

  it.each([{}, { subscriptionId: 'x', visibility: 'open' }, { visibility: 'visible' }])(
    'refuses the body %j',
    async (body) => {
      expect(await report(body)).toMatchObject([400, { error: 'Invalid body' }])
    },
  )

  it('is not connected on a closing hub', async () => {
    await bus.close()
    expect(await report({ subscriptionId: 'x', visibility: 'visible' })).toEqual([
      503,
      { error: 'Not connected' },
    ])
  })
})
