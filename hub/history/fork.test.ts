import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FORKED_ID, HISTORY_CAPABILITIES, HistoryScene, NATIVE_ID } from '../testing/history-scene.ts'
import type { SceneAgent } from '../testing/hub-scene.ts'

const CONFLICT = { status: 409, body: { error: expect.any(String) } }

let history: HistoryScene
beforeEach(async () => {
  history = await HistoryScene.open()
})
afterEach(() => history.close())

describe('a fork', () => {
  it('answers a child that goes on with everything that was said', async () => {
    await history.startsForks()
    const agent = await history.forkable()
    const { status, body } = await history.fork(agent.id)
    expect([status, Object.keys(body)]).toEqual([200, ['sessionId']])
    expect(await history.words(body.sessionId)).toEqual([
      'first',
      'answer to first',
      'second',
      'answer to second',
    ])
    expect(agent.calls).toEqual([{ method: 'fork-conversation', params: {} }])
  })

  it('ends before the message it is made at', async () => {
    await history.startsForks()
    const agent = await history.forkable()
    const { body } = await history.fork(agent.id, { messageLocalId: 'second' })
    expect(await history.words(body.sessionId)).toEqual(['first', 'answer to first'])
    expect(agent.calls).toEqual([{ method: 'fork-conversation', params: { messageLocalId: 'second' } }])
  })

  it('works without a body', async () => {
    await history.startsForks()
    const agent = await history.forkable()
    expect((await history.scene.raw('POST', `/api/sessions/${agent.id}/fork`)).status).toBe(200)
  })

  it('leaves the conversation it was made of as it is', async () => {
    await history.startsForks()
    const agent = await history.forkable()
    const before = [await history.scene.messages(agent.id), await history.epoch(agent.id)]
    await history.fork(agent.id)
    expect([await history.scene.messages(agent.id), await history.epoch(agent.id)]).toEqual(before)
  })

  it('copies rows with their times under ids of their own, and raises the child’s epoch once', async () => {
    await history.startsForks()
    const agent = await history.forkable()
    const { body } = await history.fork(agent.id)
    const [before, after] = [
      await history.scene.messages(agent.id),
      await history.scene.messages(body.sessionId),
    ]
    const alike = (rows: typeof before) => rows.map(({ id: _, seq: __, ...row }) => row)
    expect(alike(after)).toEqual(alike(before))
    expect(after.filter(({ id }) => before.some((row) => row.id === id))).toEqual([])
    expect(await history.epoch(body.sessionId)).toBe(1)
  })

  it('is where its parent is, says whose child it is, and knows the messages it has', async () => {
    await history.startsForks()
    const agent = await history.forkable({
      name: 'Fix the roof',
      worktree: { basePath: '/b', branch: 'x', name: 'x' },
    })
    const { body } = await history.fork(agent.id, { messageLocalId: 'second' })
    const child = await history.scene.detail(body.sessionId)
    expect(child.metadata).toEqual({
      path: '/w',
      host: 'box',
      machineId: 'm',
      flavor: 'codex',
      capabilities: HISTORY_CAPABILITIES,
      codexSessionId: FORKED_ID,
      forkedFrom: agent.id,
      startedBy: 'runner',
      summary: { text: 'Fork: Fix the roof', updatedAt: history.scene.now },
      conversationHistoryPoints: { first: true },
      conversationHistoryTurns: { first: 't1' },
    })
    expect([child.active, child.hasConversationContent]).toEqual([true, true])
  })

  it('takes its title from the summary where nobody gave it a name, and has none otherwise', async () => {
    await history.startsForks()
    const named = await history.forkable({ summary: { text: 'Roof', updatedAt: 1 } })
    const nameless = await history.forkable({ codexSessionId: 'other' }, { nativeSessionId: 'thread-3' })
    const summaryOf = async (id: string) =>
      (await history.scene.detail((await history.fork(id)).body.sessionId)).metadata.summary
    expect([(await summaryOf(named.id)).text, await summaryOf(nameless.id)]).toEqual([
      'Fork: Roof',
      undefined,
    ])
  })

  it('starts with its parent’s configuration, as the conversation that was forked', async () => {
    await history.startsForks()
    const agent = await history.forkable()
    await agent.alive({
      model: 'gpt-5',
      modelReasoningEffort: 'high',
      serviceTier: 'fast',
      permissionMode: 'yolo',
    })
    const { body } = await history.fork(agent.id)
    expect(history.spawned).toEqual([
      {
        method: 'spawn-happy-session',
        params: {
          type: 'spawn-in-directory',
          directory: '/w',
          agent: 'codex',
          model: 'gpt-5',
          modelReasoningEffort: 'high',
          serviceTier: 'fast',
          permissionMode: 'yolo',
          resumeSessionId: FORKED_ID,
          existingSessionId: body.sessionId,
          sessionId: body.sessionId,
          forkSession: false,
        },
      },
    ])
    const { model, modelReasoningEffort, serviceTier } = await history.scene.detail(body.sessionId)
    expect([model, modelReasoningEffort, serviceTier]).toEqual(['gpt-5', 'high', 'fast'])
  })

  it('has the to-do list its messages end with', async () => {
    await history.startsForks()
    const agent = await history.forkable()
    const plan = (content: string) => ({
      role: 'agent',
      content: {
        type: 'codex',
        data: { type: 'plan', entries: [{ content, priority: 'low', status: 'pending' }] },
      },
    })
    await agent.emit('message', { sid: agent.id, message: plan('early') })
    history.scene.hub.clock.advance(10)
    await history.exchange(agent, 'third')
    await agent.emit('message', { sid: agent.id, message: plan('late') })
    const { body } = await history.fork(agent.id, { messageLocalId: 'third' })
    const { todos, todosUpdatedAt } = await history.scene.detail(body.sessionId)
    expect([todos.map(({ content }: { content: string }) => content), todosUpdatedAt]).toEqual([
      ['early'],
      history.scene.now,
    ])
  })

  it('of nothing at all is no conversation yet', async () => {
    await history.startsForks()
    const agent = await history.forkable()
    const { body } = await history.fork(agent.id, { messageLocalId: 'first' })
    const { hasConversationContent, todos } = await history.scene.detail(body.sessionId)
    expect([await history.words(body.sessionId), hasConversationContent, todos]).toEqual([
      [],
      false,
      undefined,
    ])
  })

  it('does not count its tokens again', async () => {
    await history.startsForks()
    const agent = await history.forkable()
    const usage = { input_tokens: 10, output_tokens: 5 }
    await agent.emit('message', {
      sid: agent.id,
      message: {
        role: 'agent',
        content: {
          type: 'output',
          data: { type: 'assistant', message: { model: 'm', usage, content: 'hi' } },
        },
      },
    })
    const totals = async () => (await history.scene.raw('GET', '/api/usage/summary?range=all')).body.totals
    const before = await totals()
    await history.fork(agent.id)
    expect([before.outputTokens, await totals()]).toEqual([5, before])
  })

  it('is announced with the session, and its messages are delivered to nobody', async () => {
    await history.startsForks()
    const agent = await history.forkable()
    const events = await history.scene.events()
    const { body } = await history.fork(agent.id)
    const seen = await history.scene.settled(events)
    const types = seen.flatMap((event) =>
      'sessionId' in event && event.sessionId === body.sessionId ? [event.type] : [],
    )
    expect([types[0], types.includes('message-received'), history.children[0]?.prompts]).toEqual([
      'session-added',
      false,
      [],
    ])
  })
})

describe('an agent that forks by itself when it is started', () => {
  const claude = { flavor: 'claude', claudeSessionId: NATIVE_ID }
  const answer = { nativeSessionId: NATIVE_ID, forkSession: true }

  it('is waited for until it reports a conversation of its own', async () => {
    const report = async (child: SceneAgent, claudeSessionId: string) => {
      const { metadata, metadataVersion } = await history.scene.detail(child.id)
      const next = { ...metadata, claudeSessionId }
      await child.emit('update-metadata', { sid: child.id, expectedVersion: metadataVersion, metadata: next })
      return metadata.claudeSessionId
    }
    let before: unknown = 'not looked at'
    await history.startsForks(async (child) => {
      before = await report(child, NATIVE_ID)
      await child.flush()
    })
    const agent = await history.forkable({ ...claude, codexSessionId: undefined }, answer)
    const fork = history.fork(agent.id)
    await history.forkStarted()
    const child = history.children[0] as SceneAgent
    // Its parent's id is not its own, and does not make the two one session either.
    expect([before, (await history.words(child.id)).length, (await history.words(agent.id)).length]).toEqual([
      undefined,
      4,
      4,
    ])
    await report(child, 'own')
    expect(await fork).toEqual({ status: 200, body: { sessionId: child.id } })
    expect(history.spawned[0]?.params).toMatchObject({ resumeSessionId: NATIVE_ID, forkSession: true })
  })

  it('has failed when it does not within a minute, and nothing of it remains', async () => {
    await history.startsForks()
    const agent = await history.forkable({ ...claude, codexSessionId: undefined }, answer)
    const fork = history.fork(agent.id)
    await history.forkStarted()
    const { clock } = history.scene.hub
    for (let second = 0; second < 60; second += 20) {
      await history.children[0]?.alive()
      await agent.alive()
      clock.advance(20_000)
    }
    expect([await fork, history.stopped.length]).toEqual([CONFLICT, 1])
    expect((await history.scene.raw('GET', `/api/sessions/${history.children[0]?.id}`)).status).toBe(404)
  })
})

it('a fork of an agent that announces itself waits for that', async () => {
  await history.startsForks(async (child) => {
    await child.emit('session-ready', { sid: child.id, time: history.scene.now })
  })
  const agent = await history.forkable({ flavor: 'pi', piSessionId: NATIVE_ID, codexSessionId: undefined })
  const { status, body } = await history.fork(agent.id)
  expect([status, (await history.scene.detail(body.sessionId)).metadata.piSessionId]).toEqual([
    200,
    FORKED_ID,
  ])
})
