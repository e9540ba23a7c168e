import { beforeEach, describe, expect, it } from 'vitest'
import type { TodoItem } from '../../contract/session.ts'
import { LifecycleRoom } from '../testing/lifecycle-room.ts'
import { mergeSessions } from './merge.ts'

let room: LifecycleRoom
let from: string
let into: string

beforeEach(() => {
  room = new LifecycleRoom()
  from = room.session()
  into = room.active()
})

const merge = (a = from, b = into) =>
  mergeSessions({ ...room, bus: { publish: (event) => void published.push(event.type) } }, a, b)
const published: string[] = []
const at = (minute: number) => room.clock.advance(minute * 60_000)
const todo = (content: string): TodoItem => ({ content, status: 'pending', priority: 'low', id: content })
const epochs = () => [room.record(from).messageEpoch, room.record(into).messageEpoch]

describe('messages', () => {
  it('are there from both sides exactly once, in the order of their times', () => {
    room.say(from, 'one')
    at(1)
    room.say(into, 'two')
    at(1)
    room.say(from, 'three')
    at(1)
    room.say(into, 'four')
    merge()
    const { messages } = room.page(into)
    expect(room.words(into)).toEqual(['one', 'two', 'three', 'four'])
    expect(new Set(messages.map(({ seq }) => seq)).size).toBe(4)
    expect(room.words(from)).toEqual([])
  })

  it('raise both epochs and are invalidated on both sides', () => {
    room.say(from, 'one')
    room.say(into, 'two')
    const before = epochs()
    published.length = 0
    merge()
    room.db.flush()
    expect(epochs()).toEqual(before.map((epoch) => epoch + 1))
    expect(published).toEqual(['messages-invalidated', 'messages-invalidated'])
  })

  it('keep the survivor’s row when both used one localId, and lose neither', () => {
    room.prompt(from, 'same')
    room.prompt(into, 'same')
    merge()
    const rows = room.page(into).messages.map(({ localId, invokedAt }) => [localId, invokedAt === null])
    expect(rows).toContainEqual(['same', true])
    expect(rows).toContainEqual([null, false])
    expect(rows).toHaveLength(2)
  })

  it('that wait are handed to the survivor’s agent', () => {
    room.prompt(from, 'waiting')
    room.delivered(from)
    merge()
    expect(room.delivered(into)).toEqual(['waiting'])
  })

  it('scheduled for later are listed with the survivor', () => {
    room.messages.send(room.record(from), {
      text: 'later',
      localId: 'l',
      scheduledAt: room.clock.now() + 1000,
    })
    merge()
    const { sessions } = JSON.parse(room.sessions.listJson('default', {}).toString()) as {
      sessions: { id: string; futureScheduledMessageCount: number }[]
    }
    const counts = Object.fromEntries(sessions.map((row) => [row.id, row.futureScheduledMessageCount]))
    expect(counts).toEqual({ [from]: 0, [into]: 1 })
  })

  it('that show something make the survivor a conversation', () => {
    room.say(from, 'hello')
    merge()
    const contents = [from, into].map((id) => room.record(id).hasConversationContent)
    expect(contents).toEqual([false, true])
  })
})

describe('the old row', () => {
  it('stays, archived, and its id stands for the survivor', () => {
    merge()
    expect(room.metadata(from)).toMatchObject({
      lifecycleState: 'archived',
      lifecycleStateSince: room.clock.now(),
      archivedBy: 'hub',
      supersededBySessionId: into,
    })
    expect(room.sessions.require('default', from).id).toBe(into)
    expect(room.sessions.require('default', from, { exact: true }).id).toBe(from)
  })

  it('is announced with the survivor, both in full', () => {
    room.take()
    merge()
    const full = room
      .take()
      .flatMap((event) =>
        event.type === 'session-updated' && (event.data as { id?: string }).id ? [event.sessionId] : [],
      )
    expect(new Set(full)).toEqual(new Set([from, into]))
  })

  it('is merged once only', () => {
    room.say(from, 'one')
    merge()
    const third = room.session()
    merge(from, third)
    expect([room.record(from).supersededBy, room.words(into)]).toEqual([into, ['one']])
  })

  it('leads through a chain of successors', () => {
    const third = room.session()
    room.say(from, 'one')
    merge()
    merge(into, third)
    expect([room.sessions.require('default', from).id, room.words(third)]).toEqual([third, ['one']])
  })

  it('is never merged across namespaces', () => {
    const theirs = room.session({}, { namespace: 'team' })
    merge(from, theirs)
    expect(room.record(from).supersededBy).toBeNull()
  })
})

describe('what the survivor takes over', () => {
  const values = (id: string) => {
    const { model, effort, pin, todos, teamState } = room.record(id)
    return { model, effort, pin, todos, team: teamState?.teamName }
  }

  it('fills its metadata where it has gaps, with the newer summary', () => {
    const summary = { text: 'old', updatedAt: 1 }
    const worktree = { basePath: '/b', branch: 'x', name: 'x' }
    from = room.session({
      name: 'From',
      summary,
      worktree,
      preferredPermissionMode: 'plan',
      claudeSessionId: 'c',
    })
    into = room.session({ name: 'Into', path: '/into' })
    merge()
    expect(room.metadata(into)).toEqual({
      name: 'Into',
      path: '/into',
      host: 'box',
      machineId: 'm1',
      flavor: 'claude',
      summary,
      worktree,
      preferredPermissionMode: 'plan',
    })
  })

  it('keeps its own newer summary', () => {
    from = room.session({ summary: { text: 'old', updatedAt: 1 } })
    into = room.session({ summary: { text: 'new', updatedAt: 2 } })
    merge()
    expect(room.metadata(into).summary).toEqual({ text: 'new', updatedAt: 2 })
  })

  it('stands in the list where the newer of the two stood', () => {
    at(1)
    room.sessions.touch(from, room.clock.now())
    merge()
    expect(room.record(into).updatedAt).toBe(room.clock.now())
  })

  it('takes model and efforts it has none of, and the stronger pin', () => {
    room.sessions.applyConfig(from, { model: 'opus', effort: 'high' })
    room.sessions.applyConfig(into, { effort: 'low' })
    room.sessions.pin(room.record(from), 'global')
    room.sessions.pin(room.record(into), 'project')
    merge()
    expect([values(into), values(from).pin]).toMatchObject([
      { model: 'opus', effort: 'low', pin: 'global' },
      'none',
    ])
  })

  it.each([
    [1, 2, 'into'],
    [2, 1, 'from'],
  ])('takes the todos and the team with the newer watermark (%i against %i)', (fromAt, intoAt, winner) => {
    const set = (id: string, watermark: number, name: string) => {
      room.sessions.applyTodos(id, watermark, [todo(name)])
      room.sessions.applyTeamState(id, watermark, () => ({ teamName: name }))
    }
    set(from, fromAt, 'from')
    set(into, intoAt, 'into')
    merge()
    expect(values(into)).toMatchObject({ todos: [todo(winner)], team: winner })
  })

  it('unites the requests, of which none that was completed is pending', () => {
    const request = (tool: string) => ({ tool, arguments: {} })
    const done = { ...request('Done'), status: 'approved' }
    from = room.session(
      {},
      {
        agentState: { requests: { a: request('A'), b: request('B') }, completedRequests: { c: done } },
      },
    )
    into = room.session(
      {},
      {
        agentState: {
          controlledByUser: false,
          requests: { c: request('C') },
          completedRequests: { b: done },
        },
      },
    )
    merge()
    expect(room.record(into).agentState).toEqual({
      controlledByUser: false,
      requests: { a: request('A') },
      completedRequests: { b: done, c: done },
    })
    expect(room.record(from).agentState?.requests).toEqual({})
  })
})

describe('deleting the survivor', () => {
  const remove = () => {
    room.sessions.markInactive(into)
    room.take()
    room.sessions.delete(room.record(into))
  }

  it('also deletes what was merged into it, which was only a name for it any more', () => {
    const oldest = room.session()
    merge(oldest, from)
    merge()
    remove()
    expect([oldest, from, into].map((id) => room.sessions.find(id))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(room.took('session-removed').sort()).toEqual(
      [oldest, from, into].map((id) => `session-removed ${id}`).sort(),
    )
  })

  it('keeps a session it replaced that has a conversation of its own', () => {
    room.say(from, 'kept')
    room.sessions.editMetadata(from, (metadata) => ({ ...metadata, supersededBySessionId: into }))
    remove()
    expect(room.words(from)).toEqual(['kept'])
    expect(room.sessions.require('default', from).id).toBe(from)
  })
})
