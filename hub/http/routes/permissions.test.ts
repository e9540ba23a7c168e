import { afterEach, beforeEach, expect, it } from 'vitest'
import { AgentUnreachable } from '../../errors.ts'
import { PermissionService } from '../../permissions/permission-service.ts'
import { closeHttpApps, json, startHttpApp } from '../../testing/http-app.ts'
import { SessionRoom } from '../../testing/session-room.ts'
import { permissionRoutes } from './permissions.ts'

let room: SessionRoom
let app: Awaited<ReturnType<typeof startHttpApp>>
let calls: unknown[]
let isReachable: boolean

beforeEach(async () => {
  room = new SessionRoom()
  calls = []
  isReachable = true
  const link = {
    call: async (_scope: string, _method: string, params: unknown) => {
      if (!isReachable) throw new AgentUnreachable('gone')
      calls.push(params)
      return null
    },
  }
  const permissions = new PermissionService({ link })
  app = await startHttpApp(permissionRoutes({ sessions: room.service, permissions }))
})
afterEach(closeHttpApps)

const agentState = { requests: { 'a/b c': { tool: 'Bash', arguments: {} } } }
const decide = async (id: string, path: string, body?: unknown) =>
  json(
    await app.call(`/api/sessions/${id}/permissions/${path}`, {
      method: 'POST',
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    }),
  )
const OK = { status: 200, body: { ok: true } }

it('passes approvals and denials on, with the decoded id and without unknown keys', async () => {
  const id = room.createActive({ agentState })
  expect(await decide(id, 'a%2Fb%20c/approve', { decision: 'approved', unknown: 1 })).toEqual(OK)
  expect(await decide(id, 'a%2Fb%20c/approve')).toEqual(OK)
  expect(await decide(id, 'a%2Fb%20c/deny', { decision: 'abort', mode: 'plan' })).toEqual(OK)
  expect(calls).toStrictEqual([
    { id: 'a/b c', approved: true, decision: 'approved' },
    { id: 'a/b c', approved: true },
    { id: 'a/b c', approved: false, decision: 'abort' },
  ])
})

it.each([
  ['approve', { decision: 'maybe' }],
  ['approve', { allowTools: 'Bash' }],
  ['approve', { answers: { q: 'text' } }],
  ['deny', { decision: 'maybe' }],
])('%s refuses a body of %j', async (action, body) => {
  const id = room.createActive({ agentState })
  const answer = await decide(id, `a%2Fb%20c/${action}`, body)
  expect([answer.status, answer.body.error, calls]).toEqual([400, 'Invalid body', []])
})

it('checks the session, then that it is active, then the request, then the mode', async () => {
  const foreign = room.create({ agentState }, 'other')
  const inactive = room.create({ agentState })
  const active = room.createActive({ agentState })
  const body = { mode: 'none' }
  expect([
    await decide('nobody', 'x/approve', body),
    await decide(foreign, 'x/approve', body),
    await decide(inactive, 'x/approve', body),
    await decide(active, 'x/approve', body),
    await decide(active, 'a%2Fb%20c/approve', body),
  ]).toEqual([
    { status: 404, body: { error: 'Session not found' } },
    { status: 403, body: { error: 'Session access denied' } },
    { status: 409, body: { error: 'Session is inactive', code: 'session_inactive' } },
    { status: 404, body: { error: 'Request not found' } },
    { status: 400, body: { error: 'Invalid permission mode for session flavor' } },
  ])
})

it.each(['approve', 'deny'])('answers 409 when the agent cannot be reached to %s', async (action) => {
  const id = room.createActive({ agentState })
  isReachable = false
  const answer = await decide(id, `a%2Fb%20c/${action}`)
  expect([answer.status, typeof answer.body.error, answer.body.code]).toEqual([409, 'string', undefined])
})
