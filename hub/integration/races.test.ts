import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { UpdateEnvelope } from '../../contract/cli-plane.ts'
import { HubScene, type SceneAgent, type SceneSocket } from '../testing/hub-scene.ts'

const TOKEN = 'c0ffee00-0000-4000-8000-000000000001'
const metadata = { flavor: 'claude', machineId: 'm', claudeSessionId: TOKEN }

let scene: HubScene
let runner: SceneSocket
beforeEach(async () => {
  scene = await HubScene.open()
  runner = await scene.runner()
  await runner.serve('spawn-happy-session', async () => {
    const child = await scene.session({ metadata })
    return { type: 'success', sessionId: child.id }
  })
})
afterEach(() => scene.close())

const post = (id: string, action: string, body: object = {}) =>
  scene.raw('POST', `/api/sessions/${id}/${action}`, body)

/** A session with one message whose agent has ended. */
async function ended(): Promise<string> {
  const agent = await scene.session({ metadata })
  await agent.say('hello')
  await agent.end()
  agent.socket.close()
  return agent.id
}

it('resumes at the same time are one resume', async () => {
  const id = await ended()
  const answers = await Promise.all(['resume', 'reopen', 'resume'].map((action) => post(id, action)))
  const ids = new Set(answers.map(({ body }) => body.sessionId))
  expect([answers.map(({ status }) => status), ids.size, runner.calls.length]).toEqual([
    [200, 200, 200],
    1,
    1,
  ])
})

it('a conversation that moves twice answers to each of its ids', async () => {
  const first = await ended()
  const second = (await post(first, 'resume')).body.sessionId
  const agent = await scene.connect(second)
  await agent.end()
  const third = (await post(first, 'resume')).body.sessionId
  const found = await Promise.all([first, second, third].map(async (id) => (await scene.detail(id)).id))
  expect([new Set([first, second, third]).size, found, (await scene.messages(first)).length]).toEqual([
    3,
    [third, third, third],
    1,
  ])
})

it('a session that is being resumed cannot be deleted, and can be afterwards', async () => {
  const id = await ended()
  const spawned = Promise.withResolvers<void>()
  const mayGoOn = Promise.withResolvers<void>()
  await runner.serve('spawn-happy-session', async () => {
    spawned.resolve()
    await mayGoOn.promise
    return { type: 'error', errorMessage: 'no room' }
  })
  const resumed = post(id, 'resume')
  await spawned.promise
  const refused = await scene.raw('DELETE', `/api/sessions/${id}`)
  mayGoOn.resolve()
  const { status } = await resumed
  const removed = await scene.raw('DELETE', `/api/sessions/${id}`)
  expect([refused, status, removed.status]).toEqual([
    { status: 409, body: { error: expect.any(String) } },
    500,
    200,
  ])
})

describe('a prompt that moves to another session while its old agent is asked about it', () => {
  let old: SceneAgent
  let child: SceneAgent
  beforeEach(async () => {
    old = await scene.session({ metadata })
    await post(old.id, 'messages', { text: 'x', localId: 'l' })
    // It falls silent, but its connection stays.
    scene.hub.clock.advance(35_000)
    await runner.serve('spawn-happy-session', async () => {
      child = await scene.session({ metadata })
      return { type: 'success', sessionId: child.id }
    })
  })

  /** Resolves with the acknowledgement that the old agent then owes for an update of this kind. */
  function asked(kind: UpdateEnvelope['body']['t']): Promise<(answer: object) => void> {
    const { promise, resolve } = Promise.withResolvers<(answer: object) => void>()
    old.socket.onUpdate(({ body }) => {
      if (body.t !== kind) return { removed: true }
      const answer = Promise.withResolvers<object>()
      resolve(answer.resolve)
      return answer.promise
    })
    return promise
  }

  const moveOn = async () => expect((await post(old.id, 'resume')).body).toMatchObject({ type: 'success' })
  const rows = async () =>
    (await scene.messages(child.id)).map(({ localId, invokedAt, deliveryState }) => [
      localId,
      deliveryState ?? invokedAt,
    ])
  const heard = async (events: Awaited<ReturnType<HubScene['events']>>, type: string) =>
    (await scene.settled(events)).filter((event) => event.type === type)

  it('is taken back from the new one, too, and told of there', async () => {
    const question = asked('cancel-queued-message')
    const answer = scene.raw('DELETE', `/api/sessions/${old.id}/messages/l`)
    const acknowledge = await question
    await moveOn()
    child.ack = { removed: true }
    const events = await scene.events()
    acknowledge({ removed: true })
    expect([(await answer).body, await rows()]).toEqual([{ status: 'cancelled', localId: 'l' }, []])
    expect(child.updates.at(-1)?.body).toMatchObject({ t: 'cancel-queued-message', sid: child.id })
    expect(await heard(events, 'message-cancelled')).toMatchObject([{ sessionId: child.id, localId: 'l' }])
  })

  it('is busy where the new one has it already', async () => {
    const question = asked('cancel-queued-message')
    const answer = scene.raw('DELETE', `/api/sessions/${old.id}/messages/l`)
    const acknowledge = await question
    await moveOn()
    child.ack = { removed: false, inFlight: true }
    acknowledge({ removed: true })
    expect([(await answer).body, await rows()]).toEqual([{ status: 'busy', localId: 'l' }, [['l', null]]])
  })

  it('is taken where it is now, when the old one took it', async () => {
    const question = asked('cancel-queued-message')
    const answer = scene.raw('DELETE', `/api/sessions/${old.id}/messages/l`)
    const acknowledge = await question
    await moveOn()
    const events = await scene.events()
    acknowledge({ removed: false, consumed: true })
    expect([(await answer).body.status, await rows()]).toEqual(['invoked', [['l', scene.now]]])
    expect(await heard(events, 'messages-consumed')).toMatchObject([{ sessionId: child.id }])
  })

  it.each([
    ['accepted', 'retried', 'messages-requeued', null],
    ['refused', 'retry-unavailable', 'messages-indeterminate', 'indeterminate'],
  ])('is %s by a retry, and told of where it is now', async (how, status, type, state) => {
    await old.emit('messages-indeterminate', { sid: old.id, localIds: ['l'] })
    const offered = asked('retry-queued-message')
    const answer = scene.raw('POST', `/api/sessions/${old.id}/messages/l/retry`)
    const acknowledge = await offered
    await moveOn()
    const events = await scene.events()
    acknowledge({ removed: false, accepted: how === 'accepted' })
    expect([(await answer).body, await rows()]).toEqual([{ status, localId: 'l' }, [['l', state]]])
    expect(await heard(events, type)).toMatchObject([{ sessionId: child.id, localIds: ['l'] }])
  })

  it('is not offered to the old one again', async () => {
    await old.emit('messages-indeterminate', { sid: old.id, localIds: ['l'] })
    const question = asked('cancel-queued-message')
    const answer = scene.raw('POST', `/api/sessions/${old.id}/messages/l/retry`)
    const acknowledge = await question
    await moveOn()
    acknowledge({ removed: true })
    expect([(await answer).body, old.updates.at(-1)?.body.t, await rows()]).toEqual([
      { status: 'retry-unavailable', localId: 'l' },
      'cancel-queued-message',
      [['l', 'indeterminate']],
    ])
  })

  it('counts as taken when the old one says so late', async () => {
    await moveOn()
    const events = await scene.events()
    await old.consume('l')
    expect(await rows()).toEqual([['l', scene.now]])
    expect(await heard(events, 'messages-consumed')).toMatchObject([{ sessionId: child.id, localIds: ['l'] }])
  })
})

it('archives at the same time end the session once', async () => {
  const agent = await scene.session()
  await agent.serve('killSession', () => ({ success: true }))
  const events = await scene.events()
  const answers = await Promise.all([post(agent.id, 'archive'), post(agent.id, 'archive')])
  const patches = (await scene.settled(events)).filter(
    (event) => event.type === 'session-updated' && (event.data as { active?: boolean }).active === false,
  )
  expect([answers.map(({ status }) => status), patches.length]).toEqual([[200, 200], 1])
})

describe('a prompt that is cancelled while it is consumed', () => {
  it.each([true, false])('is either gone or stamped, never both (removed: %s)', async (removed) => {
    const agent = await scene.session()
    await post(agent.id, 'messages', { text: 'x', localId: 'l' })
    agent.socket.socket.on('update', ({ body }, ack) => {
      if (body.t !== 'cancel-queued-message') return
      agent.socket.emit('messages-consumed', { sid: agent.id, localIds: ['l'] })
      ack({ removed, consumed: !removed })
    })
    const { body } = await scene.raw('DELETE', `/api/sessions/${agent.id}/messages/l`)
    const rows = (await scene.messages(agent.id)).map(({ localId, invokedAt }) => [localId, invokedAt])
    expect([body.status, rows]).toEqual(['invoked', [['l', scene.now]]])
  })
})

it('sends at the end of a session are refused or swept, and none stays in the queue', async () => {
  const agent = await scene.session()
  const localIds = Array.from({ length: 40 }, (_, index) => `l${index}`)
  const sends = localIds.map((localId) => post(agent.id, 'messages', { text: localId, localId }))
  agent.socket.emit('session-end', { sid: agent.id, time: scene.now })
  const answers = await Promise.all(sends)
  await agent.flush()
  const rows = await scene.messages(agent.id, '?limit=200')
  const taken = answers.filter(({ status }) => status === 200).length
  expect([
    answers.filter(({ status }) => status !== 200 && status !== 409),
    rows.length,
    rows.filter(({ invokedAt }) => invokedAt === null),
  ]).toEqual([[], taken, []])
})

it('a session that is deleted is unknown to its agent, which may announce itself anew', async () => {
  const agent = await scene.session({ tag: 'mine' })
  await agent.end()
  await scene.raw('DELETE', `/api/sessions/${agent.id}`)
  await agent.say('still here')
  const again = await scene.asleep({ tag: 'mine' })
  expect([agent.socket.errors, again === agent.id, await scene.messages(again)]).toEqual([
    [{ message: 'session not found', code: 'not-found', scope: 'session', id: agent.id }],
    false,
    [],
  ])
})

it('a new session is announced in full', async () => {
  const events = await scene.events()
  const id = await scene.asleep()
  expect(await scene.settled(events)).toEqual([
    { type: 'session-added', namespace: 'default', sessionId: id, data: await scene.detail(id) },
  ])
})

it('a session announced twice is the same one', async () => {
  const [first, second] = await Promise.all([scene.asleep({ tag: 't' }), scene.asleep({ tag: 't' })])
  expect(first).toBe(second)
})
