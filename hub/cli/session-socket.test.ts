import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AgentPlane, failCommit, handled } from '../testing/agent-plane.ts'
import { type ClientSocket, heard } from '../testing/socket-host.ts'

let plane: AgentPlane
let client: ClientSocket

beforeEach(async () => {
  plane = await AgentPlane.start()
  plane.services.sessions.set('s1', 'default').set('s2', 'default').set('foreign', 'other')
  client = await plane.connect({ sessionId: 's1' })
  plane.services.take()
})
afterEach(() => plane.close())

/** Sends an event without acknowledgement and returns the calls it led to. */
async function send(event: string, ...args: unknown[]) {
  client.emit(event, ...args)
  await handled(client)
  return plane.services.take()
}

describe('what a CLI says about its session', () => {
  const content = { role: 'agent', content: { type: 'text' } }

  it.each([
    [
      'message',
      { sid: 's1', message: content, localId: 'l1', createdAt: 5 },
      ['messages.ingest', 's1', { message: content, localId: 'l1', createdAt: 5 }],
    ],
    [
      'message',
      { sid: 's1', message: '{"role":"agent"}' },
      ['messages.ingest', 's1', { message: '{"role":"agent"}' }],
    ],
    [
      'message',
      { sid: 's1', message: content, localId: null, createdAt: null },
      ['messages.ingest', 's1', { message: content }],
    ],
    [
      'session-alive',
      { sid: 's1', time: 5, thinking: true, mode: 'remote', model: null, effort: 'high' },
      ['sessions.keepAlive', { sid: 's1', time: 5, thinking: true, model: null, effort: 'high' }],
    ],
    ['session-ready', { sid: 's1', time: 5 }, ['sessions.markReady', 's1']],
    ['session-end', { sid: 's1', time: 5, reason: 'handoff' }, ['lifecycle.end', 's1', 'handoff']],
    ['session-end', { sid: 's1', time: 5 }, ['lifecycle.end', 's1', undefined]],
    ['session-end', { sid: 's1', time: 5, reason: 'bored' }, ['lifecycle.end', 's1', undefined]],
    [
      'messages-consumed',
      { sid: 's1', localIds: ['a', 'b'] },
      ['messages.markInvoked', 's1', ['a', 'b'], {}],
    ],
    [
      'messages-consumed',
      { sid: 's1', localIds: ['a', 7, null, ''], steered: true, clearQueuedThinkingGrace: true },
      ['messages.markInvoked', 's1', ['a'], { steered: true, clearGrace: true }],
    ],
    [
      'messages-indeterminate',
      { sid: 's1', localIds: ['a', {}] },
      ['messages.markIndeterminate', 's1', ['a']],
    ],
    [
      'native-queue-message',
      { sid: 's1', localId: 'a', text: 'do it' },
      ['messages.nativeQueueMessage', 's1', 'a', 'do it'],
    ],
    [
      'native-queue-message',
      { sid: 's1', localId: 'a', text: null },
      ['messages.nativeQueueMessage', 's1', 'a', null],
    ],
  ])('%s %j reaches its service', async (event, payload, call) => {
    const expected = event === 'message' ? [...call, client.id] : call
    expect(await send(event, payload)).toEqual([expected])
  })

  it('may be about another session of the namespace', async () => {
    expect(await send('session-ready', { sid: 's2' })).toEqual([['sessions.markReady', 's2']])
  })

  it.each([
    ['message', { sid: 's1' }],
    ['message', { sid: 's1', message: null }],
    ['message', { sid: 's1', message: 7 }],
    ['message', { sid: 's1', message: content, localId: 7 }],
    ['message', { message: content }],
    ['session-alive', { sid: 's1' }],
    ['session-alive', { sid: 's1', time: 'now' }],
    ['session-alive', { sid: '', time: 5 }],
    ['session-ready', {}],
    ['session-end', { sid: 7 }],
    ['messages-consumed', { sid: 's1', localIds: 'a' }],
    ['messages-consumed', { sid: 's1', localIds: [] }],
    ['messages-consumed', { sid: 's1', localIds: [7, null] }],
    ['messages-indeterminate', { sid: 's1', localIds: [] }],
    ['messages-indeterminate', { sid: 's1' }],
    ['native-queue-message', { sid: 's1', localId: '', text: 'x' }],
    ['native-queue-message', { sid: 's1', localId: 'a' }],
    ['session-ready', undefined],
    ['session-ready', ['s1']],
    ['an event nobody knows', { sid: 's1' }],
  ])('%s %j is dropped silently', async (event, payload) => {
    let errors = 0
    client.on('error', () => (errors += 1))
    expect(await send(event, payload)).toEqual([])
    expect([errors, plane.logged]).toEqual([0, []])
  })

  it.each([
    ['message', { message: 'x' }],
    ['session-alive', { time: 5 }],
    ['session-ready', {}],
    ['session-end', {}],
    ['messages-consumed', { localIds: ['a'] }],
    ['messages-indeterminate', { localIds: ['a'] }],
    ['native-queue-message', { localId: 'a', text: null }],
  ])('%s about a session that is not its own is answered by an error event', async (event, rest) => {
    const answers: unknown[] = []
    client.on('error', (error: unknown) => answers.push(error))
    const calls = [
      ...(await send(event, { sid: 'foreign', ...rest })),
      ...(await send(event, { sid: 'unknown', ...rest })),
    ]
    expect(calls).toEqual([])
    expect(answers).toEqual([
      { message: 'session access denied', code: 'access-denied', scope: 'session', id: 'foreign' },
      { message: 'session not found', code: 'not-found', scope: 'session', id: 'unknown' },
    ])
  })
})

describe.each([
  { event: 'update-metadata', key: 'metadata', method: 'sessions.updateMetadata' },
  { event: 'update-state', key: 'agentState', method: 'sessions.updateAgentState' },
])('$event', ({ event, key, method }) => {
  const payload = { sid: 's1', expectedVersion: 1, [key]: { path: '/a' } }

  it('is acknowledged with the stored version and value', async () => {
    plane.services.outcome = { result: 'success', version: 2, value: { path: '/a', host: 'kept' } }
    expect(await client.emitWithAck(event, payload)).toEqual({
      result: 'success',
      version: 2,
      [key]: { path: '/a', host: 'kept' },
    })
    expect(plane.services.take()).toEqual([[method, 's1', 1, { path: '/a' }]])
  })

  it('may set null', async () => {
    plane.services.outcome = { result: 'success', version: 2, value: null }
    expect(await client.emitWithAck(event, { ...payload, [key]: null })).toEqual({
      result: 'success',
      version: 2,
      [key]: null,
    })
  })

  it('is relayed to the other CLIs of the session', async () => {
    const other = await plane.connect({ sessionId: 's1' })
    const stranger = await plane.connect({ sessionId: 's2' })
    const elsewhere: unknown[] = []
    for (const socket of [client, stranger]) socket.on('update', (update: unknown) => elsewhere.push(update))
    const update = heard(other, 'update')
    await client.emitWithAck(event, payload)
    const changed = { version: 2, value: { stored: true } }
    expect(await update).toEqual({
      id: expect.any(String),
      seq: plane.clock.now(),
      createdAt: plane.clock.now(),
      body: { t: 'update-session', sid: 's1', metadata: null, agentState: null, [key]: changed },
    })
    await Promise.all([handled(client), handled(stranger)])
    expect(elsewhere).toEqual([])
  })

  it('answers a version mismatch with what is stored now, and relays nothing', async () => {
    const other = await plane.connect({ sessionId: 's1' })
    const updates: unknown[] = []
    other.on('update', (update: unknown) => updates.push(update))
    plane.services.outcome = { result: 'version-mismatch', version: 9, value: { path: '/b' } }
    expect(await client.emitWithAck(event, payload)).toEqual({
      result: 'version-mismatch',
      version: 9,
      [key]: { path: '/b' },
    })
    await handled(other)
    expect(updates).toEqual([])
  })

  it.each([
    ['foreign', 'access-denied'],
    ['unknown', 'not-found'],
  ])('about a session that is %s is refused in the acknowledgement alone', async (sid, reason) => {
    const errors: unknown[] = []
    client.on('error', (error: unknown) => errors.push(error))
    expect(await client.emitWithAck(event, { ...payload, sid })).toEqual({ result: 'error', reason })
    await handled(client)
    expect([errors, plane.services.take()]).toEqual([[], []])
  })

  it.each([
    ['no version', { expectedVersion: undefined }],
    ['a fractional version', { expectedVersion: 1.5 }],
    ['a version as text', { expectedVersion: '1' }],
    ['an endless version', { expectedVersion: 1e300 }],
    ['no session', { sid: undefined }],
  ])('with %s is an error', async (_name, change) => {
    expect(await client.emitWithAck(event, { ...payload, ...change })).toEqual({ result: 'error' })
    expect(plane.services.take()).toEqual([])
  })

  it('is an error when the write fails', async () => {
    plane.services.duringWrite = () => {
      throw new Error('the payload said: secret')
    }
    expect(await client.emitWithAck(event, payload)).toEqual({ result: 'error' })
  })

  it('is an error, and relayed to nobody, when the commit fails', async () => {
    const other = await plane.connect({ sessionId: 's1' })
    const updates: unknown[] = []
    other.on('update', (update: unknown) => updates.push(update))
    plane.services.duringWrite = () => failCommit(plane.db)
    expect(await client.emitWithAck(event, payload)).toEqual({ result: 'error' })
    await handled(other)
    expect(updates).toEqual([])
  })

  it('is written when nobody asks for an acknowledgement, or for one that cannot be called', async () => {
    expect(await send(event, payload)).toHaveLength(1)
    expect(await send(event, payload, 'not a function')).toHaveLength(1)
  })
})

describe('messages-steer-state', () => {
  const payload = { sid: 's1', localIds: ['a', 7], state: 'dispatching' }

  it.each([true, false])('acknowledges that rows changed: %s', async (steered) => {
    plane.services.steered = steered
    expect(await client.emitWithAck('messages-steer-state', payload)).toEqual({ ok: steered })
    expect(plane.services.take()).toEqual([['messages.steerState', 's1', ['a'], 'dispatching']])
  })

  it.each([
    ['an unknown state', { state: 'done' }],
    ['no ids', { localIds: [] }],
    ['ids that are no list', { localIds: 'a' }],
    ['no session', { sid: null }],
  ])('refuses %s', async (_name, change) => {
    expect(await client.emitWithAck('messages-steer-state', { ...payload, ...change })).toEqual({ ok: false })
    expect(plane.services.take()).toEqual([])
  })

  it('refuses a foreign session in both ways', async () => {
    const error = heard(client, 'error')
    expect(await client.emitWithAck('messages-steer-state', { ...payload, sid: 'foreign' })).toEqual({
      ok: false,
    })
    expect(await error).toEqual({
      message: 'session access denied',
      code: 'access-denied',
      scope: 'session',
      id: 'foreign',
    })
  })

  it('is not confirmed when its commit fails', async () => {
    plane.services.duringWrite = () => failCommit(plane.db)
    expect(await client.emitWithAck('messages-steer-state', payload)).toEqual({ ok: false })
  })
})

describe('a handler that fails', () => {
  it('leaves the socket up and is logged once, without what was sent', async () => {
    plane.services.duringWrite = () => {
      throw new Error('the payload said: secret')
    }
    await send('message', { sid: 's1', message: 'secret' })
    await send('message', { sid: 's1', message: 'secret' })
    plane.services.duringWrite = () => {}
    expect(await send('message', { sid: 's1', message: 'fine' })).toHaveLength(1)
    expect(plane.logged).toHaveLength(1)
    expect(plane.logged[0]).toMatchObject({ level: 'error', fields: { event: 'message', name: 'Error' } })
    expect(JSON.stringify(plane.logged)).not.toContain('secret')
  })

  it('is logged once for each kind of event', async () => {
    plane.services.duringWrite = () => {
      throw new Error('no')
    }
    await send('message', { sid: 's1', message: 'x' })
    await client.emitWithAck('update-state', { sid: 's1', expectedVersion: 1, agentState: {} })
    expect(plane.logged.map(({ fields }) => fields.event)).toEqual(['message', 'update-state'])
  })
})
