import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { SessionRoom } from '../testing/session-room.ts'

let room: SessionRoom
const START = 1_700_000_000_000

beforeEach(() => {
  room = new SessionRoom()
})

const ids = (query = {}) => room.list('default', query).map((row) => row.id)

describe('the session list', () => {
  it('holds every session of the namespace and none of another', () => {
    const mine = Array.from({ length: 60 }, () => room.create())
    room.create({}, 'other')
    expect(ids().toSorted()).toEqual(mine.toSorted())
    expect(room.list('nobody')).toEqual([])
  })

  it('shows live rows by attention, or by recency when asked, up to a limit', () => {
    const requests = { r: { tool: 'Bash', arguments: {} } }
    const newest = room.create()
    const active = room.createActive()
    const asking = room.createActive({ agentState: { requests } })
    const pinned = room.create()
    const everywhere = room.create()
    room.service.pin(room.session(pinned), 'project')
    room.service.pin(room.session(everywhere), 'global')
    room.service.touch(newest, START + 100)
    room.service.touch(active, START + 50)
    expect(ids()).toEqual([everywhere, pinned, asking, active, newest])
    expect(ids({ order: 'updatedAt' }).slice(0, 2)).toEqual([newest, active])
    expect(ids({ limit: 2 })).toEqual([everywhere, pinned])
    room.service.markInactive(asking)
    expect(ids()).toEqual([everywhere, pinned, active, newest, asking])
  })

  it('is the same text compressed', () => {
    room.create({ metadata: { path: '/ü', name: 'näme 🚀' } })
    const json = room.service.listJson('default', {})
    expect(gunzipSync(room.service.listGzip('default', {})).equals(json)).toBe(true)
    expect(JSON.parse(json.toString()).sessions[0].metadata.name).toBe('näme 🚀')
  })

  it('lists a superseded session as a row of its own', () => {
    const [old, next] = [room.create(), room.create()]
    room.service.editMetadata(old, (metadata) => ({
      ...metadata,
      lifecycleState: 'archived',
      supersededBySessionId: next,
    }))
    expect(room.row(old).metadata).toEqual({
      path: '/work',
      flavor: 'claude',
      lifecycleState: 'archived',
      supersededBySessionId: next,
    })
  })
})

describe('the bytes of the list', () => {
  const body = () => room.service.listJson('default', {})

  it('are kept while nothing changes', () => {
    room.create()
    expect(body()).toBe(body())
    expect(room.service.listGzip('default', {})).toBe(room.service.listGzip('default', {}))
    const before = body()
    room.create({}, 'other')
    expect(body()).toBe(before)
  })

  it('are kept over a keep-alive that is not broadcast', () => {
    const id = room.createActive()
    const before = body()
    room.clock.advance(10_000)
    room.alive(id)
    expect(body()).toBe(before)
    room.clock.advance(1)
    room.alive(id)
    expect(room.row(id).activeAt).toBe(START + 10_001)
  })

  const changes: Record<string, (id: string) => unknown> = {
    updateMetadata: (id) => room.service.updateMetadata(id, 1, { name: 'n' }),
    updateAgentState: (id) =>
      room.service.updateAgentState(id, 1, { requests: { r: { tool: 'Bash', arguments: {} } } }),
    'editMetadata, nobody told': (id) =>
      room.service.editMetadata(id, (metadata) => ({ ...metadata, name: 'n' }), { publish: 'none' }),
    rename: (id) => room.service.rename(id, 'n'),
    setSummary: (id) => room.service.setSummary(id, 'text'),
    pin: (id) => room.service.pin(room.session(id), 'global'),
    delete: (id) => room.service.remove(room.session(id)),
    touch: (id) => room.service.touch(id, START + 1),
    applyTodos: (id) =>
      room.service.applyTodos(id, START, [{ content: 'c', status: 'completed', priority: 'low', id: '1' }]),
    applyTeamState: (id) => room.service.applyTeamState(id, START + 1, () => ({ teamName: 't' })),
    noteConversationContent: (id) => room.service.noteConversationContent(id),
    applyConfig: (id) => room.service.applyConfig(id, { model: 'opus' }),
    'keepAlive with another model': (id) => room.alive(id, { model: 'opus' }),
    'keepAlive with thinking': (id) => room.alive(id, { thinking: true }),
    markInactive: (id) => room.service.markInactive(id),
    promptQueued: (id) => room.service.promptQueued(id, START + 1),
    addBackgroundTasks: (id) => room.service.addBackgroundTasks(id, 1),
    'a prompt scheduled for later': (id) => room.queue(id, START + 60_000),
    createOrLoad: () => room.create(),
    'tick, after silence': () => {
      room.clock.advance(31_000)
      room.service.tick()
    },
  }
  it.each(Object.entries(changes))('follow %s', (_, change) => {
    const id = room.createActive()
    const before = body().toString()
    change(id)
    expect(body().toString()).not.toBe(before)
  })

  it.each(Object.entries(changes))('after %s are those of a list read anew', (_, change) => {
    const id = room.createActive()
    room.createActive()
    body()
    change(id)
    const cached = room.list()
    const fresh = room.restart().list()
    // Thinking and background tasks live in memory, activeAt is stored when a session turns (in)active.
    const stored = (rows: typeof cached) =>
      rows.map((row) => ({ ...row, thinking: false, backgroundTaskCount: 0, activeAt: 0 }))
    expect(stored(cached)).toEqual(stored(fresh))
  })

  it('change when a scheduled prompt falls due, without a write', () => {
    const id = room.create()
    room.queue(id, START + 60_000)
    room.queue(id, START + 90_000)
    const scheduled = () => {
      const { futureScheduledMessageCount, nextScheduledAt } = room.row(id)
      return [futureScheduledMessageCount, nextScheduledAt]
    }
    expect(scheduled()).toEqual([2, START + 60_000])
    room.clock.advance(59_999)
    const before = body()
    expect(body()).toBe(before)
    room.clock.advance(1)
    expect(scheduled()).toEqual([1, START + 90_000])
    room.clock.advance(30_000)
    expect(scheduled()).toEqual([0, null])
  })

  it('change when a prompt falls due that was scheduled after they were first read', () => {
    const id = room.create()
    body()
    room.queue(id, START + 60_000)
    expect(room.row(id).futureScheduledMessageCount).toBe(1)
    room.clock.advance(60_000)
    expect(room.row(id).futureScheduledMessageCount).toBe(0)
  })

  it('are right for a prompt that was scheduled before the list was first read', () => {
    const id = room.create()
    room.queue(id, START + 60_000)
    const reopened = room.restart()
    expect(reopened.row(id)).toMatchObject({
      futureScheduledMessageCount: 1,
      nextScheduledAt: START + 60_000,
    })
  })
})
