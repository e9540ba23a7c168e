import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HISTORY_CAPABILITIES, HistoryScene, wordsOf } from '../testing/history-scene.ts'
import type { SceneAgent } from '../testing/hub-scene.ts'

const DONE = { status: 200, body: { success: true } }
const REFUSED = { status: 409, body: { error: expect.any(String), hydrateFailed: false } }
const UNKNOWN = { status: 500, body: { error: expect.any(String), hydrateFailed: true } }

let history: HistoryScene
beforeEach(async () => {
  history = await HistoryScene.open()
})
afterEach(() => history.close())

/** A conversation whose agent goes back to before `second` and puts these messages there. */
async function rewindable(messages?: object[], metadata: object = {}): Promise<SceneAgent> {
  const agent = await history.conversation(metadata)
  await agent.serve('rewind-conversation', () => ({
    success: true,
    truncateFromLocalId: 'second',
    ...(messages && { messages }),
  }))
  return agent
}

const isDiverged = async (id: string) =>
  (await history.scene.detail(id)).metadata.conversationHistoryDiverged === true
const said = (message: string) => ({
  role: 'agent',
  content: { type: 'codex', data: { type: 'message', message } },
})
const asked = (text: string) => ({ role: 'user', content: { type: 'text', text }, meta: { sentFrom: 'cli' } })
const plan = (content: string) => ({
  role: 'agent',
  content: {
    type: 'codex',
    data: { type: 'plan', entries: [{ content, priority: 'low', status: 'pending' }] },
  },
})

describe('a rewind', () => {
  it('asks the agent and cuts the conversation off before the message', async () => {
    const agent = await rewindable()
    expect(await history.rewind(agent.id)).toEqual(DONE)
    expect([await history.words(agent.id), agent.calls]).toEqual([
      ['first', 'answer to first'],
      [{ method: 'rewind-conversation', params: { messageLocalId: 'second' } }],
    ])
  })

  it('cuts where the agent says', async () => {
    const agent = await history.conversation()
    await agent.serve('rewind-conversation', () => ({ success: true, truncateFromLocalId: 'first' }))
    await history.rewind(agent.id)
    expect(await history.words(agent.id)).toEqual([])
  })

  it('raises the epoch once and gives no number twice', async () => {
    const agent = await rewindable([{ content: said('instead') }])
    const [epoch, rows] = [await history.epoch(agent.id), await history.scene.messages(agent.id)]
    await history.rewind(agent.id)
    const highest = Math.max(...rows.map(({ seq }) => seq ?? 0))
    expect([await history.epoch(agent.id), (await history.scene.messages(agent.id)).at(-1)?.seq]).toEqual([
      epoch + 1,
      highest + 1,
    ])
  })

  it('puts what the agent sends in place of the rest, in its order, as said already', async () => {
    const agent = await rewindable([
      { content: asked('again'), localId: 'again', createdAt: 5 },
      { content: said('differently') },
      { content: said('kept once'), localId: 'first' },
    ])
    await history.rewind(agent.id)
    const rows = await history.scene.messages(agent.id)
    expect(rows.map((row) => [wordsOf(row), row.localId, row.invokedAt !== null])).toEqual([
      ['first', 'first', true],
      ['answer to first', null, true],
      ['again', 'again', true],
      ['differently', null, true],
    ])
  })

  it('keeps hidden entries of the agent hidden, and cuts what is too long', async () => {
    const hidden = { role: 'agent', content: { type: 'output', data: { type: 'user', isMeta: true } } }
    const agent = await rewindable([{ content: hidden }, { content: said('x'.repeat(70_000)) }])
    await history.rewind(agent.id)
    const words = await history.words(agent.id)
    expect([words.length, words[2]?.includes('truncated')]).toEqual([3, true])
  })

  it('tells everybody where the conversation was cut, and then the whole session', async () => {
    const agent = await rewindable()
    const events = await history.scene.events()
    await history.rewind(agent.id)
    const seen = await history.scene.settled(events)
    expect(seen[0]).toEqual({
      type: 'messages-invalidated',
      namespace: 'default',
      sessionId: agent.id,
      reason: 'rewind',
      truncateFromLocalId: 'second',
    })
    expect(seen.at(-1)).toMatchObject({ type: 'session-updated', data: await history.scene.detail(agent.id) })
  })

  it('forgets what the agent noted of messages that are gone', async () => {
    const agent = await rewindable()
    await history.rewind(agent.id)
    const { metadata } = await history.scene.detail(agent.id)
    expect([metadata.conversationHistoryPoints, metadata.conversationHistoryTurns]).toEqual([
      { first: true },
      { first: 't1' },
    ])
  })

  it('goes back to the to-do list of what is left, and clients take it', async () => {
    const agent = await rewindable()
    await agent.emit('message', { sid: agent.id, message: plan('late') })
    const before = await history.scene.detail(agent.id)
    await history.rewind(agent.id)
    const after = await history.scene.detail(agent.id)
    expect([before.todos.length, after.todos, after.todosUpdatedAt]).toEqual([
      1,
      [],
      before.todosUpdatedAt + 1,
    ])
  })

  it('finds the last to-do list among what is left and what is put there', async () => {
    const agent = await rewindable([{ content: plan('replaced') }])
    await agent.emit('message', { sid: agent.id, message: plan('late') })
    await history.rewind(agent.id)
    const { todos } = await history.scene.detail(agent.id)
    expect(todos.map(({ content }: { content: string }) => content)).toEqual(['replaced'])
  })

  it('to the very beginning leaves no conversation', async () => {
    const agent = await history.conversation()
    await agent.serve('rewind-conversation', () => ({ success: true, truncateFromLocalId: 'first' }))
    await history.rewind(agent.id)
    expect((await history.scene.detail(agent.id)).hasConversationContent).toBe(false)
  })

  it('neither undoes what was counted nor counts again', async () => {
    const row = (id: string) => ({
      role: 'agent',
      content: {
        type: 'output',
        data: { type: 'assistant', message: { id, model: 'm', usage: { output_tokens: 5 }, content: 'hi' } },
      },
    })
    const agent = await rewindable([{ content: row('new') }])
    await agent.emit('message', { sid: agent.id, message: row('old') })
    await history.rewind(agent.id)
    const { totals } = (await history.scene.raw('GET', '/api/usage/summary?range=all')).body
    expect(totals.outputTokens).toBe(5)
  })

  it('makes cached cursors start anew', async () => {
    const agent = await rewindable()
    const { page } = (await history.scene.raw('GET', `/api/sessions/${agent.id}/messages`)).body
    await history.rewind(agent.id)
    const query = `?afterSeq=${page.snapshotHeadSeq}&afterAt=${page.snapshotHeadAt}&epoch=${page.epoch}`
    const next = (await history.scene.raw('GET', `/api/sessions/${agent.id}/messages${query}`)).body
    expect([next.page.reset, next.messages.length]).toEqual([true, 2])
  })

  it('is followed by prompts as before', async () => {
    const agent = await rewindable()
    await history.rewind(agent.id)
    await history.exchange(agent, 'third')
    expect(await history.words(agent.id)).toEqual(['first', 'answer to first', 'third', 'answer to third'])
  })
})

describe('a rewind is refused, and the agent not asked,', () => {
  it.each([
    ['while the agent does not say that it can', { capabilities: {} }],
    ['once the agent’s history has diverged', { conversationHistoryDiverged: true }],
    ['in a shared session', { capabilities: { ...HISTORY_CAPABILITIES, concurrentClients: true } }],
  ])('%s', async (_, metadata) => {
    const agent = await rewindable(undefined, metadata)
    expect([await history.rewind(agent.id), agent.calls]).toEqual([REFUSED, []])
  })

  it('for an inactive session', async () => {
    const agent = await rewindable()
    await agent.end()
    expect([await history.rewind(agent.id), agent.calls]).toEqual([REFUSED, []])
  })

  it('while the agent works', async () => {
    const agent = await rewindable()
    await agent.alive({ thinking: true })
    expect([await history.rewind(agent.id), agent.calls]).toEqual([REFUSED, []])
  })

  it('while a terminal controls it', async () => {
    const agent = await history.conversation({}, { controlledByUser: true })
    await agent.serve('rewind-conversation', () => ({ success: true, truncateFromLocalId: 'second' }))
    expect([await history.rewind(agent.id), agent.calls]).toEqual([REFUSED, []])
  })

  it('while messages wait, also at one of them', async () => {
    const agent = await rewindable()
    await history.send(agent.id, 'queued')
    const answers = [
      await history.rewind(agent.id),
      await history.rewind(agent.id, { messageLocalId: 'queued' }),
    ]
    expect([answers, agent.calls]).toEqual([[REFUSED, REFUSED], []])
  })

  it('at a message nobody sent', async () => {
    const agent = await rewindable()
    expect([await history.rewind(agent.id, { messageLocalId: 'nobody' }), agent.calls]).toEqual([REFUSED, []])
  })

  it.each([[{}], [{ messageLocalId: '' }], [{ messageLocalId: 'x'.repeat(1025) }]])(
    'with 400 for a body that names none',
    async (body) => {
      const agent = await rewindable()
      expect([(await history.rewind(agent.id, body)).status, agent.calls]).toEqual([400, []])
    },
  )
})

describe('a rewind that did not happen changes nothing', () => {
  /** The answer to the client, and whether the session is as it was. */
  async function attempt(agent: SceneAgent) {
    const before = await history.scene.detail(agent.id)
    const answer = await history.rewind(agent.id)
    const after = await history.scene.detail(agent.id)
    const isSame = JSON.stringify(after) === JSON.stringify(before)
    return [answer, isSame, (await history.words(agent.id)).length]
  }

  it.each(['rejected', 'cancelled', 'source_restored'])('when the agent says %s', async (outcome) => {
    const agent = await history.conversation()
    await agent.serve('rewind-conversation', () => ({ success: false, error: 'no', code: 'busy', outcome }))
    const body = { error: 'no', code: 'busy', hydrateFailed: false }
    expect(await attempt(agent)).toEqual([{ status: 409, body }, true, 4])
  })

  it('when the agent has no such handler', async () => {
    expect(await attempt(await history.conversation())).toEqual([REFUSED, true, 4])
  })

  it('when the agent no longer has the handler it announced', async () => {
    const agent = await history.conversation()
    await agent.serve('rewind-conversation', () => ({ error: 'Method not found' }))
    expect(await attempt(agent)).toEqual([REFUSED, true, 4])
  })
})

describe('a rewind nobody knows the outcome of', () => {
  it.each<[string, () => unknown]>([
    ['the agent fails', () => ({ error: 'crashed' })],
    ['the agent answers nonsense', () => ({ success: true })],
    ['the agent fails in no way we know', () => ({ success: false, error: 'no', outcome: 'strange' })],
    [
      'the agent goes back to a message the hub does not have',
      () => ({ success: true, truncateFromLocalId: 'x' }),
    ],
  ])('marks the history as diverged when %s', async (_, answer) => {
    const agent = await history.conversation()
    await agent.serve('rewind-conversation', answer)
    expect([
      await history.rewind(agent.id),
      await isDiverged(agent.id),
      (await history.words(agent.id)).length,
    ]).toEqual([UNKNOWN, true, 4])
  })

  it('is one that takes two minutes, and not less', async () => {
    const agent = await history.conversation()
    const waiting = Promise.withResolvers<void>()
    await agent.serve('rewind-conversation', () => {
      waiting.resolve()
      return new Promise(() => {})
    })
    const rewind = history.rewind(agent.id)
    await waiting.promise
    history.scene.hub.clock.advance(119_999)
    await agent.flush()
    expect(await isDiverged(agent.id)).toBe(false)
    history.scene.hub.clock.advance(1)
    expect([await rewind, await isDiverged(agent.id)]).toEqual([UNKNOWN, true])
  })

  it('is one during which the agent went away', async () => {
    const agent = await history.conversation()
    await agent.serve('rewind-conversation', () => {
      agent.socket.close()
      return new Promise(() => {})
    })
    expect([await history.rewind(agent.id), await isDiverged(agent.id)]).toEqual([UNKNOWN, true])
  })

  it('rules out another one', async () => {
    const agent = await history.conversation()
    await agent.serve('rewind-conversation', () => ({ error: 'crashed' }))
    await history.rewind(agent.id)
    expect([await history.rewind(agent.id), agent.calls.length]).toEqual([REFUSED, 1])
  })
})

it('takes no prompts while it is under way', async () => {
  const agent = await history.conversation()
  let during: { status: number; body: unknown } | undefined
  await agent.serve('rewind-conversation', async () => {
    during = await history.send(agent.id, 'too early')
    return { success: true, truncateFromLocalId: 'second' }
  })
  expect([await history.rewind(agent.id), during, (await history.send(agent.id, 'now')).status]).toEqual([
    DONE,
    { status: 409, body: { error: expect.any(String) } },
    200,
  ])
})
