import { beforeEach, describe, expect, it } from 'vitest'
import { IDLE_TIMEOUT_MS, SessionRoom } from '../testing/session-room.ts'

let room: SessionRoom
const START = 1_700_000_000_000

beforeEach(() => {
  room = new SessionRoom()
})

/** Keeps the session alive for `ms`, every ten seconds, with the hub's tick. */
function keepAliveFor(id: string, ms: number): void {
  for (let passed = 0; passed < ms; passed += 10_000) {
    room.clock.advance(10_000)
    room.alive(id)
    room.service.tick()
  }
}

describe('silence', () => {
  it('makes a session inactive after thirty seconds, not before', () => {
    const id = room.createActive()
    room.clock.advance(30_000)
    room.service.tick()
    expect(room.take()).toEqual([])
    room.clock.advance(1)
    room.service.tick()
    expect(room.updates()).toEqual([{ active: false }])
    expect([room.wire(id).active, room.session(id).active]).toEqual([false, false])
    room.service.tick()
    expect(room.take()).toEqual([])
  })

  it('ends thinking and tells so, and archives nothing', () => {
    const id = room.createActive()
    room.alive(id, { thinking: true })
    room.take()
    room.clock.advance(31_000)
    room.service.tick()
    expect(room.updates()).toEqual([{ active: false, thinking: false }])
    expect(room.session(id).metadata?.lifecycleState).toBe('running')
  })

  it('counts from when the hub heard of the session, whatever its clock says', () => {
    const id = room.create()
    room.alive(id, { time: START - 60_000 })
    room.service.tick()
    expect(room.wire(id).active).toBe(true)
  })

  it('tells the most recently active first', () => {
    const first = room.createActive()
    room.clock.advance(1000)
    const second = room.createActive()
    const told: string[] = []
    room.service.onBecameInactive((id) => told.push(id))
    room.clock.advance(60_000)
    room.service.tick()
    room.take()
    expect(told).toEqual([second, first])
  })

  it('after a restart counts anew: the session stays active and is not archived', () => {
    const id = room.createActive()
    room.clock.advance(300_000)
    room = room.restart()
    room.service.tick()
    expect(room.wire(id).active).toBe(true)
    room.clock.advance(30_001)
    room.service.tick()
    expect(room.wire(id)).toMatchObject({ active: false, metadata: { lifecycleState: 'running' } })
  })
})

describe('the end of a session', () => {
  it('clears its liveness in one patch', () => {
    const id = room.createActive()
    room.alive(id, { thinking: true })
    room.service.addBackgroundTasks(id, 2)
    room.service.markReady(id)
    room.take()
    room.service.markInactive(id)
    expect(room.updates()).toEqual([
      { active: false, thinking: false, activeTurnStartedAt: null, backgroundTaskCount: 0 },
    ])
    expect(room.row(id)).toMatchObject({ active: false, thinking: false, backgroundTaskCount: 0 })
    expect([room.session(id).active, room.service.isReady(id)]).toEqual([false, false])
  })

  it('ends the grace of a queued prompt', () => {
    const id = room.createActive()
    room.service.promptQueued(id, START)
    room.service.markInactive(id)
    room.alive(id)
    expect(room.wire(id)).toMatchObject({ active: true, thinking: false })
  })

  it('is not told of twice', () => {
    const id = room.createActive()
    const told: string[] = []
    room.service.onBecameInactive((ended) => told.push(ended))
    room.service.markInactive(id)
    room.service.markInactive(id)
    expect([room.updates().length, told]).toEqual([1, [id]])
  })

  it('is announced with its reason, also for a session that is already inactive', () => {
    const id = room.create()
    room.service.announceEnded(id, 'completed')
    room.service.announceEnded(id)
    expect(room.take()).toEqual([
      { type: 'session-ended', namespace: 'default', sessionId: id, reason: 'completed' },
      { type: 'session-ended', namespace: 'default', sessionId: id },
    ])
  })
})

it('knows a session as ready from when it says so', () => {
  const id = room.createActive()
  const told: string[] = []
  room.service.onReady((ready) => told.push(ready))
  expect(room.service.isReady(id)).toBe(false)
  room.service.markReady(id)
  expect([room.service.isReady(id), told]).toEqual([true, [id]])
  room.service.forgetReady(id)
  expect(room.service.isReady(id)).toBe(false)
})

it('marks a resumed session active before its first keep-alive', () => {
  const id = room.create()
  room.clock.advance(1000)
  room.service.markActive(id)
  expect(room.updates()).toEqual([{ active: true, activeAt: START + 1000, thinking: false }])
  expect([room.wire(id).active, room.session(id).active]).toEqual([true, true])
})

it('counts background tasks, never below zero, and tells of changes only', () => {
  const id = room.createActive()
  room.service.addBackgroundTasks(id, 2)
  room.service.addBackgroundTasks(id, -3)
  room.service.addBackgroundTasks(id, -1)
  expect(room.updates()).toEqual([{ backgroundTaskCount: 2 }, { backgroundTaskCount: 0 }])
})

describe('idle reconciliation', () => {
  it('makes a running session idle after only keep-alives for the idle timeout', () => {
    const id = room.createActive()
    keepAliveFor(id, IDLE_TIMEOUT_MS - 10_000)
    expect(room.session(id).metadata?.lifecycleState).toBe('running')
    room.take()
    keepAliveFor(id, 10_000)
    const metadata = {
      path: '/work',
      host: 'box',
      flavor: 'claude',
      lifecycleState: 'idle',
      lifecycleStateSince: START + IDLE_TIMEOUT_MS,
    }
    expect(room.updates()).toContainEqual({ metadata: { version: 2, value: metadata } })
    expect(room.wire(id)).toMatchObject({ active: true, metadata, metadataVersion: 2, updatedAt: START })
    expect(room.row(id).metadata?.lifecycleState).toBe('idle')
  })

  it.each([
    ['exempt', { lifecycleState: 'running', idleReconcileExempt: true }],
    ['archived', { lifecycleState: 'archived' }],
    ['without a lifecycle state', {}],
  ])('leaves a session alone that is %s', (_, metadata) => {
    const id = room.createActive({ metadata: { path: '/work', ...metadata } })
    keepAliveFor(id, IDLE_TIMEOUT_MS * 2)
    expect([room.session(id).metadata, room.session(id).metadataVersion]).toEqual([
      { path: '/work', ...metadata },
      1,
    ])
  })

  it('counts anew when the CLI comes back', () => {
    const id = room.createActive()
    room.clock.advance(IDLE_TIMEOUT_MS)
    room.service.tick()
    room.alive(id)
    room.service.tick()
    expect(room.wire(id)).toMatchObject({ active: true, metadata: { lifecycleState: 'running' } })
  })

  it('leaves a session alone whose CLI is gone', () => {
    const id = room.createActive()
    room.clock.advance(IDLE_TIMEOUT_MS * 2)
    room.service.tick()
    room.service.tick()
    expect(room.session(id).metadata?.lifecycleState).toBe('running')
  })

  it('an exemption that was false does not exempt', () => {
    const id = room.createActive({ metadata: { lifecycleState: 'running', idleReconcileExempt: false } })
    keepAliveFor(id, IDLE_TIMEOUT_MS)
    expect(room.session(id).metadata?.lifecycleState).toBe('idle')
  })

  it('counts anew from the last activity', () => {
    const id = room.createActive()
    keepAliveFor(id, IDLE_TIMEOUT_MS / 2)
    room.service.noteActivity(id)
    keepAliveFor(id, IDLE_TIMEOUT_MS / 2)
    expect(room.session(id).metadata?.lifecycleState).toBe('running')
    keepAliveFor(id, IDLE_TIMEOUT_MS / 2)
    expect(room.session(id).metadata?.lifecycleState).toBe('idle')
  })

  it('counts anew when the CLI says it is running again', () => {
    const id = room.createActive()
    keepAliveFor(id, IDLE_TIMEOUT_MS)
    room.service.updateMetadata(id, 2, { ...room.session(id).metadata, lifecycleState: 'running' })
    room.service.tick()
    expect(room.session(id).metadata?.lifecycleState).toBe('running')
  })

  it.each([
    ['a message', (id: string) => room.service.noteActivity(id)],
    ['a queued prompt', (id: string) => room.service.promptQueued(id, room.now)],
    ['a background task', (id: string) => room.service.addBackgroundTasks(id, 1)],
  ])('%s makes an idle session run again at once', (_, act) => {
    const id = room.createActive()
    keepAliveFor(id, IDLE_TIMEOUT_MS)
    room.take()
    room.clock.advance(500)
    act(id)
    const metadata = expect.objectContaining({ lifecycleState: 'running', lifecycleStateSince: room.now })
    expect(room.updates()).toContainEqual({ metadata: { version: 3, value: metadata } })
    expect(room.wire(id)).toMatchObject({ active: true, metadataVersion: 3 })
    room.service.noteActivity(id)
    expect(room.session(id).metadataVersion).toBe(3)
  })

  it('makes a session run again that became idle before a restart', () => {
    const id = room.createActive()
    keepAliveFor(id, IDLE_TIMEOUT_MS)
    room = room.restart()
    room.service.noteActivity(id)
    expect(room.session(id).metadata?.lifecycleState).toBe('running')
  })

  it('a keep-alive alone leaves a session idle', () => {
    const id = room.createActive()
    keepAliveFor(id, IDLE_TIMEOUT_MS + 60_000)
    expect(room.session(id).metadata?.lifecycleState).toBe('idle')
  })
})
