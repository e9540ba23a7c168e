import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FORKED_ID, HistoryScene, NATIVE_ID } from '../testing/history-scene.ts'

const CONFLICT = { status: 409, body: { error: expect.any(String) } }

let history: HistoryScene
beforeEach(async () => {
  history = await HistoryScene.open()
})
afterEach(() => history.close())

describe('a fork is refused', () => {
  it.each([
    ['while the agent does not say that it can', { capabilities: {} }, undefined],
    [
      'at a message, where the agent can only fork as it is',
      { capabilities: { conversationHistory: { forkCurrent: true } } },
      'second',
    ],
    [
      'as it is, where the agent can only fork at a message',
      { capabilities: { conversationHistory: { forkAtMessage: true } } },
      undefined,
    ],
    ['once the agent’s history has diverged', { conversationHistoryDiverged: true }, undefined],
    ['at a message nobody sent', {}, 'nobody'],
  ])('%s', async (_, metadata, messageLocalId) => {
    const agent = await history.forkable(metadata)
    expect([await history.fork(agent.id, { messageLocalId }), agent.calls]).toEqual([CONFLICT, []])
  })

  it('for an inactive session', async () => {
    const agent = await history.forkable()
    await agent.end()
    expect([await history.fork(agent.id), agent.calls]).toEqual([CONFLICT, []])
  })

  it('while the agent works', async () => {
    const agent = await history.forkable()
    await agent.alive({ thinking: true })
    expect([await history.fork(agent.id), agent.calls]).toEqual([CONFLICT, []])
  })

  it('while a terminal controls it', async () => {
    const agent = await history.conversation({}, { controlledByUser: true })
    await agent.serve('fork-conversation', () => ({ nativeSessionId: FORKED_ID }))
    expect([await history.fork(agent.id), agent.calls]).toEqual([CONFLICT, []])
  })

  it('while a message is scheduled for later', async () => {
    const agent = await history.forkable()
    const scheduledAt = history.scene.now + 60_000
    await history.scene.raw('POST', `/api/sessions/${agent.id}/messages`, {
      text: 'x',
      localId: 'x',
      scheduledAt,
    })
    expect([await history.fork(agent.id), agent.calls]).toEqual([CONFLICT, []])
  })

  it('at a message the agent has not taken', async () => {
    const agent = await history.forkable()
    await history.send(agent.id, 'queued')
    expect([await history.fork(agent.id, { messageLocalId: 'queued' }), agent.calls]).toEqual([CONFLICT, []])
  })

  it('without the session’s machine', async () => {
    const agent = await history.forkable({ machineId: 'gone' })
    expect([await history.fork(agent.id), agent.calls]).toEqual([CONFLICT, []])
  })

  it.each([[{ messageLocalId: '' }], [{ messageLocalId: 1 }]])('with 400 for the body %j', async (body) => {
    const agent = await history.forkable()
    expect([(await history.fork(agent.id, body)).status, agent.calls]).toEqual([400, []])
  })
})

describe('a fork fails with 409 and leaves nothing behind', () => {
  const listed = () => history.scene.listed()

  it.each<[string, () => unknown]>([
    ['the agent has no such handler', () => ({ error: 'Method not found' })],
    ['the agent fails', () => ({ error: 'disk full' })],
    ['the agent refuses', () => ({ success: false, error: 'not now' })],
    ['the agent answers nonsense', () => 'hm'],
    ['the agent answers nothing', () => undefined],
    ['the agent names the conversation it is in', () => ({ nativeSessionId: NATIVE_ID })],
  ])('when %s', async (_, answer) => {
    await history.startsForks()
    const agent = await history.conversation()
    await agent.serve('fork-conversation', answer)
    expect([await history.fork(agent.id), await listed()]).toEqual([CONFLICT, [agent.id]])
  })

  it('when the agent does not answer in two minutes, and not before', async () => {
    const asked = Promise.withResolvers<void>()
    const agent = await history.conversation()
    let answered = false
    await agent.serve('fork-conversation', () => {
      asked.resolve()
      return new Promise(() => {})
    })
    const fork = history.fork(agent.id).then((answer) => {
      answered = true
      return answer
    })
    await asked.promise
    history.scene.hub.clock.advance(119_999)
    await agent.flush()
    expect(answered).toBe(false)
    history.scene.hub.clock.advance(1)
    expect(await fork).toEqual(CONFLICT)
  })

  it.each<[string, (existing: string) => unknown]>([
    ['the runner refuses', () => ({ type: 'error', errorMessage: 'no' })],
    ['the runner fails', () => Promise.reject(new Error('broken'))],
    ['the runner starts another session', () => ({ type: 'success', sessionId: 'another' })],
  ])('when %s', async (_, answer) => {
    const agent = await history.forkable()
    await history.runner.serve('stop-session', () => ({ status: 'stopped' }))
    await history.runner.serve('spawn-happy-session', () => answer(''))
    expect([await history.fork(agent.id), await listed()]).toEqual([CONFLICT, [agent.id]])
  })

  it('when the child does not come online in 15 seconds', async () => {
    const agent = await history.forkable()
    const asked = Promise.withResolvers<void>()
    await history.runner.serve('stop-session', () => ({ status: 'stopped' }))
    await history.runner.serve('spawn-happy-session', (params) => {
      setImmediate(asked.resolve)
      return { type: 'success', sessionId: (params as { existingSessionId: string }).existingSessionId }
    })
    const fork = history.fork(agent.id)
    await asked.promise
    await history.runner.flush()
    history.scene.hub.clock.advance(15_000)
    expect([await fork, await listed(), history.stopped.length]).toEqual([CONFLICT, [agent.id], 1])
  })

  it('when the child of an agent that says where it is is somewhere else for a minute', async () => {
    const agent = await history.forkable({
      flavor: 'grok',
      grokSessionId: NATIVE_ID,
      codexSessionId: undefined,
    })
    await history.startsForks(async (child) => {
      const { metadata, metadataVersion } = await history.scene.detail(child.id)
      const elsewhere = { ...metadata, grokSessionId: 'thread-9' }
      await child.emit('update-metadata', {
        sid: child.id,
        expectedVersion: metadataVersion,
        metadata: elsewhere,
      })
    })
    const fork = history.fork(agent.id)
    await history.forkStarted()
    for (let second = 0; second < 60; second += 20) {
      await history.children[0]?.alive()
      await agent.alive()
      history.scene.hub.clock.advance(20_000)
    }
    expect([await fork, await listed()]).toEqual([CONFLICT, [agent.id]])
  })

  it('when the child ends instead of getting ready', async () => {
    const agent = await history.forkable({ flavor: 'pi', piSessionId: NATIVE_ID, codexSessionId: undefined })
    await history.startsForks()
    const fork = history.fork(agent.id)
    await history.forkStarted()
    await history.children[0]?.end('error')
    expect([await fork, await listed()]).toEqual([CONFLICT, [agent.id]])
  })
})
