import { beforeEach, describe, expect, it } from 'vitest'
import { MACHINE_RPC } from '../../contract/cli-plane.ts'
import { AgentFailed } from '../errors.ts'
import { LifecycleRoom } from '../testing/lifecycle-room.ts'

const metadata = { host: 'box', platform: 'linux', happyCliVersion: '0.30.7' }
let room: LifecycleRoom

beforeEach(() => {
  room = new LifecycleRoom()
})

describe('spawning for a client', () => {
  const spawn = (body: object = {}) =>
    room.machines.spawnFromClient(room.machines.require('default', 'm1'), { directory: '/w', ...body })

  beforeEach(() => {
    room.machine()
    room.onSpawn(() => ({ type: 'success', sessionId: 's' }))
  })

  it('starts the default agent under the name runners know', async () => {
    expect(await spawn()).toEqual({ type: 'success', sessionId: 's' })
    expect(room.called(MACHINE_RPC.spawn)).toEqual([
      { type: 'spawn-in-directory', directory: '/w', agent: 'claude', forkSession: false },
    ])
  })

  it.each([
    ['agentB', 'codex'],
    ['codex', 'codex'],
    ['agentI', 'agy'],
    ['kimi', 'kimi'],
  ])('starts %s as %s', async (agent, cliId) => {
    await spawn({ agent })
    expect(room.called(MACHINE_RPC.spawn)).toMatchObject([{ agent: cliId }])
  })

  it('passes everything the client chose', async () => {
    const chosen = {
      model: 'm',
      effort: 'high',
      modelReasoningEffort: 'low',
      yolo: true,
      permissionMode: 'yolo',
      sessionType: 'worktree',
      worktreeName: 'w',
      serviceTier: 'fast',
      collaborationMode: 'plan',
      startingMode: 'pty',
    }
    await spawn({ agent: 'codex', ...chosen })
    await spawn({ agent: 'copilot', copilotAgentMode: 'plan' })
    expect(room.called(MACHINE_RPC.spawn)).toEqual([
      { type: 'spawn-in-directory', directory: '/w', agent: 'codex', forkSession: false, ...chosen },
      {
        type: 'spawn-in-directory',
        directory: '/w',
        agent: 'copilot',
        forkSession: false,
        copilotAgentMode: 'plan',
      },
    ])
  })

  it.each([
    ['agentA', 'yolo'],
    ['agentE', 'default'],
  ])('refuses %s in mode %s', async (agent, permissionMode) => {
    await expect(spawn({ agent, permissionMode })).rejects.toMatchObject({
      status: 400,
      message: 'Invalid permission mode for session flavor',
    })
    expect(room.called(MACHINE_RPC.spawn)).toEqual([])
  })

  it('says 503 when the machine is away', async () => {
    room.clock.advance(45_001)
    room.machines.tick()
    await expect(spawn()).rejects.toMatchObject({ status: 503, code: 'no_machine_online' })
  })

  it('asks no runner that is too old to check its agents', async () => {
    room.machine('m1', { metadata: { ...metadata, capabilities: ['stop-runner'] } })
    expect(await spawn()).toMatchObject({ type: 'error', code: 'runner_upgrade_required' })
    expect(room.called(MACHINE_RPC.spawn)).toEqual([])
  })

  it('never starts a legacy agent', async () => {
    expect(await spawn({ agent: 'gemini' })).toMatchObject({
      type: 'error',
      code: 'agent_unavailable',
      agent: 'gemini',
    })
  })

  it('answers an absent or failing runner as a failed spawn', async () => {
    room.onSpawn(() => Promise.reject(new AgentFailed('The agent did not answer in time')))
    expect(await spawn()).toEqual({ type: 'error', message: 'The agent did not answer in time' })
    room.link.handlers.clear()
    expect(await spawn()).toMatchObject({ type: 'error', message: /not offer this/ })
  })
})

describe('asking a runner', () => {
  beforeEach(() => room.machine())
  const m1 = () => room.machines.require('default', 'm1')

  it('asks for each path once, trimmed', async () => {
    room.handle('m1', MACHINE_RPC.pathExists, () => ({ exists: { '/a': true, '/b': false } }))
    expect(await room.machines.pathsExist(m1(), [' /a', '/b', '/a ', '', '  '])).toEqual({
      exists: { '/a': true, '/b': false },
    })
    expect(room.called(MACHINE_RPC.pathExists)).toEqual([{ paths: ['/a', '/b'] }])
  })

  it('asks nobody about no path', async () => {
    expect(await room.machines.pathsExist(m1(), [' '])).toEqual({ exists: {} })
    expect(room.link.calls).toEqual([])
  })

  it('refuses to ask an old runner for its agents', async () => {
    room.machine('m1', { metadata: { ...metadata, capabilities: [] } })
    await expect(room.machines.agentAvailability(m1())).rejects.toMatchObject({
      status: 409,
      code: 'runner_upgrade_required',
    })
  })

  it('takes an answer it cannot read for a failure', async () => {
    room.handle('m1', MACHINE_RPC.listDirectory, () => ({ success: true, entries: 'many' }))
    await expect(room.machines.listDirectory(m1(), { path: '/' })).rejects.toBeInstanceOf(AgentFailed)
  })

  it.each([
    ['what the runner says', () => ({ onDisk: false }), false],
    ['yes when it does not know', () => ({}), true],
    ['yes when it fails', () => Promise.reject(new AgentFailed('no')), true],
  ])('believes %s about a chat store', async (_, answer, holds) => {
    room.handle('m1', MACHINE_RPC.cursorChatStoreStatus, answer)
    expect(await room.machines.holdsChatStore(m1(), { workspacePath: '/w', cursorSessionId: 'c' })).toBe(
      holds,
    )
  })
})
