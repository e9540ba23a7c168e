import { beforeEach, describe, expect, it } from 'vitest'
import { silentLog } from '../log.ts'
import { Database } from './database.ts'
import { type NewSession, type SessionRecord, SessionsTable } from './sessions.ts'

let db: Database
let sessions: SessionsTable

beforeEach(() => {
  db = Database.open(':memory:', silentLog)
  sessions = new SessionsTable(db)
})

function insert(changes: Partial<NewSession> = {}): SessionRecord {
  const session: NewSession = {
    id: 's',
    namespace: 'default',
    tag: 't',
    createdAt: 100,
    metadata: null,
    agentState: null,
    model: null,
    modelReasoningEffort: null,
    effort: null,
    supersededBy: null,
    nativeKey: null,
    ...changes,
  }
  db.write(() => sessions.insert(session))
  return sessions.find(session.id) as SessionRecord
}

const NO_KEYS = { supersededBy: null, nativeKey: null }

describe('a stored session', () => {
  it('begins inactive, with first versions', () => {
    expect(insert()).toEqual({
      pk: 1,
      id: 's',
      namespace: 'default',
      tag: 't',
      seq: 0,
      createdAt: 100,
      updatedAt: 100,
      active: false,
      activeAt: 100,
      metadata: null,
      metadataVersion: 1,
      agentState: null,
      agentStateVersion: 1,
      model: null,
      modelReasoningEffort: null,
      effort: null,
      serviceTier: null,
      todos: undefined,
      todosUpdatedAt: null,
      teamState: null,
      teamStateUpdatedAt: null,
      pin: 'none',
      supersededBy: null,
      messageEpoch: 0,
      hasConversationContent: false,
    })
  })

  it('keeps metadata and state as sent, unknown keys included', () => {
    const metadata = { path: '/p', future: { deep: [1, null, 'ü'] } }
    const agentState = { future: 1, requests: { r: { tool: 'Bash', arguments: { any: [true] }, more: 1 } } }
    const stored = insert({ metadata, agentState })
    expect([stored.metadata, stored.agentState]).toEqual([metadata, agentState])
  })

  it.each([['no object'], [7], [[1]], [{ path: 7 }], [{ summary: 'text' }]])(
    'reads metadata %j as null and still has it',
    (metadata) => {
      const stored = insert({ metadata })
      expect([stored.metadata, sessions.storedMetadata(stored.pk)]).toEqual([null, metadata])
    },
  )

  it.each([['no object'], [{ requests: 'none' }], [{ requests: { r: { arguments: {} } } }]])(
    'reads state %j as null and still has it',
    (agentState) => {
      const stored = insert({ agentState })
      expect([stored.agentState, sessions.storedAgentState(stored.pk)]).toEqual([null, agentState])
    },
  )

  it('reads todos and team that do not fit as absent', () => {
    const { pk } = insert()
    db.raw.exec(`UPDATE sessions SET todos = '[{"status":"unknown"}]', team_state = '{"members":[]}'`)
    const stored = sessions.find('s')
    expect([pk, stored?.todos, stored?.teamState]).toEqual([1, undefined, null])
  })

  it.each([['opus'], [{ provider: 'acme', modelId: 'm1' }], [null]])('keeps the model %j', (model) => {
    const { pk } = insert()
    db.write(() =>
      sessions.setConfig(pk, {
        model,
        modelReasoningEffort: 'high',
        effort: 'max',
        serviceTier: 'fast',
      }),
    )
    expect(sessions.find('s')).toMatchObject({
      model,
      modelReasoningEffort: 'high',
      effort: 'max',
      serviceTier: 'fast',
      updatedAt: 100,
    })
  })
})

describe('finding sessions', () => {
  it('takes the newest with a tag, in its namespace', () => {
    insert({ id: 'old', createdAt: 100 })
    insert({ id: 'new', createdAt: 200 })
    insert({ id: 'same time', createdAt: 200 })
    insert({ id: 'foreign', namespace: 'other', createdAt: 300 })
    expect(sessions.findByTag('default', 't')?.id).toBe('same time')
    expect(sessions.findByTag('default', 'u')).toBeUndefined()
  })

  it('lists those of a namespace and those stored as active', () => {
    const { pk } = insert({ id: 'a' })
    insert({ id: 'b' })
    insert({ id: 'c', namespace: 'other' })
    db.write(() => sessions.setActive(pk, true, 300))
    expect(sessions.ofNamespace('default').map(({ id }) => id)).toEqual(['a', 'b'])
    expect([sessions.activeIds(), sessions.find('a')?.activeAt]).toEqual([['a'], 300])
  })
})

describe('versioned writes', () => {
  it('count the version, the change and the time of the row, and move the keys', () => {
    const { pk } = insert()
    const keys = { supersededBy: 'next', nativeKey: 'claudeSessionId=c' }
    const written = db.write(() => sessions.writeMetadata(pk, 1, { path: '/p' }, keys, 150))
    expect(written).toEqual({ version: 2, updatedAt: 150 })
    expect(sessions.find('s')).toMatchObject({
      metadata: { path: '/p' },
      metadataVersion: 2,
      agentStateVersion: 1,
      seq: 1,
      updatedAt: 150,
      supersededBy: 'next',
    })
    expect(sessions.findByNativeKey('default', 'claudeSessionId=c')).toHaveLength(1)
  })

  it('do nothing under another version', () => {
    const { pk } = insert()
    expect(db.write(() => sessions.writeMetadata(pk, 2, {}, NO_KEYS, 150))).toBeUndefined()
    expect(db.write(() => sessions.writeAgentState(pk, 0, {}, 150))).toBeUndefined()
    expect(sessions.find('s')).toMatchObject({ metadata: null, agentState: null, updatedAt: 100, seq: 0 })
  })

  it('leave the time alone when told to', () => {
    const { pk } = insert()
    expect(db.write(() => sessions.writeAgentState(pk, 1, {}, 0))).toEqual({ version: 2, updatedAt: 100 })
  })
})

it('deletes what belongs to a session with it', () => {
  const { pk } = insert()
  db.write(() =>
    db.raw.exec(
      `INSERT INTO messages (id, session_pk, seq, content, created_at) VALUES ('m', ${pk}, 1, '{}', 1)`,
    ),
  )
  db.write(() => sessions.delete(pk))
  expect(db.raw.prepare('SELECT count(*) FROM messages').pluck().get()).toBe(0)
})
