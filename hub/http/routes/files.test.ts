import { afterEach, beforeEach, expect, it } from 'vitest'
import { SESSION_RPC } from '../../../contract/cli-plane.ts'
import { SessionFiles } from '../../files/session-files.ts'
import { closeHttpApps, json, startHttpApp } from '../../testing/http-app.ts'
import { LifecycleRoom } from '../../testing/lifecycle-room.ts'
import { fileRoutes } from './files.ts'

let room: LifecycleRoom
let app: Awaited<ReturnType<typeof startHttpApp>>

beforeEach(async () => {
  room = new LifecycleRoom()
  const files = new SessionFiles({ link: room.link })
  app = await startHttpApp(fileRoutes({ sessions: room.sessions, files }))
})
afterEach(closeHttpApps)

const read = async (id: string, query = '?path=src%2Fa.ts') =>
  json(await app.call(`/api/sessions/${id}/file${query}`))

it('answers what the CLI read, also for an inactive session', async () => {
  const id = room.session()
  const answer = { success: true, content: 'aGk=', size: 2, modified: 5 }
  room.handle(id, SESSION_RPC.readFile, () => answer)
  expect(await read(id)).toEqual({ status: 200, body: answer })
  expect(room.link.calls).toEqual([{ scope: id, method: 'readFile', params: { path: 'src/a.ts' } }])
})

it.each([
  ['the CLI refused', () => ({ success: false, error: 'Access denied: outside' }), 'Access denied: outside'],
  ['the CLI has no handler', undefined, /not registered/],
  ['the answer cannot be read', () => 'hm', /cannot be read/],
])('answers the envelope when %s', async (_, handler, error) => {
  const id = room.session()
  if (handler) room.handle(id, SESSION_RPC.readFile, handler)
  expect(await read(id)).toMatchObject({
    status: 200,
    body: { success: false, error: expect.stringMatching(error) },
  })
})

it('asks nobody about a session without a path', async () => {
  const { id } = room.sessions.createOrLoad('default', { tag: 't', metadata: { host: 'h' } })
  expect(await read(id)).toEqual({
    status: 200,
    body: { success: false, error: 'Session path not available' },
  })
  expect(room.link.calls).toEqual([])
})

it.each(['', '?path='])('answers 400 to the query %j', async (query) => {
  expect((await read(room.session(), query)).status).toBe(400)
})

it('refuses a session of another namespace', async () => {
  expect(await read(room.session({}, { namespace: 'team' }))).toEqual({
    status: 403,
    body: { error: 'Session access denied' },
  })
})
