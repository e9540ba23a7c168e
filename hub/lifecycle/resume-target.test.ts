import { beforeEach, describe, expect, it } from 'vitest'
import { LifecycleRoom } from '../testing/lifecycle-room.ts'

const UUID = 'c0ffee00-0000-4000-8000-000000000001'
const OTHER = 'c0ffee00-0000-4000-8000-000000000002'
let room: LifecycleRoom

beforeEach(() => {
  room = new LifecycleRoom()
})

const target = (id: string) => room.lifecycle.resumeTarget(room.record(id))
const ingest = (id: string, message: unknown) => room.messages.ingest(id, { message }, 'socket')
const output = (data: object) => ({ role: 'agent', content: { type: 'output', data } })
const codex = (data: object) => ({ role: 'agent', content: { type: 'codex', data } })
const reset = {
  role: 'agent',
  content: { id: 'e', type: 'event', data: { type: 'message', message: 'Context was reset' } },
}
const usage = (thread_id: string, scope_role = 'parent') =>
  codex({ type: 'token_count', thread_id, scope_role })

it('tells a terminal all it needs, and leaves out what is not known', () => {
  const id = room.session({ flavor: 'codex', codexSessionId: ' t ' })
  room.sessions.applyConfig(id, { model: { provider: 'p', modelId: 'm' }, effort: 'high' })
  expect(target(id)).toEqual({
    sessionId: id,
    flavor: 'codex',
    directory: '/w',
    agentSessionId: 't',
    machineId: 'm1',
    host: 'box',
    active: false,
    thinking: false,
    controlledByUser: false,
    model: 'm',
    effort: 'high',
    modelReasoningEffort: null,
  })
})

it('takes an unknown flavor for Claude and tells the modes in use', () => {
  const id = room.active(
    { flavor: 'other', claudeSessionId: UUID, preferredPermissionMode: 'plan' },
    { agentState: { controlledByUser: true } },
  )
  expect(target(id)).toMatchObject({
    flavor: 'claude',
    agentSessionId: UUID,
    active: true,
    controlledByUser: true,
    permissionMode: 'plan',
  })
})

it.each([
  ['grok', 'grokSessionId'],
  ['agy', 'agySessionId'],
  ['cursor', 'cursorSessionId'],
  ['kimi', 'kimiSessionId'],
  ['copilot', 'copilotSessionId'],
  ['pi', 'piSessionId'],
  ['opencode', 'opencodeSessionId'],
  ['gemini', 'geminiSessionId'],
])('reads the token of %s from %s', (flavor, key) => {
  expect(target(room.session({ flavor, [key]: 'x' })).agentSessionId).toBe('x')
})

it.each([
  ['no token', { flavor: 'grok' }],
  ['a flavor without tokens', { flavor: 'dsh', dshSessionId: 'x' }],
  ['no path', { flavor: 'grok', grokSessionId: 'x', path: '' }],
])('refuses a session with %s', (_, metadata) => {
  const id = room.session(metadata)
  expect(() => target(id)).toThrow(expect.objectContaining({ status: 409, code: 'resume_unavailable' }))
})

describe('a lost token', () => {
  it('of Claude is the newest session id in the messages, and is written back', () => {
    const id = room.session()
    ingest(id, output({ type: 'assistant', sessionId: OTHER }))
    ingest(id, output({ type: 'assistant', session_id: UUID }))
    ingest(id, output({ type: 'assistant', sessionId: 'no uuid' }))
    expect(target(id).agentSessionId).toBe(UUID)
    expect(room.metadata(id).claudeSessionId).toBe(UUID)
  })

  it.each([
    ['the parent’s thread', [usage('a'), usage('sub', 'child'), usage('a')], 'a'],
    ['the thread since the last reset', [usage('a'), reset, usage('b')], 'b'],
  ])('of Codex is %s', (_, messages, token) => {
    const id = room.session({ flavor: 'codex' })
    for (const message of messages) ingest(id, message)
    expect(target(id).agentSessionId).toBe(token)
  })

  it.each([
    ['the parent names two threads', [usage('a'), usage('b')]],
    ['only sub-agents name one', [usage('a', 'child')]],
    ['nothing was said since the reset', [usage('a'), reset]],
  ])('of Codex stays lost when %s', (_, messages) => {
    const id = room.session({ flavor: 'codex' })
    for (const message of messages) ingest(id, message)
    expect(() => target(id)).toThrow()
  })
})

describe('the resumable sessions', () => {
  const ids = (machineId?: string) =>
    room.lifecycle.resumable('default', machineId).map((row) => row.sessionId)

  it('are those of the namespace and machine with a target, newest update first', () => {
    const first = room.session({ claudeSessionId: UUID })
    room.clock.advance(1)
    const second = room.session({ claudeSessionId: OTHER, machineId: 'm2' })
    room.session({ flavor: 'grok' })
    room.session({ claudeSessionId: 'x' }, { namespace: 'team' })
    expect([ids(), ids('m1')]).toEqual([[second, first], [first]])
  })

  it('leave out what another session stands for', () => {
    const old = room.session({ claudeSessionId: UUID })
    const fresh = room.active({ claudeSessionId: UUID })
    expect([ids(), room.record(old).supersededBy]).toEqual([[fresh], fresh])
  })

  it('say what they are about', () => {
    const id = room.session({ claudeSessionId: UUID, name: 'Roof', summary: { text: 'Fix', updatedAt: 1 } })
    room.say(id, 'Hello!')
    room.messages.send(room.record(id), { text: ' Fix\n\n the  roof ' })
    room.messages.send(room.record(id), { text: 'and more' })
    const { updatedAt } = room.record(id)
    expect(room.lifecycle.resumable('default')).toMatchObject([
      { sessionId: id, updatedAt, name: 'Roof', summary: 'Fix', firstUserMessage: 'Fix the roof' },
    ])
  })
})
