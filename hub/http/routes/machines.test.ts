import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MACHINE_RPC } from '../../../contract/cli-plane.ts'
import { AgentFailed } from '../../errors.ts'
import { closeHttpApps, json, startHttpApp } from '../../testing/http-app.ts'
import { LifecycleRoom } from '../../testing/lifecycle-room.ts'
import { machineRoutes } from './machines.ts'

let room: LifecycleRoom
let app: Awaited<ReturnType<typeof startHttpApp>>

beforeEach(async () => {
  room = new LifecycleRoom()
  room.machine()
  app = await startHttpApp(machineRoutes(room), { settled: () => room.db.settled() })
})
afterEach(closeHttpApps)

const get = async (path: string) => json(await app.call(`/api/machines${path}`))
const post = async (path: string, body: unknown) =>
  json(await app.call(`/api/machines${path}`, { method: 'POST', body: JSON.stringify(body) }))

it('lists the machines that are online', async () => {
  room.machines.upsert('default', { id: 'silent', metadata: { host: 'h', platform: 'linux' } })
  expect(await get('')).toEqual({ status: 200, body: { machines: [room.machines.find('m1')] } })
})

it.each([
  ['x', { status: 404, body: { error: 'Machine not found' } }],
  ['theirs', { status: 403, body: { error: 'Machine access denied' } }],
])('refuses machine %s everywhere', async (id, refusal) => {
  room.machine('theirs', {}, 'team')
  expect([
    await get(`/${id}/agent-availability`),
    await post(`/${id}/spawn`, { directory: '/w' }),
    await post(`/${id}/list-directory`, { path: '/' }),
    await post(`/${id}/paths/exists`, { paths: ['/'] }),
  ]).toEqual([refusal, refusal, refusal, refusal])
})

describe('spawn', () => {
  it('answers the new session', async () => {
    room.onSpawn(() => ({ type: 'success', sessionId: 's' }))
    expect(await post('/m1/spawn', { directory: '/w', agent: 'agentB' })).toEqual({
      status: 200,
      body: { type: 'success', sessionId: 's' },
    })
  })

  it('answers a failure with 200', async () => {
    expect(await post('/m1/spawn', { directory: '/w' })).toMatchObject({
      status: 200,
      body: { type: 'error' },
    })
  })

  it('answers 503 when the machine is offline', async () => {
    room.clock.advance(45_001)
    room.machines.tick()
    expect(await post('/m1/spawn', { directory: '/w' })).toEqual({
      status: 503,
      body: { error: 'No machine is online', code: 'no_machine_online' },
    })
  })

  it.each([
    ['no directory', {}],
    ['an unknown agent', { directory: '/w', agent: 'agentZ' }],
    ['a terminal for an agent that has none', { directory: '/w', agent: 'agentI', startingMode: 'pty' }],
    ['the same under its other name', { directory: '/w', agent: 'dsh', startingMode: 'pty' }],
    ['an unknown session type', { directory: '/w', sessionType: 'tree' }],
    ['a mode the agent does not have', { directory: '/w', permissionMode: 'yolo' }],
  ])('answers 400 to %s', async (_, body) => {
    expect((await post('/m1/spawn', body)).status).toBe(400)
  })
})

describe('what the runner answers', () => {
  const agents = [{ agent: 'codex', available: false, reason: 'not_found' }]
  const entries = [{ name: 'src', type: 'directory', isGitRepo: true }]

  it('is passed on', async () => {
    room.handle('m1', MACHINE_RPC.agentAvailability, () => ({ agents }))
    room.handle('m1', MACHINE_RPC.listDirectory, () => ({ success: true, entries }))
    room.handle('m1', MACHINE_RPC.pathExists, () => ({
      exists: { '/a': false },
      outsideWorkspaceRoots: ['/a'],
    }))
    expect([
      (await get('/m1/agent-availability')).body,
      (await post('/m1/list-directory', { path: '/w', includeHidden: true })).body,
      (await post('/m1/paths/exists', { paths: ['/a'] })).body,
    ]).toEqual([
      { agents },
      { success: true, entries },
      { exists: { '/a': false }, outsideWorkspaceRoots: ['/a'] },
    ])
    expect(room.called(MACHINE_RPC.listDirectory)).toEqual([{ path: '/w', includeHidden: true }])
  })

  it.each([
    ['away', undefined],
    ['failing', () => Promise.reject(new AgentFailed('operation has timed out'))],
  ])('is the envelope when it is %s', async (_, handler) => {
    for (const method of [MACHINE_RPC.agentAvailability, MACHINE_RPC.listDirectory, MACHINE_RPC.pathExists]) {
      if (handler) room.handle('m1', method, handler)
    }
    const envelope = { status: 200, body: { success: false, error: expect.any(String) } }
    expect([
      await get('/m1/agent-availability'),
      await post('/m1/list-directory', { path: '/w' }),
      await post('/m1/paths/exists', { paths: ['/a'] }),
    ]).toEqual([envelope, envelope, envelope])
  })

  it('is not asked for by a runner that is too old', async () => {
    room.machine('m1', { metadata: { host: 'h', platform: 'linux', capabilities: [] } })
    expect(await get('/m1/agent-availability')).toMatchObject({
      status: 409,
      body: { code: 'runner_upgrade_required' },
    })
  })

  it('is at most a thousand paths', async () => {
    const paths = Array.from({ length: 1001 }, (_, index) => `/${index}`)
    expect((await post('/m1/paths/exists', { paths })).status).toBe(400)
  })
})
