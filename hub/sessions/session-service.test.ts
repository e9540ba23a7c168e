import { beforeEach, describe, expect, it } from 'vitest'
import { Session } from '../../contract/session.ts'
import { HubError } from '../errors.ts'
import { SessionRoom } from '../testing/session-room.ts'

let room: SessionRoom
const START = 1_700_000_000_000
const UUID = '0e0c7c1e-6f5b-4d8a-9a57-1d2c3b4a5f60'

beforeEach(() => {
  room = new SessionRoom()
})

/** Status, text and code of the error `act` throws. */
function failure(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    if (error instanceof HubError) return [error.status, error.message, error.code]
    throw error
  }
  return 'nothing thrown'
}

describe('a session a CLI announces', () => {
  it('is stored as it was sent and announced as added', () => {
    const body = {
      tag: 't',
      metadata: { path: '/p', host: 'h', future: [1] },
      agentState: { future: true },
      model: 'opus',
      modelReasoningEffort: 'high',
      effort: 'max',
    }
    const session = room.service.createOrLoad('team', body)
    expect(Session.parse(session)).toMatchObject({
      namespace: 'team',
      seq: 0,
      createdAt: START,
      updatedAt: START,
      active: false,
      activeAt: START,
      thinking: false,
      thinkingAt: 0,
      metadata: body.metadata,
      metadataVersion: 1,
      agentState: body.agentState,
      agentStateVersion: 1,
      todosUpdatedAt: 0,
      teamStateUpdatedAt: 0,
      model: 'opus',
      modelReasoningEffort: 'high',
      effort: 'max',
      serviceTier: null,
    })
    expect(room.take()).toEqual([
      { type: 'session-added', namespace: 'team', sessionId: session.id, data: session },
    ])
  })

  it('may ask for its id', () => {
    expect(room.service.createOrLoad('default', { tag: 't', id: UUID, metadata: null }).id).toBe(UUID)
  })

  it('with a known tag is the stored one, unchanged, announced as updated', () => {
    const first = room.service.createOrLoad('default', { tag: 't', metadata: { path: '/p' }, model: 'opus' })
    room.take()
    room.clock.advance(1000)
    const again = room.service.createOrLoad('default', {
      tag: 't',
      id: first.id,
      metadata: { path: '/q' },
      agentState: { controlledByUser: true },
      model: 'sonnet',
    })
    expect(again).toEqual(first)
    expect(room.take()).toEqual([
      { type: 'session-updated', namespace: 'default', sessionId: first.id, data: first },
    ])
  })

  it('with the same tag in another namespace is another session', () => {
    const first = room.service.createOrLoad('default', { tag: 't', metadata: null })
    const other = room.service.createOrLoad('other', { tag: 't', metadata: null })
    expect(other.id).not.toBe(first.id)
  })

  it('with a known tag and another id is refused', () => {
    room.create({ tag: 't' })
    expect(
      failure(() => room.service.createOrLoad('default', { tag: 't', id: UUID, metadata: null })),
    ).toEqual([409, 'Session tag is already bound to a different id', undefined])
  })

  it.each([
    ['another tag', 'default', 'u'],
    ['another namespace', 'other', 't'],
  ])('with the id of a session of %s is refused', (_, namespace, tag) => {
    room.create({ tag: 't', id: UUID })
    const again = () => room.service.createOrLoad(namespace, { tag, id: UUID, metadata: null })
    expect(failure(again)).toEqual([409, 'Session id is already bound to a different session', undefined])
    expect(room.take()).toEqual([])
  })

  it('cannot claim to be superseded', () => {
    const id = room.create({ metadata: { path: '/p', supersededBySessionId: UUID } })
    expect([room.session(id).metadata, room.session(id).supersededBy]).toEqual([{ path: '/p' }, null])
  })

  it('hears of its model as a plain string', () => {
    const id = room.create({ tag: 't' })
    room.service.applyConfig(id, { model: { provider: 'acme', modelId: 'm1' } })
    const again = room.service.createOrLoad('default', { tag: 't', metadata: null })
    expect([again.model, room.service.toCliSession(room.session(id)).model]).toEqual(['m1', 'm1'])
    expect(room.wire(id).model).toEqual({ provider: 'acme', modelId: 'm1' })
  })
})

describe('the session a client means', () => {
  const supersede = (id: string, by: string) =>
    room.service.editMetadata(id, (metadata) => ({ ...metadata, supersededBySessionId: by }))

  it('is refused when it does not exist or belongs to others', () => {
    const foreign = room.create({}, 'other')
    expect([
      failure(() => room.service.require('default', 'nobody')),
      failure(() => room.service.require('default', foreign)),
    ]).toEqual([
      [404, 'Session not found', undefined],
      [403, 'Session access denied', undefined],
    ])
  })

  it('is refused as inactive where it must be active', () => {
    const id = room.create()
    const require = () => room.service.require('default', id, { active: true })
    expect(failure(require)).toEqual([409, 'Session is inactive', 'session_inactive'])
    room.alive(id)
    expect(require().id).toBe(id)
    room.service.markInactive(id)
    expect(failure(require)).toEqual([409, 'Session is inactive', 'session_inactive'])
  })

  it('is the end of a chain of replacements, unless the very row is wanted', () => {
    const [a, b, c] = [room.create(), room.create(), room.create()]
    supersede(a, b)
    supersede(b, c)
    expect(room.service.require('default', a).id).toBe(c)
    expect(room.service.require('default', a, { exact: true }).id).toBe(a)
    expect(room.row(a).metadata?.supersededBySessionId).toBe(b)
  })

  it('must be active where the chain ends, not where it begins', () => {
    const [a, b] = [room.create(), room.createActive()]
    supersede(a, b)
    expect(room.service.require('default', a, { active: true }).id).toBe(b)
  })

  it('is the last one there is when the chain breaks, leaves the namespace or turns back', () => {
    const [a, b, c, d] = [room.create(), room.create(), room.create(), room.create({}, 'other')]
    supersede(a, 'deleted')
    supersede(b, d)
    expect([a, b].map((id) => room.service.require('default', id).id)).toEqual([a, b])
    supersede(a, b)
    supersede(b, c)
    supersede(c, a)
    expect(room.service.require('default', a).id).toBe(c)
  })
})

describe('what access checks know of a session', () => {
  it('follows its metadata and ends with it', () => {
    const id = room.create({ metadata: { path: '/p', flavor: 'codex' } }, 'team')
    expect(room.service.identify(id)).toMatchObject({ namespace: 'team', flavorName: 'codex' })
    room.service.updateMetadata(id, 1, { flavor: 'pi' })
    expect(room.service.identify(id)?.flavorName).toBe('pi')
    room.service.delete(room.session(id))
    expect(room.service.identify(id)).toBeUndefined()
  })

  it('does not remember who was not there', () => {
    expect(room.service.identify(UUID)).toBeUndefined()
    room.create({ id: UUID })
    expect(room.service.identify(UUID)?.namespace).toBe('default')
  })

  it('has no flavor where it is no string', () => {
    const id = room.create({ metadata: { flavor: 7 } })
    expect(room.service.identify(id)?.flavorName).toBeNull()
  })
})

describe('edits by a client', () => {
  it('renames and summarises without moving the session, in full sessions', () => {
    const id = room.create({ metadata: { path: '/p' } })
    room.clock.advance(1000)
    room.service.rename(id, ' name ')
    room.service.setSummary(id, 'text')
    expect(room.updates()).toEqual(['full', 'full'])
    expect(room.wire(id)).toMatchObject({
      updatedAt: START,
      metadataVersion: 3,
      metadata: { path: '/p', name: ' name ', summary: { text: 'text', updatedAt: START + 1000 } },
    })
  })

  it.each([
    ['global', { pinned: false, globalPinned: true }],
    ['project', { pinned: true, globalPinned: false }],
    ['none', { pinned: false, globalPinned: false }],
  ] as const)('pins (%s), in a full session', (mode, flags) => {
    const id = room.create()
    room.service.pin(room.session(id), 'project')
    room.service.pin(room.session(id), mode)
    expect(room.updates()).toEqual(['full', 'full'])
    expect(room.wire(id)).toMatchObject(flags)
    expect(room.row(id)).toMatchObject(flags)
  })

  it('deletes an inactive session with its messages', () => {
    const id = room.create()
    room.queue(id)
    const { pk } = room.session(id)
    room.service.delete(room.session(id))
    expect(room.take()).toEqual([{ type: 'session-removed', namespace: 'default', sessionId: id }])
    expect([room.service.find(id), room.messages.countAll(pk), room.list()]).toEqual([undefined, 0, []])
  })

  it('does not delete an active session', () => {
    const id = room.createActive()
    expect(failure(() => room.service.delete(room.session(id)))).toEqual([
      409,
      'Session is active; archive it first',
      undefined,
    ])
    expect([room.take(), room.session(id).id]).toEqual([[], id])
  })

  it('removes a merged session whatever its state, and ignores its late keep-alives', () => {
    const id = room.createActive()
    room.service.remove(room.session(id))
    room.take()
    room.alive(id)
    expect([room.take(), room.service.isActive(id)]).toEqual([[], false])
  })
})

describe('values with watermarks', () => {
  const todo = (content: string) => ({ content, status: 'pending', priority: 'medium', id: content }) as const

  it('takes todos that are newer, and raises updatedAt', () => {
    const id = room.create()
    room.service.applyTodos(id, START + 5, [todo('a')])
    room.service.applyTodos(id, START + 5, [todo('b')])
    room.service.applyTodos(id, START + 4, [todo('c')])
    expect(room.updates()).toEqual([
      { todos: { version: START + 5, value: [todo('a')] }, updatedAt: START + 5 },
    ])
    expect(room.wire(id)).toMatchObject({
      todos: [todo('a')],
      todosUpdatedAt: START + 5,
      updatedAt: START + 5,
    })
    expect(room.row(id).todoProgress).toEqual({ completed: 0, total: 1 })
  })

  it('takes changes of the team that are newer; null clears it', () => {
    const id = room.create()
    room.service.applyTeamState(id, START + 1, () => ({ teamName: 'a' }))
    room.service.applyTeamState(id, START + 1, () => ({ teamName: 'b' }))
    room.service.applyTeamState(id, START + 2, () => undefined)
    expect(room.wire(id)).toMatchObject({ teamState: { teamName: 'a' }, teamStateUpdatedAt: START + 1 })
    room.service.applyTeamState(id, START + 3, (team) => (team?.teamName === 'a' ? null : undefined))
    expect(room.updates()).toEqual([
      { teamState: { version: START + 1, value: { teamName: 'a' } }, updatedAt: START + 1 },
      { teamState: { version: START + 3, value: null }, updatedAt: START + 3 },
    ])
    expect(room.wire(id).teamState).toBeUndefined()
  })

  it('never moves updatedAt backward', () => {
    const id = room.create()
    room.service.touch(id, START + 10)
    room.service.touch(id, START + 5)
    expect(room.updates()).toEqual([{ updatedAt: START + 10 }, { updatedAt: START + 10 }])
    expect(room.row(id).updatedAt).toBe(START + 10)
  })
})

it('tells of the first content to show once, in a full session, and of its disappearance', () => {
  const id = room.create()
  room.service.noteConversationContent(id)
  room.service.noteConversationContent(id)
  expect(room.updates()).toEqual(['full'])
  expect([room.wire(id).hasConversationContent, room.row(id).hasConversationContent]).toEqual([true, true])
  room.service.noteConversationContent(id, false)
  expect(room.updates()).toEqual(['full'])
  expect(room.row(id).hasConversationContent).toBe(false)
})

it('reads a row again that a merge wrote through the table', () => {
  const id = room.createActive({ metadata: { flavor: 'codex' } })
  const { pk } = room.session(id)
  expect([room.service.identify(id)?.flavorName, room.row(id).model]).toEqual(['codex', null])
  room.db.write(() => {
    const config = { model: 'opus', modelReasoningEffort: null, effort: null, serviceTier: null }
    room.table.setConfig(pk, config)
    room.table.writeMetadata(pk, 1, { flavor: 'pi' }, { supersededBy: null, nativeKey: null }, 0)
  })
  room.service.refresh(id)
  expect(room.updates()).toEqual(['full'])
  expect([room.service.identify(id)?.flavorName, room.row(id).model]).toEqual(['pi', 'opus'])
  room.alive(id, { model: 'opus' })
  expect(room.updates()).toEqual([])
})

describe('configuration the hub applied', () => {
  it('is stored, remembered as preferred, and goes out as the full session', () => {
    const id = room.createActive()
    room.service.applyConfig(id, { permissionMode: 'plan', effort: 'high', collaborationMode: 'plan' })
    expect(room.updates()).toEqual(['full'])
    expect(room.wire(id)).toMatchObject({
      permissionMode: 'plan',
      effort: 'high',
      collaborationMode: 'plan',
      metadata: { preferredPermissionMode: 'plan' },
    })
  })

  it('of an inactive session is remembered across a restart', () => {
    const id = room.create()
    room.service.applyConfig(id, { permissionMode: 'plan', model: 'opus' })
    expect(room.restart().wire(id)).toMatchObject({ permissionMode: 'plan', model: 'opus' })
  })

  it('remembers a model chosen with its provider, and that there is none any more', () => {
    const id = room.createActive({ metadata: { flavor: 'pi' } })
    const model = { provider: 'acme', modelId: 'm1' }
    room.service.applyConfig(id, { model })
    expect(room.session(id).metadata?.piSelectedModel).toEqual(model)
    room.service.applyConfig(id, { model: null })
    expect(room.session(id).metadata?.piSelectedModel).toBeNull()
  })
})

describe('a commit that fails', () => {
  /** Makes the commit of everything written so far fail. */
  function failCommit(): void {
    room.db.raw.exec(
      'CREATE TABLE IF NOT EXISTS orphan (id TEXT REFERENCES sessions (id) DEFERRABLE INITIALLY DEFERRED)',
    )
    room.db.write(() => room.db.prepare("INSERT INTO orphan VALUES ('nobody')").run())
    room.db.flush()
  }

  it('leaves nothing of what it would have stored', () => {
    const id = room.createActive({ model: 'opus' })
    expect(room.row(id).metadata?.name).toBeUndefined()
    room.service.rename(id, 'lost')
    room.alive(id, { model: 'sonnet' })
    const created = room.service.createOrLoad('default', { tag: 'lost', metadata: null })
    room.service.identify(created.id)
    expect(room.list().length).toBe(2)
    failCommit()
    expect(room.list().map((row) => [row.id, row.metadata?.name, row.model])).toEqual([
      [id, undefined, 'opus'],
    ])
    expect([room.service.identify(created.id), room.take()]).toEqual([undefined, []])
  })

  it('is made up for by the next keep-alive', () => {
    const id = room.createActive({ model: 'opus' })
    room.alive(id, { model: 'sonnet' })
    failCommit()
    room.alive(id, { model: 'sonnet' })
    room.take()
    expect(room.wire(id).model).toBe('sonnet')
  })
})
