import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { QueueScene } from '../testing/queue-scene.ts'

const HOUR_MS = 3_600_000

let queue: QueueScene
beforeEach(async () => {
  queue = await QueueScene.open()
})
afterEach(() => queue.close())

const ok = (body: object) => ({ status: 200, body })

describe('cancel', () => {
  const cancelled = { status: 'cancelled', localId: 'a' }

  it('of nothing is cancelled', async () => {
    expect(await queue.act('cancel', 'none')).toEqual(ok({ status: 'cancelled', localId: null }))
  })

  it.each(['its localId', 'its id'])('removes what the agent gives back, by %s', async (by) => {
    await queue.send('a')
    queue.agent.ack = { removed: true }
    const id = (await queue.row('a'))?.id ?? ''
    let answer: unknown
    const told = await queue.caused(async () => {
      answer = await queue.act('cancel', by === 'its id' ? id : 'a')
    })
    expect([answer, told, await queue.scene.messages(queue.agent.id)]).toEqual([
      ok(cancelled),
      [{ type: 'message-cancelled', messageId: id, localId: 'a' }],
      [],
    ])
  })

  it('asks the agent for that very prompt', async () => {
    await queue.send('a')
    const messageId = (await queue.row('a'))?.id
    queue.agent.ack = { removed: true }
    await queue.act('cancel', 'a')
    expect(queue.agent.updates.at(-1)?.body).toEqual({
      t: 'cancel-queued-message',
      sid: queue.agent.id,
      messageId,
      localId: 'a',
    })
  })

  it('answers the message when the agent has consumed it', async () => {
    await queue.send('a')
    queue.agent.ack = { removed: false, consumed: true }
    const told = await queue.caused(async () => {
      expect(await queue.act('cancel', 'a')).toEqual(
        ok({ status: 'invoked', message: expect.objectContaining({ localId: 'a', invokedAt: queue.now }) }),
      )
    })
    expect(told).toEqual([{ type: 'messages-consumed', localIds: ['a'], invokedAt: queue.now }])
  })

  it('answers the message that was consumed before', async () => {
    await queue.send('a')
    await queue.agent.consume('a')
    expect(await queue.act('cancel', 'a')).toEqual(ok({ status: 'invoked', message: await queue.row('a') }))
  })

  it('answers the message that never was in the queue', async () => {
    await queue.scene.raw('POST', queue.path(), { text: 'x' })
    const [message] = await queue.scene.messages(queue.agent.id)
    expect(await queue.act('cancel', message?.id ?? '')).toEqual(ok({ status: 'invoked', message }))
  })

  it.each([
    { removed: false, inFlight: true },
    { removed: false, indeterminate: true },
  ])('is busy while the agent says %j', async (ack) => {
    await queue.send('a')
    queue.agent.ack = ack
    expect(await queue.act('cancel', 'a')).toEqual(ok({ status: 'busy', localId: 'a' }))
  })

  it('is busy and in doubt when the agent does not know it', async () => {
    await queue.send('a')
    queue.agent.ack = { removed: false }
    let answer: unknown
    const told = await queue.caused(async () => {
      answer = await queue.act('cancel', 'a')
    })
    expect([answer, told]).toEqual([
      ok({ status: 'busy', localId: 'a' }),
      [{ type: 'messages-indeterminate', localIds: ['a'] }],
    ])
  })

  it('is busy and in doubt when the agent does not answer in 500 ms', async () => {
    await queue.send('a')
    const asked = new Promise((resolve) => {
      queue.agent.socket.socket.on('update', (update) => {
        if (update.body.t === 'cancel-queued-message') resolve(update)
      })
    })
    const answer = queue.act('cancel', 'a')
    await asked
    queue.scene.hub.clock.advance(500)
    expect([await answer, await queue.state('a')]).toEqual([
      ok({ status: 'busy', localId: 'a' }),
      { queuedLocalIds: [], indeterminateLocalIds: ['a'], invokedLocalMessages: [] },
    ])
  })

  it('removes at once what no CLI is there to have', async () => {
    await queue.send('a')
    queue.agent.socket.close()
    queue.scene.hub.clock.advance(40_000)
    expect(await queue.act('cancel', 'a')).toEqual(ok(cancelled))
  })

  it('removes at once what is scheduled for later, without asking', async () => {
    await queue.send('a', { scheduledAt: queue.now + HOUR_MS })
    const answer = await queue.act('cancel', 'a')
    await queue.agent.flush()
    expect([answer, queue.agent.updates]).toEqual([ok(cancelled), []])
  })

  it('two at once are both answered and announce once', async () => {
    await queue.send('a')
    queue.agent.ack = { removed: true }
    const told = await queue.caused(async () => {
      await Promise.all([queue.act('cancel', 'a'), queue.act('cancel', 'a')])
    })
    expect(told).toHaveLength(1)
  })
})

describe('steer', () => {
  it('asks the agent for that prompt', async () => {
    await queue.send('a')
    await queue.agent.serve('steer-queued-message', () => ({ steered: true }))
    expect([await queue.act('steer', 'a'), queue.agent.calls]).toEqual([
      ok({ status: 'steered', localId: 'a' }),
      [{ method: 'steer-queued-message', params: { localId: 'a' } }],
    ])
  })

  it('fails with the words of the agent', async () => {
    await queue.send('a')
    await queue.agent.serve('steer-queued-message', () => ({ steered: false, error: 'no turn' }))
    expect(await queue.act('steer', 'a')).toEqual(ok({ status: 'failed', error: 'no turn', localId: 'a' }))
  })

  it('answers the message that was consumed before', async () => {
    await queue.send('a')
    await queue.agent.consume('a')
    expect(await queue.act('steer', 'a')).toEqual(ok({ status: 'invoked', message: await queue.row('a') }))
  })

  it.each([
    ['pi', {}, {}, 'steered'],
    ['cursor', { cursorSessionProtocol: 'acp' }, {}, 'steered'],
    ['cursor', { cursorSessionProtocol: 'stream-json' }, {}, 'failed'],
    ['claude', {}, {}, 'failed'],
    ['grok', {}, {}, 'failed'],
    ['codex', {}, { controlledByUser: true }, 'failed'],
    ['codex', { capabilities: { concurrentClients: true } }, { controlledByUser: true }, 'steered'],
  ])('of %s with %j and %j is %s', async (flavor, more, agentState, status) => {
    await queue.use({ metadata: { flavor, ...more }, agentState })
    await queue.send('a')
    await queue.agent.serve('steer-queued-message', () => ({ steered: true }))
    const answer = await queue.act('steer', 'a')
    expect([answer.body.status, queue.agent.calls.length]).toEqual([status, status === 'steered' ? 1 : 0])
  })

  it.each([HOUR_MS, -HOUR_MS])('rejects a scheduled message (in %i ms)', async (ms) => {
    await queue.send('a', { scheduledAt: queue.now + ms })
    await queue.agent.serve('steer-queued-message', () => ({ steered: true }))
    expect([await queue.act('steer', 'a'), queue.agent.calls]).toEqual([
      ok({ status: 'failed', error: expect.any(String), localId: 'a' }),
      [],
    ])
  })

  it('of nothing fails', async () => {
    expect(await queue.act('steer', 'none')).toEqual(
      ok({ status: 'failed', error: expect.any(String), localId: null }),
    )
  })

  it('is refused for an inactive session', async () => {
    await queue.send('a')
    await queue.agent.end()
    expect(await queue.act('steer', 'a')).toEqual({
      status: 409,
      body: { error: 'Session is inactive', code: 'session_inactive' },
    })
  })
})

describe('retry', () => {
  it('of nothing is not-found', async () => {
    expect(await queue.act('retry', 'none')).toEqual(ok({ status: 'not-found' }))
  })

  it('of a queued prompt is already-queued', async () => {
    await queue.send('a')
    expect(await queue.act('retry', 'a')).toEqual(ok({ status: 'already-queued', localId: 'a' }))
  })

  it('of a consumed prompt answers the message', async () => {
    await queue.send('a')
    await queue.agent.consume('a')
    expect(await queue.act('retry', 'a')).toEqual(ok({ status: 'invoked', message: await queue.row('a') }))
  })

  it('queues again what the agent accepts', async () => {
    await queue.send('a')
    await queue.indeterminate('a')
    queue.agent.ack = { removed: true, accepted: true }
    let answer: unknown
    const told = await queue.caused(async () => {
      answer = await queue.act('retry', 'a')
    })
    const asked = queue.agent.updates.slice(-2).map(({ body }) => body.t)
    expect([answer, told, asked, await queue.state('a')]).toEqual([
      ok({ status: 'retried', localId: 'a' }),
      [{ type: 'messages-requeued', localIds: ['a'] }],
      ['cancel-queued-message', 'retry-queued-message'],
      { queuedLocalIds: ['a'], indeterminateLocalIds: [], invokedLocalMessages: [] },
    ])
  })

  it('is unavailable, and the prompt unresolved, when the agent does not accept', async () => {
    await queue.send('a')
    await queue.indeterminate('a')
    queue.agent.ack = { removed: true, accepted: false }
    expect([await queue.act('retry', 'a'), await queue.state('a')]).toEqual([
      ok({ status: 'retry-unavailable', localId: 'a' }),
      { queuedLocalIds: [], indeterminateLocalIds: ['a'], invokedLocalMessages: [] },
    ])
  })

  it('answers the message when the agent turns out to have consumed it', async () => {
    await queue.send('a')
    await queue.indeterminate('a')
    queue.agent.ack = { removed: false, consumed: true }
    expect((await queue.act('retry', 'a')).body.status).toBe('invoked')
  })

  it.each([
    ['no CLI is connected', async () => queue.agent.socket.close()],
    ['two are', () => queue.scene.connect(queue.agent.id)],
  ])('is unavailable when %s', async (_, prepare) => {
    await queue.send('a')
    await queue.indeterminate('a')
    await prepare()
    queue.scene.hub.clock.advance(40_000)
    expect(await queue.act('retry', 'a')).toEqual(ok({ status: 'retry-unavailable', localId: 'a' }))
  })
})
