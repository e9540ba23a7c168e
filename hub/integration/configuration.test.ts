import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  listMachineCodexModels,
  listMachineGrokModels,
  listSessionGrokEfforts,
  listSkills,
  listSlashCommands,
  MACHINE_MODELS,
  SESSION_EFFORTS,
  SESSION_MODELS,
} from '../../contract/catalog.ts'
import {
  clearSession,
  implementPlan,
  setEffort,
  setModel,
  setPermissionMode,
} from '../../contract/configuration.ts'
import { flavorOf } from '../../contract/flavors.ts'
import { getSession } from '../../contract/session.ts'
import { DemoMachine } from '../../demo/machine.ts'
import { HubScene } from '../testing/hub-scene.ts'
import type { TestClient } from '../testing/test-client.ts'
import { TestHub } from '../testing/test-hub.ts'

const SHARED = { flavor: 'codex', capabilities: { concurrentClients: true } }

describe('with an agent that never answers', () => {
  let scene: HubScene
  beforeAll(async () => {
    scene = await HubScene.open()
  })
  afterAll(() => scene.close())

  it.each([
    ['POST', 'model', 'set-session-config', 30_000, 409, { error: 'The agent did not answer in time' }],
    [
      'GET',
      'codex-models',
      'listCodexModels',
      30_000,
      200,
      { success: false, error: 'The agent did not answer in time' },
    ],
    [
      'GET',
      'slash-commands',
      'listSlashCommands',
      30_000,
      200,
      { success: false, error: 'The agent did not answer in time' },
    ],
    [
      'GET',
      'skills',
      'listSkills',
      30_000,
      200,
      { success: false, error: 'The agent did not answer in time' },
    ],
    ['POST', 'clear', 'clear-conversation', 120_000, 409, { error: 'The agent did not answer in time' }],
    [
      'POST',
      'codex/plan/implement',
      'implement-codex-plan',
      60_000,
      503,
      { ok: false, code: 'indeterminate', error: 'The agent did not answer in time' },
    ],
  ])('%s %s waits its time for %s and no longer', async (method, route, rpc, timeoutMs, status, body) => {
    const agent = await scene.session({ metadata: SHARED, agentState: { codexPlanProposalId: 'p' } })
    const { promise: asked, resolve: noteAsked } = Promise.withResolvers<void>()
    await agent.serve(rpc, () => {
      noteAsked()
      return new Promise(() => {})
    })
    const sent = method === 'GET' ? undefined : { model: 'm', planId: 'p' }
    let hasAnswered = false
    const answer = scene.raw(method, `/api/sessions/${agent.id}/${route}`, sent).finally(() => {
      hasAnswered = true
    })
    await asked
    scene.hub.clock.advance(timeoutMs - 1)
    await agent.flush()
    await scene.detail(agent.id)
    expect(hasAnswered).toBe(false)
    scene.hub.clock.advance(1)
    expect(await answer).toEqual({ status, body })
  })

  it('a machine gets as long for its models', async () => {
    const runner = await scene.runner('slow')
    const { promise: asked, resolve: noteAsked } = Promise.withResolvers<void>()
    await runner.serve('listAgyModels', () => {
      noteAsked()
      return new Promise(() => {})
    })
    let hasAnswered = false
    const answer = scene.raw('GET', '/api/machines/slow/agentI-models').finally(() => {
      hasAnswered = true
    })
    await asked
    scene.hub.clock.advance(29_999)
    await runner.flush()
    await scene.raw('GET', '/api/machines')
    expect(hasAnswered).toBe(false)
    scene.hub.clock.advance(1)
    expect(await answer).toEqual({
      status: 200,
      body: { success: false, error: 'The agent did not answer in time' },
    })
  })
})

describe('with agents that do as they are told', () => {
  let scene: HubScene
  beforeAll(async () => {
    scene = await HubScene.open()
  })
  afterAll(() => scene.close())

  it('a setting reaches the agent, the client and the stream, and survives a keep-alive from before', async () => {
    const agent = await scene.session()
    await agent.serve('set-session-config', (wanted) => ({ applied: wanted }))
    const events = await scene.events()
    const before = scene.now - 1
    await scene.api.call(setModel, { params: { id: agent.id }, body: { model: ' opus ' } })
    await agent.emit('session-alive', { sid: agent.id, time: before, model: 'sonnet' })
    expect(agent.calls).toEqual([{ method: 'set-session-config', params: { model: 'opus' } }])
    expect((await scene.detail(agent.id)).model).toBe('opus')
    expect(await scene.settled(events)).toMatchObject([
      { type: 'session-updated', sessionId: agent.id, data: { id: agent.id, model: 'opus' } },
    ])
  })

  it('a mode chosen while the agent sleeps is there when the session is looked at', async () => {
    const id = await scene.asleep()
    await scene.api.call(setPermissionMode, { params: { id }, body: { mode: 'plan' } })
    expect(await scene.detail(id)).toMatchObject({ active: false, permissionMode: 'plan' })
  })

  it('a plan is queued once', async () => {
    const agent = await scene.session({ metadata: SHARED, agentState: { codexPlanProposalId: 'p' } })
    await agent.serve('implement-codex-plan', () => ({ ok: true }))
    const call = { params: { id: agent.id }, body: { planId: 'p' } }
    await scene.api.call(implementPlan, call)
    await scene.api.call(implementPlan, call)
    expect(agent.calls).toEqual([{ method: 'implement-codex-plan', params: { planId: 'p' } }])
  })

  it('a shared session is cleared into the one its runtime has just made', async () => {
    const agent = await scene.session({ metadata: SHARED })
    await agent.serve('clear-conversation', async () => {
      const child = await scene.session({ metadata: SHARED })
      return { sessionId: child.id }
    })
    const { sessionId } = await scene.api.call(clearSession, { params: { id: agent.id } })
    const [source, child] = [await scene.detail(agent.id), await scene.detail(sessionId)]
    expect([source.id, source.active, source.metadata.supersededBySessionId]).toEqual([
      agent.id,
      true,
      undefined,
    ])
    expect([child.id, child.id === source.id]).toEqual([sessionId, false])
  })
})

describe('the simulated machine', () => {
  let hub: TestHub
  let client: TestClient
  let machine: DemoMachine
  beforeEach(async () => {
    hub = await TestHub.start()
    client = await hub.client()
    machine = await DemoMachine.start({ client: hub.cli(), id: 'demo', host: 'Demo', speed: 10_000 })
  })
  afterEach(async () => {
    await machine.stop()
    await hub.close()
  })

  const start = async (agent: string) =>
    (await machine.startAgent({ agent, directory: '/home/alex/projects/shop' })).sessionId
  const sessionOf = async (id: string) => (await client.call(getSession, { params: { id } })).session

  it.each(['codex', 'grok', 'pi', 'opencode'])('lets %s be set to any model it lists', async (agent) => {
    const params = { id: await start(agent) }
    const catalog = SESSION_MODELS[flavorOf(await sessionOf(params.id).then(({ metadata }) => metadata)).id]
    if (!catalog) throw new Error(`${agent} has no models`)
    const answer = await client.call(catalog.endpoint, { params })
    if (!answer.success) throw new Error(answer.error)
    const models =
      'models' in answer
        ? answer.models.map(({ id }) => id)
        : answer.availableModels.map(({ modelId }) => modelId)
    expect(models.length).toBeGreaterThan(1)
    await client.call(setModel, { params, body: { model: models[1] as string } })
    expect((await sessionOf(params.id)).model).toBe(models[1])
  })

  it('lets grok be set to an effort it lists', async () => {
    const params = { id: await start('grok') }
    const answer = await client.call(listSessionGrokEfforts, { params })
    if (!answer.success) throw new Error(answer.error)
    await client.call(setEffort, { params, body: { effort: answer.options[2]?.value as string } })
    const now = await client.call(listSessionGrokEfforts, { params })
    expect([(await sessionOf(params.id)).effort, now]).toMatchObject(['high', { currentValue: 'high' }])
  })

  it('says what agents offer before one is started', async () => {
    const params = { id: 'demo' }
    expect(await client.call(listMachineCodexModels, { params })).toMatchObject({ success: true })
    const grok = await client.call(listMachineGrokModels, { params, query: { cwd: '/home/alex' } })
    expect(grok).toMatchObject({ success: true })
  })

  it('has commands and skills to show', async () => {
    const params = { id: await start('claude') }
    const commands = await client.call(listSlashCommands, { params })
    const skills = await client.call(listSkills, { params })
    if (!commands.success || !skills.success) throw new Error('The agent answered nothing')
    expect(commands.commands.map(({ name }) => name)).toEqual([
      'clear',
      'compact',
      'help',
      'review',
      'explain',
    ])
    expect(skills.skills.map(({ name }) => name)).toEqual(['release-notes', 'screenshots'])
  })

  it('names its catalogs by flavors that have them', () => {
    expect(
      [SESSION_MODELS, SESSION_EFFORTS, MACHINE_MODELS].map((table) => Object.keys(table).join(' ')),
    ).toEqual([
      'agentB agentC agentD agentE agentG agentH',
      'agentD agentG',
      'agentB agentC agentD agentE agentG agentH agentI',
    ])
  })
})
