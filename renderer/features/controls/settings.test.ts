import { describe, expect, it } from 'vitest'
import { makeSession } from '../../testing/factories.ts'
import { currentOf, keyOf, lockOf, permissionModesOf, settingsOf } from './settings.ts'

const session = (flavor: string, changes: object = {}, metadata: object = {}) =>
  makeSession({ metadata: { path: '/work', flavor, ...metadata }, ...changes })
const terminal = { agentState: { controlledByUser: true } }
const shared = { capabilities: { concurrentClients: true } }

describe('settingsOf', () => {
  it.each([
    ['claude', ['permissionMode', 'model', 'effort']],
    ['codex', ['permissionMode', 'model', 'modelReasoningEffort', 'collaborationMode', 'serviceTier']],
    ['cursor', ['permissionMode', 'model']],
    ['pi', ['model', 'effort']],
    ['opencode', ['permissionMode', 'model', 'modelReasoningEffort']],
    ['copilot', ['permissionMode', 'model', 'copilotAgentMode']],
    ['dsh', []],
  ])('%s has %j', (flavor, settings) => {
    expect(settingsOf(session(flavor))).toEqual(settings)
  })
})

describe('lockOf', () => {
  it.each([
    ['codex', 'model', 'terminal'],
    ['codex', 'permissionMode', undefined],
    ['grok', 'effort', undefined],
    ['claude', 'model', undefined],
    ['copilot', 'copilotAgentMode', 'terminal'],
  ] as const)('of %s’s %s is %s while a terminal controls the session', (flavor, setting, lock) => {
    expect(lockOf(session(flavor, terminal), setting)).toBe(lock)
  })

  it('knows no terminal in a shared session', () => {
    expect(lockOf(session('codex', terminal, shared), 'model')).toBeUndefined()
  })

  it('lets a stopped agent’s permission mode be changed, and nothing else', () => {
    const stopped = session('claude', { active: false })
    expect([lockOf(stopped, 'permissionMode'), lockOf(stopped, 'model')]).toEqual([undefined, 'inactive'])
  })
})

describe('permissionModesOf', () => {
  it('leaves out what a shared session rejects', () => {
    expect(permissionModesOf(session('codex', {}, shared))).toEqual(['default', 'read-only', 'yolo'])
  })

  it('leaves out what a terminal-controlled session cannot enter', () => {
    expect(permissionModesOf(session('opencode', terminal))).toEqual(['default', 'yolo'])
  })
})

describe('currentOf', () => {
  it.each([
    ['the mode of a session that said none', session('claude'), 'permissionMode', 'default'],
    [
      'the last used mode',
      session('claude', {}, { preferredPermissionMode: 'plan' }),
      'permissionMode',
      'plan',
    ],
    ['an automatic effort', session('claude', { effort: 'auto' }), 'effort', null],
    ['no thinking', session('pi'), 'effort', 'off'],
    ['a chosen effort', session('claude', { effort: 'max' }), 'effort', 'max'],
    ['the usual speed', session('codex'), 'serviceTier', 'standard'],
    ['the usual way of working', session('codex'), 'collaborationMode', 'default'],
  ] as const)('reads %s', (_, from, setting, value) => {
    expect(currentOf(from, setting)).toBe(value)
  })

  it('knows the provider of a model where the agent told it', () => {
    const piSelectedModel = { provider: 'acme', modelId: 'large' }
    expect(keyOf(currentOf(session('pi', { model: 'large' }, { piSelectedModel }), 'model'))).toBe(
      'acme/large',
    )
  })
})
