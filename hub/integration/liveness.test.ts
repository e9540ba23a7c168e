import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SyncEvent } from '../../contract/events.ts'
import { HubScene, type SceneAgent } from '../testing/hub-scene.ts'

let scene: HubScene
let agent: SceneAgent
beforeEach(async () => {
  scene = await HubScene.open()
  agent = await scene.session()
})
afterEach(() => scene.close())

const patches = (events: SyncEvent[]) =>
  events.map((event) => (event.type === 'session-updated' ? event.data : event.type))

async function caused(action: () => Promise<unknown>): Promise<unknown[]> {
  const events = await scene.events()
  await action()
  const told = patches((await scene.settled(events)).filter(({ type }) => type !== 'heartbeat'))
  events.close()
  return told
}

describe('keep-alives', () => {
  it('five in ten seconds make one patch', async () => {
    scene.hub.clock.advance(10_000)
    const told = await caused(async () => {
      for (let second = 2; second <= 10; second += 2) {
        scene.hub.clock.advance(2000)
        await agent.alive()
      }
    })
    expect(told).toEqual([expect.objectContaining({ active: true })])
  })

  it('a minute of them makes one patch every ten seconds', async () => {
    const told = await caused(async () => {
      for (let second = 2; second <= 60; second += 2) {
        scene.hub.clock.advance(2000)
        await agent.alive()
      }
    })
    expect(told).toHaveLength(5)
  })

  it('a quiet one moves activeAt for whoever asks', async () => {
    scene.hub.clock.advance(2000)
    await agent.alive()
    expect((await scene.detail(agent.id)).activeAt).toBe(scene.now)
  })

  it('a change of thinking goes out at once', async () => {
    const told = await caused(async () => {
      await agent.alive({ thinking: true })
      await agent.alive({ thinking: false })
    })
    expect(told.map((data) => (data as { thinking: boolean }).thinking)).toEqual([true, false])
  })

  it.each([
    ['permissionMode', 'plan'],
    ['model', 'm'],
    ['effort', 'high'],
    ['modelReasoningEffort', 'high'],
    ['serviceTier', 'fast'],
    ['collaborationMode', 'plan'],
    ['copilotAgentMode', 'autopilot'],
  ])('a change of %s goes out at once, and is known afterwards', async (key, value) => {
    const told = await caused(() => agent.alive({ [key]: value }))
    expect([told, (await scene.detail(agent.id))[key]]).toEqual([
      [expect.objectContaining({ [key]: value })],
      value,
    ])
  })

  it('a patch of liveness holds nothing that only a full session may carry', async () => {
    const [patch] = await caused(() => agent.alive({ thinking: true }))
    expect(Object.keys(patch as object).sort()).toEqual([
      'active',
      'activeAt',
      'activeTurnStartedAt',
      'effort',
      'model',
      'modelReasoningEffort',
      'serviceTier',
      'thinking',
    ])
  })
})

describe('expiry', () => {
  it.each([
    [30_000, true],
    [35_000, false],
  ])('after %i ms of silence the session is active: %s', async (ms, active) => {
    scene.hub.clock.advance(ms)
    expect((await scene.detail(agent.id)).active).toBe(active)
  })

  it('goes out as a patch and is no end', async () => {
    expect(await caused(async () => scene.hub.clock.advance(35_000))).toEqual([
      expect.objectContaining({ active: false }),
    ])
  })

  it('leaves queued prompts queued', async () => {
    await scene.raw('POST', `/api/sessions/${agent.id}/messages`, { text: 'x', localId: 'l' })
    scene.hub.clock.advance(35_000)
    expect((await scene.messages(agent.id)).map(({ invokedAt }) => invokedAt)).toEqual([null])
  })

  it('ends with the next keep-alive', async () => {
    scene.hub.clock.advance(35_000)
    await agent.alive()
    expect((await scene.detail(agent.id)).active).toBe(true)
  })

  it.each([
    [45_000, 1],
    [50_000, 0],
  ])('after %i ms of silence %i machines are listed', async (ms, count) => {
    await scene.runner()
    scene.hub.clock.advance(ms)
    expect((await scene.raw('GET', '/api/machines')).body.machines).toHaveLength(count)
  })

  it('of a machine goes out as a patch', async () => {
    await scene.runner()
    scene.hub.clock.advance(30_000)
    await agent.alive()
    const events = await scene.events()
    scene.hub.clock.advance(20_000)
    const told = (await scene.settled(events)).filter(({ type }) => type === 'machine-updated')
    expect(told).toEqual([
      { type: 'machine-updated', namespace: 'default', machineId: 'm', data: { active: false } },
    ])
  })
})

describe('idle', () => {
  const IDLE_MS = 60_000
  const STEP_MS = 5000

  beforeEach(async () => {
    await scene.close()
    scene = await HubScene.open({ env: { SVC_SESSION_IDLE_TIMEOUT_MS: String(IDLE_MS) } })
    agent = await scene.session()
  })

  async function keepAliveFor(ms: number): Promise<void> {
    for (let past = 0; past < ms; past += STEP_MS) {
      scene.hub.clock.advance(STEP_MS)
      await agent.alive()
    }
  }
  const lifecycleState = async () => (await scene.detail(agent.id)).metadata.lifecycleState

  it('is what a session becomes that only keeps alive for the timeout', async () => {
    await keepAliveFor(IDLE_MS - STEP_MS)
    const before = await lifecycleState()
    await keepAliveFor(2 * STEP_MS)
    expect([before, await lifecycleState()]).toEqual(['running', 'idle'])
  })

  it('stays active, lists as idle, and goes out as new metadata', async () => {
    const told = await caused(() => keepAliveFor(IDLE_MS + STEP_MS))
    const { sessions } = (await scene.raw('GET', '/api/sessions')).body
    const row = sessions.find(({ id }: { id: string }) => id === agent.id)
    const { metadata, metadataVersion } = await scene.detail(agent.id)
    expect([row.active, row.metadata.lifecycleState, told]).toEqual([
      true,
      'idle',
      expect.arrayContaining([{ metadata: { version: metadataVersion, value: metadata } }]),
    ])
  })

  it('is not for a session that is exempt', async () => {
    agent = await scene.session({ metadata: { idleReconcileExempt: true } })
    await keepAliveFor(2 * IDLE_MS)
    expect(await lifecycleState()).toBe('running')
  })

  it.each<[string, () => Promise<unknown>]>([
    ['a message of the agent', () => agent.say('hello')],
    ['a prompt', () => scene.raw('POST', `/api/sessions/${agent.id}/messages`, { text: 'x', localId: 'l' })],
    [
      'a background task',
      () => {
        const text = 'Command running in background with ID: 1'
        const content = [{ type: 'tool_result', tool_use_id: 't', content: text }]
        const data = { type: 'user', message: { role: 'user', content } }
        const message = { role: 'agent', content: { type: 'output', data } }
        return agent.emit('message', { sid: agent.id, message })
      },
    ],
  ])('ends within one tick of %s', async (_, act) => {
    await keepAliveFor(IDLE_MS + STEP_MS)
    const before = await lifecycleState()
    await act()
    await keepAliveFor(STEP_MS)
    expect([before, await lifecycleState()]).toEqual(['idle', 'running'])
  })

  it('is what an archived session never becomes', async () => {
    agent = await scene.session({ metadata: { lifecycleState: 'archived' } })
    await keepAliveFor(2 * IDLE_MS)
    expect(await lifecycleState()).toBe('archived')
  })
})
