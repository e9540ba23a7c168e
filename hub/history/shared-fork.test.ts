import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FORKED_ID, HISTORY_CAPABILITIES, HistoryScene } from '../testing/history-scene.ts'

const CONFLICT = { status: 409, body: { error: expect.any(String) } }

let history: HistoryScene
beforeEach(async () => {
  history = await HistoryScene.open()
})
afterEach(() => history.close())

describe('while a fork is under way', () => {
  /** A fork that ends when `finish` is called. */
  async function begun(metadata: object = {}) {
    const asked = Promise.withResolvers<void>()
    const may = Promise.withResolvers<void>()
    await history.startsForks()
    const agent = await history.conversation(metadata)
    await agent.serve('fork-conversation', async () => {
      asked.resolve()
      await may.promise
      return { nativeSessionId: FORKED_ID }
    })
    const fork = history.fork(agent.id)
    await asked.promise
    return { agent, fork, finish: may.resolve }
  }

  it('the session takes no prompts, and does again afterwards', async () => {
    const { agent, fork, finish } = await begun()
    const refused = await history.send(agent.id, 'too early')
    finish()
    await fork
    expect([refused, (await history.send(agent.id, 'now')).status, await history.words(agent.id)]).toEqual([
      CONFLICT,
      200,
      ['first', 'answer to first', 'second', 'answer to second', 'now'],
    ])
  })

  it('another fork or rewind is refused, and possible afterwards', async () => {
    const { agent, fork, finish } = await begun()
    const refused = [(await history.fork(agent.id)).status, (await history.rewind(agent.id)).status]
    finish()
    await fork
    expect([refused, (await history.fork(agent.id)).status, agent.calls.length]).toEqual([[409, 409], 200, 2])
  })

  it('a prompt that got into the queue all the same is delivered afterwards', async () => {
    const capabilities = { ...HISTORY_CAPABILITIES, concurrentClients: true }
    const { agent, fork, finish } = await begun({ capabilities })
    await agent.emit('native-queue-message', { sid: agent.id, localId: 'n', text: 'from elsewhere' })
    const other = await history.scene.connect(agent.id)
    await other.flush()
    const before = other.prompts
    finish()
    await fork
    await other.flush()
    expect([before, other.prompts]).toEqual([[], [['n', 'from elsewhere']]])
  })
})

describe('a shared agent', () => {
  const shared = {
    hostPid: 77,
    capabilities: { ...HISTORY_CAPABILITIES, concurrentClients: true },
  }
  const child = { ...shared, flavor: 'codex', machineId: 'm', codexSessionId: FORKED_ID }
  const CHILD_ID = '5a5a5a5a-0000-4000-8000-000000000001'
  const answer = { nativeSessionId: FORKED_ID, sessionId: CHILD_ID }
  const appears = (metadata: object = {}) =>
    history.scene.hub.cli().createSession({
      id: CHILD_ID,
      tag: 'child',
      metadata: { path: '/w', host: 'box', ...child, ...metadata },
    })

  it('answers the child it has already made, and nobody is started', async () => {
    const agent = await history.forkable(shared, answer)
    await appears({ forkedFrom: agent.id })
    expect([await history.fork(agent.id), history.spawned]).toEqual([
      { status: 200, body: { sessionId: CHILD_ID } },
      [],
    ])
    expect(await history.words(CHILD_ID)).toEqual([])
  })

  it('may be controlled by a terminal', async () => {
    const agent = await history.conversation(shared, { controlledByUser: true })
    await agent.serve('fork-conversation', () => answer)
    await appears({ forkedFrom: agent.id })
    expect((await history.fork(agent.id)).status).toBe(200)
  })

  it('is waited for until the child is a session, wherever the machine is', async () => {
    const agent = await history.conversation({ ...shared, machineId: 'elsewhere' })
    const asked = Promise.withResolvers<void>()
    await agent.serve('fork-conversation', () => {
      asked.resolve()
      return answer
    })
    const fork = history.fork(agent.id)
    await asked.promise
    await agent.flush()
    await appears({ forkedFrom: agent.id, machineId: 'elsewhere' })
    expect(await fork).toEqual({ status: 200, body: { sessionId: CHILD_ID } })
  })

  it.each([
    ['of another machine', { machineId: 'other' }],
    ['of another process', { hostPid: 78 }],
    ['that is not shared', { capabilities: {} }],
    ['of another conversation', { codexSessionId: 'thread-9' }],
    ['of another parent', { forkedFrom: 'somebody' }],
  ])('is not believed about a child %s', async (_, metadata) => {
    const agent = await history.conversation(shared)
    const asked = Promise.withResolvers<void>()
    await agent.serve('fork-conversation', () => {
      asked.resolve()
      return answer
    })
    await appears({ forkedFrom: agent.id, ...metadata })
    const fork = history.fork(agent.id)
    await asked.promise
    await agent.flush()
    await agent.flush()
    history.scene.hub.clock.advance(5_000)
    expect(await fork).toEqual(CONFLICT)
  })
})
