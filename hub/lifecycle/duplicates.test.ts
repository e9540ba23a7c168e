import { beforeEach, expect, it } from 'vitest'
import { MACHINE_RPC } from '../../contract/cli-plane.ts'
import type { Metadata } from '../../contract/session.ts'
import { LifecycleRoom } from '../testing/lifecycle-room.ts'

let room: LifecycleRoom

beforeEach(() => {
  room = new LifecycleRoom()
})

const thread = { flavor: 'codex', codexSessionId: 'thread-1' }
const cursor = { flavor: 'cursor', cursorSessionId: 'chat', cursorSessionProtocol: 'acp' }

/** A CLI writes metadata, as it does when it learns its agent's session id. */
function report(id: string, metadata: Partial<Metadata>): void {
  const { metadataVersion } = room.record(id)
  room.sessions.updateMetadata(id, metadataVersion, { ...room.metadata(id), ...metadata })
  room.db.flush()
}
const alive = (id: string) => {
  room.alive(id)
  room.db.flush()
}
const supersededBy = (id: string) => room.record(id).supersededBy

it('collapses the old session into one that reports the same conversation', () => {
  const old = room.session(thread)
  room.say(old, 'before')
  const fresh = room.active({ flavor: 'codex' })
  report(fresh, thread)
  expect([supersededBy(old), supersededBy(fresh), room.words(fresh)]).toEqual([fresh, null, ['before']])
})

it('looks at a session that was created with the id when it first keeps alive', () => {
  const old = room.session(thread)
  const fresh = room.session(thread)
  expect(supersededBy(old)).toBeNull()
  alive(fresh)
  expect(supersededBy(old)).toBe(fresh)
})

it('asks the store nothing on further keep-alives', () => {
  const id = room.active(thread)
  let lookups = 0
  const find = room.tables.sessions.findByNativeKey.bind(room.tables.sessions)
  room.tables.sessions.findByNativeKey = (...args) => {
    lookups += 1
    return find(...args)
  }
  room.clock.advance(2000)
  alive(id)
  expect(lookups).toBe(0)
})

it('leaves two active sessions alone until one of them is gone', () => {
  const first = room.active(thread)
  const second = room.active(thread)
  expect([supersededBy(first), supersededBy(second)]).toEqual([null, null])
  room.lifecycle.end(first, 'completed')
  room.db.flush()
  expect([supersededBy(first), supersededBy(second)]).toEqual([second, null])
})

it('also notices that one of them fell silent', () => {
  const first = room.active(thread)
  const second = room.active(thread)
  room.clock.advance(20_000)
  alive(second)
  room.clock.advance(20_000)
  room.sessions.tick()
  room.db.flush()
  expect(supersededBy(first)).toBe(second)
})

it('keeps the newest of sessions of which none is active', () => {
  const first = room.session({ flavor: 'codex' })
  const second = room.session(thread)
  room.clock.advance(1000)
  report(first, thread)
  expect([supersededBy(first), supersededBy(second)]).toEqual([null, first])
})

it.each([
  ['another conversation', { ...thread, codexSessionId: 'thread-2' }, 'default'],
  ['another agent', { flavor: 'claude', claudeSessionId: 'thread-1' }, 'default'],
  ['another namespace', thread, 'team'],
])('never merges %s', (_, metadata, namespace) => {
  const old = room.session(metadata, { namespace })
  const fresh = room.active(thread)
  room.lifecycle.end(fresh)
  room.db.flush()
  expect([supersededBy(old), supersededBy(fresh)]).toEqual([null, null])
})

it('tells Pi’s conversations apart by machine', () => {
  const here = room.session({ flavor: 'pi', piSessionId: '1', machineId: 'a' })
  const there = room.active({ flavor: 'pi', piSessionId: '1', machineId: 'b' })
  const again = room.active({ flavor: 'pi', piSessionId: '1', machineId: 'a' })
  expect([supersededBy(here), supersededBy(there)]).toEqual([again, null])
})

it('waits until a Cursor session is ready', () => {
  const old = room.session(cursor)
  const fresh = room.active(cursor)
  expect(supersededBy(old)).toBeNull()
  room.sessions.markReady(fresh)
  alive(fresh)
  expect(supersededBy(old)).toBe(fresh)
})

it('does not trust a Cursor session that ended before it was ready', () => {
  const old = room.session(cursor)
  room.clock.advance(1000)
  const failed = room.active(cursor)
  room.lifecycle.end(failed, 'error')
  room.db.flush()
  expect([supersededBy(old), supersededBy(failed)]).toEqual([null, null])
})

it('leaves a session that is being resumed to the resume', async () => {
  room.machine()
  const old = room.session(thread)
  const during: unknown[] = []
  let child = ''
  room.handle('m1', MACHINE_RPC.stopSession, () => ({ status: 'stopped' }))
  room.onSpawn(() => {
    child = room.session(thread)
    report(child, { flavor: 'codex', codexSessionId: 'thread-1' })
    alive(child)
    during.push(supersededBy(old))
    return { type: 'success', sessionId: child }
  })
  expect(await room.lifecycle.resume(room.record(old))).toBe(child)
  expect([during, supersededBy(old)]).toEqual([[null], child])
})

it('looks again after a resume that failed', async () => {
  room.machine()
  const old = room.session(thread)
  let other = ''
  room.onSpawn(() => {
    other = room.active(thread)
    return { type: 'error', errorMessage: 'no' }
  })
  await expect(room.lifecycle.resume(room.record(old))).rejects.toMatchObject({ code: 'resume_failed' })
  await room.idle()
  expect(supersededBy(old)).toBe(other)
})

it('merges three into one', () => {
  const first = room.session(thread)
  room.say(first, 'one')
  room.clock.advance(1)
  const second = room.session(thread)
  room.say(second, 'two')
  room.clock.advance(1)
  const third = room.active(thread)
  expect([supersededBy(first), supersededBy(second), room.words(third)]).toEqual([
    third,
    third,
    ['one', 'two'],
  ])
})

it('gives a merged session its own voice back when its agent returns, until that ends', () => {
  const old = room.session(thread)
  const fresh = room.active(thread)
  room.alive(old)
  room.say(old, 'I am still here')
  room.db.flush()
  expect([supersededBy(old), room.metadata(old).lifecycleState, room.words(old)]).toEqual([
    null,
    'running',
    ['I am still here'],
  ])
  room.lifecycle.end(old, 'completed')
  room.db.flush()
  expect([supersededBy(old), room.words(fresh)]).toEqual([fresh, ['I am still here']])
})
