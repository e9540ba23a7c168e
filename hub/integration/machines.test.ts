import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RpcHandler } from '../../demo/cli-client.ts'
import { HubScene, type SceneSocket } from '../testing/hub-scene.ts'

let scene: HubScene
let runner: SceneSocket
beforeEach(async () => {
  scene = await HubScene.open()
  runner = await scene.runner('m', { happyCliVersion: '1', homeDir: '/home/u', workspaceRoots: ['/w'] })
})
afterEach(() => scene.close())

const ok = (body: unknown) => ({ status: 200, body })
const failed = ok({ success: false, error: expect.any(String) })
const invalid = { status: 400, body: { error: 'Invalid body', issues: expect.anything() } }
const post = (route: string, body?: unknown, id = 'm') =>
  scene.raw('POST', `/api/machines/${id}/${route}`, body)
const throws: RpcHandler = () => {
  throw new Error('EACCES')
}

/** A runner that takes the question and never answers it. */
async function stallsAt(method: string): Promise<void> {
  const asked = Promise.withResolvers<void>()
  await runner.serve(method, () => {
    asked.resolve()
    return new Promise(() => {})
  })
  void asked.promise.then(() => scene.hub.clock.advance(30_000))
}

describe('GET /api/machines', () => {
  it('lists the machine with what its runner said', async () => {
    expect((await scene.raw('GET', '/api/machines')).body).toEqual({
      machines: [
        {
          id: 'm',
          namespace: 'default',
          seq: expect.any(Number),
          createdAt: scene.now,
          updatedAt: scene.now,
          active: true,
          activeAt: scene.now,
          metadata: {
            host: 'box',
            platform: 'linux',
            capabilities: ['agent-availability'],
            happyCliVersion: '1',
            homeDir: '/home/u',
            workspaceRoots: ['/w'],
          },
          metadataVersion: 1,
          runnerState: null,
          runnerStateVersion: 1,
          health: null,
        },
      ],
    })
  })

  it('shows the health a runner reports, and none it cannot read', async () => {
    const health = { collectedAt: 1, cpuPercent: 50 }
    const seen: unknown[] = []
    for (const report of [health, { ...health, cpuPercent: 101 }, { ...health, extra: 1 }]) {
      await runner.emit('machine-alive', { machineId: 'm', time: scene.now, health: report })
      seen.push((await scene.raw('GET', '/api/machines')).body.machines[0].health)
    }
    expect(seen).toEqual([health, null, null])
  })

  it('a machine that never was alive is not listed', async () => {
    await scene.hub.cli().upsertMachine({ id: 'm2', metadata: { host: 'h', platform: 'p' } })
    const { machines } = (await scene.raw('GET', '/api/machines')).body
    expect(machines.map(({ id }: { id: string }) => id)).toEqual(['m'])
  })
})

describe('spawn', () => {
  const METHOD = 'spawn-happy-session'
  const spawn = (body: unknown) => post('spawn', body)
  const base = { type: 'spawn-in-directory', directory: '/w', forkSession: false }

  it.each<[object, object]>([
    [{}, { agent: 'claude' }],
    [{ agent: 'agentB' }, { agent: 'codex' }],
    [{ agent: 'codex' }, { agent: 'codex' }],
    [
      { agent: 'agentI', startingMode: 'remote' },
      { agent: 'agy', startingMode: 'remote' },
    ],
    [
      { model: 'm', effort: 'low', modelReasoningEffort: 'high', yolo: true, permissionMode: 'plan' },
      {
        agent: 'claude',
        model: 'm',
        effort: 'low',
        modelReasoningEffort: 'high',
        yolo: true,
        permissionMode: 'plan',
      },
    ],
    [
      { sessionType: 'worktree', worktreeName: 'tree', startingMode: 'pty' },
      { agent: 'claude', sessionType: 'worktree', worktreeName: 'tree', startingMode: 'pty' },
    ],
    [
      { agent: 'codex', serviceTier: 'fast', collaborationMode: 'plan' },
      { agent: 'codex', serviceTier: 'fast', collaborationMode: 'plan' },
    ],
    [
      { agent: 'copilot', copilotAgentMode: 'autopilot' },
      { agent: 'copilot', copilotAgentMode: 'autopilot' },
    ],
    [{ resumeSessionId: 'x', existingSessionId: 'y', forkSession: true, type: 'z' }, { agent: 'claude' }],
  ])('with %j asks the runner for %j', async (body, params) => {
    await runner.serve(METHOD, () => ({ type: 'success', sessionId: 's' }))
    expect([await spawn({ directory: '/w', ...body }), runner.calls]).toEqual([
      ok({ type: 'success', sessionId: 's' }),
      [{ method: METHOD, params: { ...base, ...params } }],
    ])
  })

  it.each([
    undefined,
    {},
    { directory: '' },
    { directory: 1 },
    { directory: '/w', agent: 'nobody' },
    { directory: '/w', agent: 'agentI', startingMode: 'pty' },
    { directory: '/w', agent: 'agy', startingMode: 'pty' },
    { directory: '/w', startingMode: 'local' },
    { directory: '/w', sessionType: 'other' },
    { directory: '/w', yolo: 'yes' },
    { directory: '/w', serviceTier: 'slow' },
    { directory: '/w', collaborationMode: 'x' },
  ])('refuses the body %j', async (body) => {
    await runner.serve(METHOD, () => ({ type: 'success', sessionId: 's' }))
    expect([await spawn(body), runner.calls]).toEqual([invalid, []])
  })

  it.each<[string, object, object]>([
    ['words', { type: 'error', errorMessage: 'no disk' }, { message: 'no disk' }],
    [
      'a stable code',
      { type: 'error', errorMessage: 'x', code: 'agent_unavailable', agent: 'codex' },
      { message: 'x', code: 'agent_unavailable', agent: 'codex' },
    ],
    [
      'a path outside of the roots',
      { type: 'error', errorMessage: 'x', code: 'outside_workspace_roots' },
      { message: 'x', code: 'outside_workspace_roots' },
    ],
    ['a code nobody knows', { type: 'error', errorMessage: 'x', code: 'secret_code' }, { message: 'x' }],
    [
      'a question',
      { type: 'requestToApproveDirectoryCreation', directory: '/n' },
      { message: 'Directory creation requires approval: /n' },
    ],
    ['nonsense', { hello: 1 }, { message: expect.any(String) }],
    ['an error alone', { error: 'boom' }, { message: 'boom' }],
  ])('a failure with %s stays 200', async (_, result, body) => {
    await runner.serve(METHOD, () => result)
    expect(await spawn({ directory: '/w' })).toEqual(ok({ type: 'error', ...body }))
  })

  it('a runner that throws stays 200', async () => {
    await runner.serve(METHOD, throws)
    expect(await spawn({ directory: '/w' })).toEqual(ok({ type: 'error', message: 'EACCES' }))
  })

  it('a runner that does not answer in 30 s stays 200', async () => {
    await stallsAt(METHOD)
    expect(await spawn({ directory: '/w' })).toEqual(ok({ type: 'error', message: expect.any(String) }))
  })

  it('a runner without a handler stays 200', async () => {
    expect(await spawn({ directory: '/w' })).toEqual(ok({ type: 'error', message: expect.any(String) }))
  })

  it('an old runner must be upgraded, and is not asked', async () => {
    runner = await scene.runner('old', { capabilities: [] })
    await runner.serve(METHOD, () => ({ type: 'success', sessionId: 's' }))
    expect([await post('spawn', { directory: '/w' }, 'old'), runner.calls]).toEqual([
      ok({ type: 'error', message: expect.any(String), code: 'runner_upgrade_required' }),
      [],
    ])
  })

  it('an offline machine has no runner online', async () => {
    scene.hub.clock.advance(50_001)
    expect(await spawn({ directory: '/w' })).toEqual({
      status: 503,
      body: { error: expect.any(String), code: 'no_machine_online' },
    })
  })

  it.each([
    ['claude', 'yolo'],
    ['pi', 'default'],
  ])('of %s refuses the permission mode %s', async (agent, permissionMode) => {
    expect(await spawn({ directory: '/w', agent, permissionMode })).toEqual({
      status: 400,
      body: { error: 'Invalid permission mode for session flavor' },
    })
  })
})

describe('list-directory', () => {
  const entries = [
    { name: 'd', type: 'directory', isGitRepo: true },
    { name: 'f', type: 'file', size: 1, modified: 2 },
    { name: 'o', type: 'other' },
  ]

  it.each([{ path: '/w' }, { path: '', includeHidden: true }])('asks the runner for %j', async (body) => {
    await runner.serve('list-directory', () => ({ success: true, entries }))
    expect([await post('list-directory', body), runner.calls]).toEqual([
      ok({ success: true, entries }),
      [{ method: 'list-directory', params: body }],
    ])
  })

  it('passes a failure on', async () => {
    await runner.serve('list-directory', () => ({ success: false, error: 'ENOENT' }))
    expect(await post('list-directory', { path: '/x' })).toEqual(ok({ success: false, error: 'ENOENT' }))
  })

  it.each([{}, { path: 1 }, { path: '/w', includeHidden: 'yes' }])('refuses %j', async (body) => {
    expect(await post('list-directory', body)).toEqual(invalid)
  })
})

describe('paths/exists', () => {
  const paths = (count: number) => Array.from({ length: count }, (_, index) => `/p${index}`)

  it('passes the runner’s answer on', async () => {
    const answer = { exists: { '/a': true, '/b': false }, outsideWorkspaceRoots: ['/b'] }
    await runner.serve('path-exists', () => answer)
    expect([await post('paths/exists', { paths: ['/a', ' /a ', '/b', ' '] }), runner.calls]).toEqual([
      ok(answer),
      [{ method: 'path-exists', params: { paths: ['/a', '/b'] } }],
    ])
  })

  it('takes 1000 paths and asks once', async () => {
    await runner.serve('path-exists', () => ({ exists: {} }))
    const answer = await post('paths/exists', { paths: paths(1000) })
    expect([answer, runner.calls.map(({ params }) => params.paths.length)]).toEqual([
      ok({ exists: {} }),
      [1000],
    ])
  })

  it('asks nobody about nothing', async () => {
    expect(await post('paths/exists', { paths: [] })).toEqual(ok({ exists: {} }))
  })

  it.each<[string, unknown]>([
    ['1001 paths', { paths: paths(1001) }],
    ['no paths', {}],
    ['a text', { paths: '/a' }],
    ['numbers', { paths: [1] }],
  ])('refuses %s', async (_, body) => {
    expect(await post('paths/exists', body)).toEqual(invalid)
  })
})

describe('agent-availability', () => {
  const get = (id = 'm') => scene.raw('GET', `/api/machines/${id}/agent-availability`)

  it('passes the runner’s answer on', async () => {
    const agents = [
      { agent: 'claude', available: true },
      { agent: 'codex', available: false, reason: 'not_found' },
      { agent: 'pi', available: false, reason: 'invalid_configuration' },
    ]
    await runner.serve('agent-availability', () => ({ agents }))
    expect(await get()).toEqual(ok({ agents }))
  })

  it('an old runner must be upgraded', async () => {
    await scene.runner('old', { capabilities: ['stop-runner'] })
    expect(await get('old')).toEqual({
      status: 409,
      body: { error: expect.any(String), code: 'runner_upgrade_required' },
    })
  })
})

describe.each<[string, string, () => Promise<unknown>]>([
  ['list-directory', 'list-directory', () => post('list-directory', { path: '/w' })],
  ['paths/exists', 'path-exists', () => post('paths/exists', { paths: ['/w'] })],
  ['agent-availability', 'agent-availability', () => scene.raw('GET', '/api/machines/m/agent-availability')],
])('%s is 200 with success false', (_route, method, ask) => {
  it('when the runner throws', async () => {
    await runner.serve(method, throws)
    expect(await ask()).toEqual(ok({ success: false, error: 'EACCES' }))
  })

  it('when the runner has no handler', async () => {
    expect(await ask()).toEqual(failed)
  })

  it('when the runner answers nonsense', async () => {
    await runner.serve(method, () => 'ok')
    expect(await ask()).toEqual(failed)
  })

  it('when the runner goes away during the call', async () => {
    await runner.serve(method, () => {
      runner.socket.close()
      return new Promise(() => {})
    })
    expect(await ask()).toEqual(failed)
  })

  it('when the runner does not answer in 30 s', async () => {
    await stallsAt(method)
    expect(await ask()).toEqual(failed)
  })
})

describe('events', () => {
  it('a new machine, its state and its end go to the stream of the machine', async () => {
    const events = await scene.events({ machineId: 'm' })
    await runner.socket.request('machine-update-state', {
      machineId: 'm',
      expectedVersion: 1,
      runnerState: { status: 'running' },
    })
    const { data } = await events.until('machine-updated')
    expect(data).toEqual((await scene.raw('GET', '/api/machines')).body.machines[0])
  })

  it('changed models are announced by name only', async () => {
    const events = await scene.events({ machineId: 'm' })
    await runner.emit('machine-agy-models-changed', { machineId: 'm' })
    expect(await events.until('machine-agy-models-updated')).toEqual({
      type: 'machine-agy-models-updated',
      namespace: 'default',
      machineId: 'm',
    })
  })
})
