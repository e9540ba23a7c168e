import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { QueueScene } from '../testing/queue-scene.ts'

const HOUR_MS = 3_600_000
const TICK_MS = 5_000

let queue: QueueScene
beforeEach(async () => {
  queue = await QueueScene.open()
})
afterEach(() => queue.close())

const ok = (body: object) => ({ status: 200, body })

describe('consumed', () => {
  it('stamps the row once and tells the stream', async () => {
    await queue.send('a')
    queue.scene.hub.clock.advance(10)
    const invokedAt = queue.now
    const told = await queue.caused(() => queue.agent.consume('a'))
    queue.scene.hub.clock.advance(10)
    await queue.agent.consume('a')
    expect([told, (await queue.row('a'))?.invokedAt, await queue.state('a')]).toEqual([
      [{ type: 'messages-consumed', localIds: ['a'], invokedAt }],
      invokedAt,
      {
        queuedLocalIds: [],
        indeterminateLocalIds: [],
        invokedLocalMessages: [{ localId: 'a', invokedAt }],
      },
    ])
  })

  it('says when it was steered', async () => {
    await queue.send('a')
    const told = await queue.caused(() =>
      queue.agent.emit('messages-consumed', { sid: queue.agent.id, localIds: ['a'], steered: true }),
    )
    expect(told).toEqual([
      { type: 'messages-consumed', localIds: ['a'], invokedAt: queue.now, steered: true },
    ])
  })
})

describe('indeterminate', () => {
  it('stays uninvoked, is marked, and tells the stream', async () => {
    await queue.send('a')
    const told = await queue.caused(() => queue.indeterminate('a'))
    const { invokedAt, deliveryState } = (await queue.row('a')) ?? {}
    expect([told, invokedAt, deliveryState, await queue.state('a')]).toEqual([
      [{ type: 'messages-indeterminate', localIds: ['a'] }],
      null,
      'indeterminate',
      { queuedLocalIds: [], indeterminateLocalIds: ['a'], invokedLocalMessages: [] },
    ])
  })

  it('does nothing to a consumed prompt', async () => {
    await queue.send('a')
    await queue.agent.consume('a')
    const told = await queue.caused(() => queue.indeterminate('a'))
    expect([told, (await queue.row('a'))?.deliveryState]).toEqual([[], undefined])
  })

  it('is not delivered again by itself', async () => {
    await queue.send('a')
    await queue.indeterminate('a')
    await queue.agent.reconnect()
    for (let tick = 0; tick < 5; tick++) {
      queue.scene.hub.clock.advance(TICK_MS)
      await queue.agent.alive()
    }
    expect(queue.agent.prompts).toHaveLength(1)
  })
})

describe('requeued', () => {
  it('is queued again and tells the stream', async () => {
    await queue.send('a')
    await queue.indeterminate('a')
    let answer: unknown
    const told = await queue.caused(async () => {
      const payload = { sid: queue.agent.id, localIds: ['a'], state: 'queued' }
      answer = await queue.agent.socket.request('messages-steer-state', payload)
    })
    expect([answer, told, await queue.state('a')]).toEqual([
      { ok: true },
      [{ type: 'messages-requeued', localIds: ['a'] }],
      { queuedLocalIds: ['a'], indeterminateLocalIds: [], invokedLocalMessages: [] },
    ])
  })
})

describe('a scheduled prompt', () => {
  it('is released by the tick after its time, again until it is taken, and announced once', async () => {
    await queue.send('a', { scheduledAt: queue.now + TICK_MS })
    queue.scene.hub.clock.advance(TICK_MS - 1)
    await queue.agent.flush()
    const early = queue.agent.prompts.length
    const told = await queue.caused(async () => {
      for (let tick = 0; tick < 3; tick++) {
        queue.scene.hub.clock.advance(TICK_MS)
        await queue.agent.flush()
      }
    })
    const invokedAt = (await queue.row('a'))?.invokedAt
    await queue.agent.consume('a')
    queue.scene.hub.clock.advance(TICK_MS)
    await queue.agent.flush()
    expect([early, told, queue.agent.prompts.length, invokedAt]).toEqual([
      0,
      [{ type: 'scheduled-matured' }],
      3,
      null,
    ])
  })

  it('is released after a restart', async () => {
    await queue.send('a', { scheduledAt: queue.now + HOUR_MS })
    await queue.scene.hub.restart()
    const back = await queue.scene.connect(queue.agent.id)
    await back.alive()
    queue.scene.hub.clock.advance(HOUR_MS)
    await back.flush()
    expect(back.prompts).toContainEqual(['a', 'text of a'])
  })
})

describe('the end of the session', () => {
  const end = () => queue.agent.end('completed')

  it('stamps what waited, in one event, and leaves what is scheduled', async () => {
    await queue.send('a')
    await queue.send('b')
    await queue.send('later', { scheduledAt: queue.now + HOUR_MS })
    const told = await queue.caused(end)
    expect([told, (await queue.row('later'))?.invokedAt]).toEqual([
      [
        { type: 'messages-consumed', localIds: ['a', 'b'], invokedAt: queue.now },
        { type: 'session-ended', reason: 'completed' },
      ],
      null,
    ])
  })

  it('sweeps nothing of a session that is shared', async () => {
    await queue.use({ metadata: { flavor: 'codex', capabilities: { concurrentClients: true } } })
    await queue.send('a')
    expect(await queue.caused(end)).toEqual([{ type: 'session-ended', reason: 'completed' }])
  })
})

describe('delivery to an agent that comes back', () => {
  it('hands over what is queued, in order, and nothing else', async () => {
    for (const localId of ['a', 'b', 'c', 'd']) await queue.send(localId)
    await queue.agent.consume('b')
    await queue.indeterminate('c')
    const first = queue.agent.prompts.length
    await queue.agent.reconnect()
    expect(queue.agent.prompts.slice(first).map(([localId]) => localId)).toEqual(['a', 'd'])
  })

  it('forgets a wish to steer', async () => {
    await queue.use({ metadata: { flavor: 'pi' } })
    await queue.send('a', { deliveryMode: 'steer' })
    await queue.agent.flush()
    await queue.agent.reconnect()
    const modes = queue.agent.updates.map(({ body }) => {
      const content = body.t === 'new-message' ? body.message.content : undefined
      return (content as { meta: { deliveryMode: string } }).meta.deliveryMode
    })
    expect(modes).toEqual(['steer', 'queue'])
  })

  it('keep-alives alone do not deliver again within 15 s', async () => {
    await queue.send('a')
    for (let second = 0; second < 14; second++) {
      queue.scene.hub.clock.advance(1000)
      await queue.agent.alive()
    }
    expect(queue.agent.prompts).toHaveLength(1)
  })
})

describe('queued-state', () => {
  it('names each group, ids once, and leaves out what it does not know', async () => {
    for (const localId of ['q', 'i', 'c']) await queue.send(localId)
    await queue.indeterminate('i')
    await queue.agent.consume('c')
    expect(await queue.state('q', 'i', 'c', 'q', 'unknown')).toEqual({
      queuedLocalIds: ['q'],
      indeterminateLocalIds: ['i'],
      invokedLocalMessages: [{ localId: 'c', invokedAt: queue.now }],
    })
  })

  const ids = (count: number, distinct = count) =>
    Array.from({ length: count }, (_, index) => `l${index % distinct}`)
  const none = { queuedLocalIds: [], indeterminateLocalIds: [], invokedLocalMessages: [] }

  it.each([
    ['none', ids(0)],
    ['1000', ids(1000)],
  ])('takes %s', async (_, localIds) => {
    expect(await queue.scene.raw('POST', queue.path('/queued-state'), { localIds })).toEqual(ok(none))
  })

  it.each<[string, unknown]>([
    ['1001', { localIds: ids(1001) }],
    ['no list', {}],
    ['a text', { localIds: 'a' }],
    ['numbers', { localIds: [1] }],
  ])('refuses %s', async (_, body) => {
    expect(await queue.scene.raw('POST', queue.path('/queued-state'), body)).toEqual({
      status: 400,
      body: { error: 'Invalid body', issues: expect.anything() },
    })
  })
})
