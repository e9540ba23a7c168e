import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AgentPlane, failCommit, handled } from '../testing/agent-plane.ts'
import { type ClientSocket, heard } from '../testing/socket-host.ts'

let plane: AgentPlane
let runner: ClientSocket

beforeEach(async () => {
  plane = await AgentPlane.start()
  plane.services.machines.set('m1', 'default').set('m2', 'default').set('foreign', 'other')
  runner = await plane.connect({ machineId: 'm1' })
})
afterEach(() => plane.close())

async function send(event: string, payload: unknown) {
  runner.emit(event, payload)
  await handled(runner)
  return plane.services.take()
}

describe('what a runner says about its machine', () => {
  it('keeps it alive, with its health', async () => {
    const payload = { machineId: 'm1', time: 5, health: { collectedAt: 4, cpuPercent: 10 } }
    expect(await send('machine-alive', payload)).toEqual([['machines.keepAlive', payload]])
  })

  it('tells that a model list changed', async () => {
    expect(await send('machine-agy-models-changed', { machineId: 'm1' })).toEqual([
      ['machines.agyModelsChanged', 'm1'],
    ])
  })

  it.each([
    ['machine-alive', { machineId: 'm1' }],
    ['machine-alive', { machineId: '', time: 5 }],
    ['machine-alive', { time: 5 }],
    ['machine-alive', null],
    ['machine-agy-models-changed', {}],
    ['machine-agy-models-changed', 'm1'],
  ])('%s %j is dropped silently', async (event, payload) => {
    let errors = 0
    runner.on('error', () => (errors += 1))
    expect([await send(event, payload), errors, plane.logged]).toEqual([[], 0, []])
  })

  it.each(['machine-alive', 'machine-agy-models-changed'])(
    '%s about a machine that is not its own is answered by an error event',
    async (event) => {
      const answers: unknown[] = []
      runner.on('error', (error: unknown) => answers.push(error))
      await send(event, { machineId: 'foreign', time: 5 })
      expect(await send(event, { machineId: 'unknown', time: 5 })).toEqual([])
      expect(answers).toEqual([
        { message: 'machine access denied', code: 'access-denied', scope: 'machine', id: 'foreign' },
        { message: 'machine not found', code: 'not-found', scope: 'machine', id: 'unknown' },
      ])
    },
  )
})

describe.each([
  { event: 'machine-update-metadata', key: 'metadata', method: 'machines.updateMetadata' },
  { event: 'machine-update-state', key: 'runnerState', method: 'machines.updateRunnerState' },
])('$event', ({ event, key, method }) => {
  const payload = { machineId: 'm1', expectedVersion: 3, [key]: { status: 'running' } }

  it('is acknowledged with the stored version and value, and relayed to the other sockets', async () => {
    const other = await plane.connect({ machineId: 'm1' })
    const elsewhere: unknown[] = []
    const stranger = await plane.connect({ machineId: 'm2' })
    for (const socket of [runner, stranger]) socket.on('update', (update: unknown) => elsewhere.push(update))
    const update = heard(other, 'update')
    plane.services.outcome = { result: 'success', version: 4, value: { status: 'running', pid: 1 } }
    expect(await runner.emitWithAck(event, payload)).toEqual({
      result: 'success',
      version: 4,
      [key]: { status: 'running', pid: 1 },
    })
    expect(plane.services.take()).toEqual([[method, 'm1', 3, { status: 'running' }]])
    expect(await update).toEqual({
      id: expect.any(String),
      seq: plane.clock.now(),
      createdAt: plane.clock.now(),
      body: {
        t: 'update-machine',
        machineId: 'm1',
        metadata: null,
        runnerState: null,
        [key]: { version: 4, value: { status: 'running', pid: 1 } },
      },
    })
    await Promise.all([handled(runner), handled(stranger)])
    expect(elsewhere).toEqual([])
  })

  it('answers a version mismatch with what is stored now, and relays nothing', async () => {
    const other = await plane.connect({ machineId: 'm1' })
    const updates: unknown[] = []
    other.on('update', (update: unknown) => updates.push(update))
    plane.services.outcome = { result: 'version-mismatch', version: 9, value: null }
    expect(await runner.emitWithAck(event, payload)).toEqual({
      result: 'version-mismatch',
      version: 9,
      [key]: null,
    })
    await handled(other)
    expect(updates).toEqual([])
  })

  it.each([
    ['a foreign machine', { machineId: 'foreign' }, { result: 'error', reason: 'access-denied' }],
    ['an unknown machine', { machineId: 'unknown' }, { result: 'error', reason: 'not-found' }],
    ['no version', { expectedVersion: null }, { result: 'error' }],
    ['no machine', { machineId: undefined }, { result: 'error' }],
  ])('with %s is an error', async (_name, change, ack) => {
    expect(await runner.emitWithAck(event, { ...payload, ...change })).toEqual(ack)
    expect(plane.services.take()).toEqual([])
  })

  it('is an error when the commit fails', async () => {
    plane.services.duringWrite = () => failCommit(plane.db)
    expect(await runner.emitWithAck(event, payload)).toEqual({ result: 'error' })
  })
})
