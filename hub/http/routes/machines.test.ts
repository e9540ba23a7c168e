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

const patch = async (path: string, body: unknown) =>
  json(await app.call(`/api/machines${path}`, { method: 'PATCH', body: JSON.stringify(body) }))

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
    await patch(`/${id}`, { displayName: 'Desk' }),
  ]).toEqual(Array(5).fill(refusal))
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

  it.each(['agent_unavailable', 'outside_workspace_roots'])(
    'passes the runner’s code %s on',
    async (code) => {
      room.onSpawn(() => ({ type: 'error', errorMessage: 'No', code, agent: 'codex' }))
      expect(await post('/m1/spawn', { directory: '/w', agent: 'codex' })).toEqual({
        status: 200,
        body: { type: 'error', message: 'No', code, agent: 'codex' },
      })
    },
  )

  it('keeps a code clients do not know to itself', async () => {
    room.onSpawn(() => ({ type: 'error', errorMessage: 'No', code: 'disk_full' }))
    expect((await post('/m1/spawn', { directory: '/w' })).body).toEqual({ type: 'error', message: 'No' })
  })

  it('answers the code of a runner that is too old', async () => {
    room.machine('m1', { metadata: { host: 'h', platform: 'linux' }, runnerState: { status: 'running' } })
    expect(await post('/m1/spawn', { directory: '/w' })).toMatchObject({
      status: 200,
      body: { type: 'error', code: 'runner_upgrade_required' },
    })
  })

  it.each(['agentI', 'agentF', 'agy', 'dsh'])('starts %s in mode remote', async (agent) => {
    room.onSpawn(() => ({ type: 'success', sessionId: 's' }))
    const { body } = await post('/m1/spawn', { directory: '/w', agent, startingMode: 'remote' })
    expect(body).toEqual({ type: 'success', sessionId: 's' })
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
    ['an empty directory', { directory: '' }],
    ['an empty model', { directory: '/w', model: '' }],
    ['an empty effort', { directory: '/w', effort: '' }],
    ['an empty reasoning effort', { directory: '/w', modelReasoningEffort: '' }],
    ['a text for yolo', { directory: '/w', yolo: 'yes' }],
    ['an empty permission mode', { directory: '/w', permissionMode: '' }],
    ['an unknown session type', { directory: '/w', sessionType: 'tree' }],
    ['a worktree name that is no text', { directory: '/w', worktreeName: 5 }],
    ['an unknown service tier', { directory: '/w', agent: 'agentB', serviceTier: 'slow' }],
    ['an unknown collaboration mode', { directory: '/w', agent: 'agentB', collaborationMode: 'solo' }],
    ['an empty agent mode', { directory: '/w', agent: 'agentH', copilotAgentMode: '' }],
    ['an unknown starting mode', { directory: '/w', startingMode: 'local' }],
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
    ['failing', () => Promise.reject(new AgentFailed('The agent did not answer in time'))],
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

  it.each([
    [1000, 200],
    [1001, 400],
  ])('about %i paths is %i', async (length, status) => {
    room.handle('m1', MACHINE_RPC.pathExists, () => ({ exists: {} }))
    const paths = Array.from({ length }, (_, index) => `/${index}`)
    expect((await post('/m1/paths/exists', { paths })).status).toBe(status)
  })

  it.each([
    ['/list-directory', { includeHidden: true }],
    ['/list-directory', { path: 5 }],
    ['/list-directory', { path: '/w', includeHidden: 'true' }],
    ['/paths/exists', {}],
    ['/paths/exists', { paths: '/w' }],
    ['/paths/exists', { paths: [5] }],
  ])('is not asked for by %s %j', async (path, body) => {
    expect((await post(`/m1${path}`, body)).status).toBe(400)
    expect(room.link.calls).toEqual([])
  })

  it('leaves hidden entries to the runner unless the client chose', async () => {
    room.handle('m1', MACHINE_RPC.listDirectory, () => ({ success: true, entries: [] }))
    await post('/m1/list-directory', { path: '' })
    expect(room.called(MACHINE_RPC.listDirectory)).toEqual([{ path: '' }])
  })

  it('may be a refusal outside the workspace roots', async () => {
    const answer = { success: false, error: 'Path is outside the workspace roots' }
    room.handle('m1', MACHINE_RPC.listDirectory, () => answer)
    expect(await post('/m1/list-directory', { path: '/etc' })).toEqual({ status: 200, body: answer })
  })
})

describe('the display name', () => {
  const name = () => room.machines.find('m1')?.metadata?.displayName

  it.each([
    ['is trimmed', '  Desk ', 'Desk'],
    ['may have 64 characters', 'n'.repeat(64), 'n'.repeat(64)],
    ['counts without the spaces around it', ` ${'n'.repeat(64)} `, 'n'.repeat(64)],
  ])('%s', async (_, displayName, stored) => {
    expect(await patch('/m1', { displayName })).toEqual({ status: 200, body: { ok: true } })
    expect(name()).toBe(stored)
  })

  it.each(['', '   '])('is cleared by %j', async (displayName) => {
    await patch('/m1', { displayName: 'Desk' })
    expect((await patch('/m1', { displayName })).status).toBe(200)
    expect(room.machines.find('m1')?.metadata).not.toHaveProperty('displayName')
  })

  it.each([
    ['none', {}],
    ['null', { displayName: null }],
    ['a number', { displayName: 5 }],
    ['65 characters', { displayName: 'n'.repeat(65) }],
  ])('is not %s', async (_, body) => {
    const { status, body: refusal } = await patch('/m1', body)
    expect([status, refusal.error]).toEqual([
      400,
      'Invalid body: displayName is required, at most 64 characters',
    ])
    expect(name()).toBeUndefined()
  })

  it('is given to a machine that is offline too', async () => {
    room.clock.advance(45_001)
    room.machines.tick()
    expect((await patch('/m1', { displayName: 'Desk' })).status).toBe(200)
    expect(name()).toBe('Desk')
  })
})

describe('restarting the runner', () => {
  const restart = () => post('/m1/restart-runner', {})
  const supervised = (supervisedRestart = true) =>
    room.machine('m1', { metadata: { host: 'box', platform: 'linux', supervisedRestart } })

  it('stops it and answers what it says', async () => {
    supervised()
    room.handle('m1', MACHINE_RPC.stopRunner, () => ({ message: 'Runner stopping', pid: 1 }))
    expect(await restart()).toEqual({ status: 200, body: { message: 'Runner stopping' } })
    expect(room.called(MACHINE_RPC.stopRunner)).toEqual([{}])
  })

  it('needs no body', async () => {
    supervised()
    room.handle('m1', MACHINE_RPC.stopRunner, () => ({ message: 'Bye' }))
    expect((await app.call('/api/machines/m1/restart-runner', { method: 'POST' })).status).toBe(200)
  })

  it.each([
    ['an unknown machine', 'x', 404, 'machine_not_found'],
    ['a machine of another namespace', 'theirs', 403, 'access_denied'],
  ])('of %s is refused with a code', async (_, id, status, code) => {
    room.machine('theirs', {}, 'team')
    expect(await post(`/${id}/restart-runner`, {})).toMatchObject({ status, body: { code } })
  })

  it('of a machine that is offline is refused', async () => {
    supervised()
    room.clock.advance(45_001)
    room.machines.tick()
    expect(await restart()).toMatchObject({ status: 503, body: { code: 'machine_offline' } })
    expect(room.link.calls).toEqual([])
  })

  it.each([undefined, false])('that nobody would start again (%s) is refused', async (supervisedRestart) => {
    if (supervisedRestart === false) supervised(false)
    expect(await restart()).toMatchObject({ status: 502, body: { code: 'restart_unsupported' } })
    expect(room.link.calls).toEqual([])
  })

  it.each([
    ['is not connected', undefined],
    ['fails', () => Promise.reject(new AgentFailed('no'))],
    ['refuses', () => ({ success: false, error: 'busy' })],
    ['says nothing', () => null],
  ])('that %s is a 502', async (_, handler) => {
    supervised()
    if (handler) room.handle('m1', MACHINE_RPC.stopRunner, handler)
    expect(await restart()).toMatchObject({ status: 502, body: { code: 'restart_failed' } })
  })
})
