import { describe, expect, it } from 'vitest'
import type { Session, SessionPatch } from '../../contract/session.ts'
import { makeSession } from '../testing/factories.ts'
import { applySessionPatch, readSessionUpdate } from './session-patch.ts'

describe('readSessionUpdate', () => {
  it.each([
    ['a full session of this id', makeSession(), 'replace'],
    ['a full session of another id', makeSession({ id: 's2' }), 'refetch'],
    ['a patch', { thinking: true }, 'patch'],
    ['an empty patch', {}, 'refetch'],
    ['a patch with a key it does not know', { thinking: true, pinned: true }, 'refetch'],
    ['a patch with a value of the wrong type', { thinking: 'yes' }, 'refetch'],
    ['an unwrapped versioned field', { metadata: { path: '/x' } }, 'refetch'],
    ['nothing', undefined, 'refetch'],
    ['null', null, 'refetch'],
  ])('takes %s as %s', (_, data, kind) => {
    expect(readSessionUpdate('s1', data).kind).toBe(kind)
  })
})

describe('applySessionPatch', () => {
  const base = makeSession({
    updatedAt: 5000,
    activeAt: 100_000,
    metadataVersion: 3,
    agentStateVersion: 3,
    todosUpdatedAt: 3,
    teamStateUpdatedAt: 3,
    teamState: { teamName: 'old' },
    activeTurnStartedAt: 77,
  })

  it.each<[string, SessionPatch, Partial<Session>]>([
    ['plain fields, last write wins', { active: false, thinking: true }, { active: false, thinking: true }],
    [
      'a model object',
      { model: { provider: 'p', modelId: 'm' } },
      { model: { provider: 'p', modelId: 'm' } },
    ],
    ['null as a value', { effort: null }, { effort: null }],
    ['updatedAt forward', { updatedAt: 6000 }, { updatedAt: 6000 }],
    ['updatedAt never backward', { updatedAt: 4000, thinking: true }, { thinking: true }],
    ['activeTurnStartedAt never', { activeTurnStartedAt: 99, thinking: true }, { thinking: true }],
    [
      'metadata of a greater version, unwrapped',
      { metadata: { version: 4, value: { path: '/new' } } },
      { metadata: { path: '/new' }, metadataVersion: 4 },
    ],
    [
      'metadata of the same version not',
      { metadata: { version: 3, value: null }, thinking: true },
      { thinking: true },
    ],
    [
      'agentState of a greater version',
      { agentState: { version: 9, value: null } },
      { agentState: null, agentStateVersion: 9 },
    ],
    [
      'agentState of a smaller version not',
      { agentState: { version: 2, value: {} }, active: false },
      { active: false },
    ],
    ['todos by their watermark', { todos: { version: 4, value: [] } }, { todos: [], todosUpdatedAt: 4 }],
    [
      'teamState cleared by null',
      { teamState: { version: 4, value: null } },
      { teamState: null, teamStateUpdatedAt: 4 },
    ],
    ['an activeAt that moved 60 s', { activeAt: 160_000 }, { activeAt: 160_000 }],
  ])('applies %s', (_, patch, changes) => {
    expect(applySessionPatch(base, patch)).toEqual({ ...base, ...changes })
  })

  it('counts an absent watermark as 0', () => {
    const { todosUpdatedAt: _, ...session } = base
    expect(applySessionPatch(session, { todos: { version: 1, value: [] } }).todosUpdatedAt).toBe(1)
  })

  it.each<[string, SessionPatch]>([
    ['only activeAt moved by less than 60 s', { activeAt: 159_999 }],
    ['everything is equal', { active: true, metadata: { version: 3, value: { path: '/x' } } }],
    ['only the scratchlist is to be refetched', { scratchlistUpdatedAt: 1 }],
  ])('keeps the same object when %s', (_, patch) => {
    expect(applySessionPatch(base, patch)).toBe(base)
  })

  it('lets the noise add up until it matters', () => {
    const later = applySessionPatch(applySessionPatch(base, { activeAt: 130_000 }), { activeAt: 160_000 })
    expect(later.activeAt).toBe(160_000)
  })
})
