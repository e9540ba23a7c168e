import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SessionListResponse, SessionResponse } from '../../../contract/session.ts'
import { closeHttpApps, json, startHttpApp } from '../../testing/http-app.ts'
import { SessionRoom } from '../../testing/session-room.ts'
import { sessionRoutes } from './sessions.ts'

let room: SessionRoom
let app: Awaited<ReturnType<typeof startHttpApp>>

beforeEach(async () => {
  room = new SessionRoom()
  app = await startHttpApp(sessionRoutes({ sessions: room.service }), { settled: () => room.db.settled() })
})
afterEach(closeHttpApps)

const send = async (method: string, path: string, body?: unknown) =>
  json(
    await app.call(path, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    }),
  )
const OK = { status: 200, body: { ok: true } }

describe('GET /api/sessions', () => {
  it('answers the list, as JSON or compressed', async () => {
    const id = room.create()
    const plain = await app.call('/api/sessions')
    const packed = await app.call('/api/sessions', { headers: { 'accept-encoding': 'gzip' } })
    expect(SessionListResponse.parse(JSON.parse(plain.text)).sessions.map((row) => row.id)).toEqual([id])
    expect([plain.headers['content-encoding'], packed.headers['content-encoding'], packed.text]).toEqual([
      undefined,
      'gzip',
      plain.text,
    ])
    expect(plain.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  it.each(['limit=1', 'limit=500', 'order=updatedAt', 'limit=2&order=updatedAt'])(
    'takes %s',
    async (query) => {
      room.create()
      expect((await send('GET', `/api/sessions?${query}`)).status).toBe(200)
    },
  )

  it.each(['limit=0', 'limit=501', 'limit=1.5', 'limit=x', 'limit=', 'order=name'])(
    'refuses %s',
    async (query) => {
      const { status, body } = await send('GET', `/api/sessions?${query}`)
      expect([status, body.error, body.issues !== undefined]).toEqual([400, 'Invalid query', true])
    },
  )

  it('holds nothing of other namespaces', async () => {
    room.create({}, 'other')
    expect(await send('GET', '/api/sessions')).toEqual({ status: 200, body: { sessions: [] } })
  })
})

describe('GET /api/sessions/:id', () => {
  it('answers the full record', async () => {
    const id = room.create({ metadata: { path: '/p', future: 1 } })
    const { body } = await send('GET', `/api/sessions/${id}`)
    expect(SessionResponse.parse(body).session).toMatchObject({ id, metadata: { path: '/p', future: 1 } })
  })

  it('answers the session that replaced it', async () => {
    const [old, next] = [room.create(), room.create()]
    room.service.editMetadata(old, (metadata) => ({ ...metadata, supersededBySessionId: next }))
    expect((await send('GET', `/api/sessions/${old}`)).body.session.id).toBe(next)
  })

  it('answers 404 for none and 403 for a foreign one', async () => {
    const foreign = room.create({}, 'other')
    expect([
      await send('GET', '/api/sessions/nobody'),
      await send('GET', `/api/sessions/${foreign}`),
    ]).toEqual([
      { status: 404, body: { error: 'Session not found' } },
      { status: 403, body: { error: 'Session access denied' } },
    ])
  })
})

describe('edits', () => {
  it.each([
    ['PATCH', '', 'name', 'name'],
    ['PATCH', '/summary', 'text', 'summary'],
  ])('%s %s takes 1 to 255 characters', async (method, path, key, metadataKey) => {
    const id = room.create()
    for (const text of ['', 'x'.repeat(256)]) {
      const { status, body } = await send(method, `/api/sessions/${id}${path}`, { [key]: text })
      expect([status, body.error]).toEqual([400, 'Invalid body'])
    }
    expect((await send(method, `/api/sessions/${id}${path}`, {})).status).toBe(400)
    expect(await send(method, `/api/sessions/${id}${path}`, { [key]: 'x'.repeat(255) })).toEqual(OK)
    expect(JSON.stringify(room.session(id).metadata?.[metadataKey])).toContain('x'.repeat(255))
  })

  it('trims a summary and leaves a name as it is', async () => {
    const id = room.create()
    await send('PATCH', `/api/sessions/${id}`, { name: ' n ' })
    await send('PATCH', `/api/sessions/${id}/summary`, { text: ' t ' })
    expect(room.session(id).metadata).toMatchObject({ name: ' n ', summary: { text: 't' } })
    expect((await send('PATCH', `/api/sessions/${id}/summary`, { text: '   ' })).status).toBe(400)
  })

  it('pins and unpins', async () => {
    const id = room.create()
    for (const mode of ['global', 'project', 'none']) {
      expect(await send('PUT', `/api/sessions/${id}/pin`, { mode })).toEqual(OK)
      expect(room.session(id).pin).toBe(mode)
    }
    expect((await send('PUT', `/api/sessions/${id}/pin`, { mode: 'x' })).status).toBe(400)
  })

  it.each([
    ['PATCH', '', { name: 'n' }],
    ['PATCH', '/summary', { text: 't' }],
    ['PUT', '/pin', { mode: 'none' }],
  ])('%s %s is refused for foreign and unknown sessions', async (method, path, body) => {
    const foreign = room.create({}, 'other')
    const statuses = [
      (await send(method, `/api/sessions/nobody${path}`, body)).status,
      (await send(method, `/api/sessions/${foreign}${path}`, body)).status,
    ]
    expect([statuses, room.session(foreign).metadataVersion]).toEqual([[404, 403], 1])
  })
})
