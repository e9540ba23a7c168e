import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SESSION_RPC } from '../../../contract/cli-plane.ts'
import { AgentFailed } from '../../errors.ts'
import { closeHttpApps, json, startHttpApp } from '../../testing/http-app.ts'
import { LifecycleRoom } from '../../testing/lifecycle-room.ts'
import { lifecycleRoutes } from './lifecycle.ts'

const ACTIONS = ['resume', 'reopen', 'abort', 'archive', 'switch'] as const
let room: LifecycleRoom
let app: Awaited<ReturnType<typeof startHttpApp>>

beforeEach(async () => {
  room = new LifecycleRoom()
  room.machine()
  app = await startHttpApp(lifecycleRoutes(room), { settled: () => room.db.settled() })
})
afterEach(closeHttpApps)

const post = async (id: string, action: (typeof ACTIONS)[number], body?: unknown) =>
  json(
    await app.call(`/api/sessions/${id}/${action}`, {
      method: 'POST',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  )
const ok = { status: 200, body: { ok: true } }
const codex = { flavor: 'codex', codexSessionId: 't' }

it.each(ACTIONS)(
  'refuses to %s what is unknown or foreign, with codes where the spec says so',
  async (action) => {
    const theirs = room.session(codex, { namespace: 'team' })
    const isCoded = action === 'resume' || action === 'reopen'
    expect([await post('x', action), await post(theirs, action)]).toEqual([
      { status: 404, body: { error: 'Session not found', ...(isCoded && { code: 'session_not_found' }) } },
      { status: 403, body: { error: 'Session access denied', ...(isCoded && { code: 'access_denied' }) } },
    ])
  },
)

describe('resume and reopen', () => {
  beforeEach(() =>
    room.onSpawn(({ existingSessionId = '' }) => {
      room.alive(existingSessionId)
      return { type: 'success', sessionId: existingSessionId }
    }),
  )

  it('answer the id of the session, also to a request without a body', async () => {
    const first = room.session(codex)
    const second = room.session({ ...codex, codexSessionId: 'u' })
    expect([
      await post(first, 'resume'),
      await post(second, 'reopen', {}),
      await post(second, 'reopen'),
    ]).toEqual([
      { status: 200, body: { type: 'success', sessionId: first } },
      { status: 200, body: { ok: true, sessionId: second, resumed: true } },
      { status: 200, body: { ok: true, sessionId: second, resumed: false } },
    ])
  })

  it('answer failures with their codes', async () => {
    const lost = room.session({ ...codex, machineId: 'gone', host: 'gone' })
    const empty = room.session({ flavor: 'grok' })
    room.say(empty, 'hello')
    const cursor = room.session({ flavor: 'cursor', lifecycleState: 'archived' })
    room.say(cursor, 'hello')
    expect([
      await post(lost, 'resume'),
      await post(empty, 'resume'),
      await post(cursor, 'reopen'),
      await post(empty, 'resume', { permissionMode: 'yolo' }),
    ]).toEqual([
      { status: 503, body: { error: expect.any(String), code: 'no_machine_online' } },
      { status: 409, body: { error: expect.any(String), code: 'resume_unavailable' } },
      { status: 422, body: { error: expect.any(String), missing: ['cursorSessionId'] } },
      { status: 400, body: { error: 'Invalid permission mode for session flavor' } },
    ])
  })

  it('answer 500 resume_failed when the agent could not be started', async () => {
    room.onSpawn(() => ({ type: 'error', errorMessage: 'no' }))
    expect(await post(room.session(codex), 'resume')).toEqual({
      status: 500,
      body: { error: 'no', code: 'resume_failed' },
    })
  })
})

describe('archive', () => {
  it('answers whether there was anything to do', async () => {
    const id = room.active({ lifecycleState: 'running' })
    expect([await post(id, 'archive'), await post(id, 'archive')]).toEqual([
      ok,
      { status: 200, body: { ok: true, alreadyArchived: true } },
    ])
  })

  it('answers 409 for a session that is merely inactive, and for a CLI that does not obey', async () => {
    const id = room.active()
    room.handle(id, SESSION_RPC.killSession, () => Promise.reject(new AgentFailed('no')))
    expect([(await post(room.session(), 'archive')).status, await post(id, 'archive')]).toEqual([
      409,
      { status: 409, body: { error: 'no' } },
    ])
  })
})

describe.each(['abort', 'switch'] as const)('%s', (action) => {
  it('answers when the CLI did', async () => {
    const id = room.active()
    room.handle(id, SESSION_RPC[action], () => null)
    expect(await post(id, action, {})).toEqual(ok)
  })

  it('answers 409 for an inactive session, and never 500 for a CLI without a handler', async () => {
    expect([await post(room.session(), action), await post(room.active(), action)]).toEqual([
      { status: 409, body: { error: 'Session is inactive', code: 'session_inactive' } },
      { status: 409, body: { error: expect.stringContaining('not offer this') } },
    ])
  })
})

it('does not switch a session that clients share', async () => {
  const id = room.active({ capabilities: { concurrentClients: true } })
  expect(await post(id, 'switch')).toEqual({
    status: 409,
    body: { error: expect.any(String), code: 'control_mode_not_applicable' },
  })
})

describe('DELETE', () => {
  const remove = async (id: string) => json(await app.call(`/api/sessions/${id}`, { method: 'DELETE' }))

  it('deletes an inactive session, and an active one not', async () => {
    const [inactive, active] = [room.session(), room.active()]
    expect(await remove(inactive)).toEqual(ok)
    const refused = await remove(active)
    expect([refused.status, typeof refused.body.error]).toEqual([409, 'string'])
    expect([room.sessions.find(inactive), room.sessions.find(active)?.id]).toEqual([undefined, active])
  })

  it('deletes a superseded session itself, not the one that replaced it', async () => {
    const [old, next] = [room.session(), room.session()]
    room.sessions.editMetadata(old, (metadata) => ({ ...metadata, supersededBySessionId: next }))
    expect(await remove(old)).toEqual(ok)
    expect([room.sessions.find(old), room.sessions.find(next)?.id]).toEqual([undefined, next])
  })

  it('is refused for foreign and unknown sessions', async () => {
    const foreign = room.session({}, { namespace: 'other' })
    expect([(await remove('nobody')).status, (await remove(foreign)).status]).toEqual([404, 403])
    expect(room.sessions.find(foreign)?.id).toBe(foreign)
  })
})
