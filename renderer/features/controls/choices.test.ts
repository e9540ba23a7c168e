import type { TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import type { Setting } from '../../../contract/flavors.ts'
import type { Session } from '../../../contract/session.ts'
import { makeSession } from '../../testing/factories.ts'
import { choicesOf, currentKey, type Learned } from './choices.ts'
import { readModels } from './model-list.ts'

const t = ((key: string) => key) as unknown as TFunction
const session = (flavor: string, changes: object = {}) =>
  makeSession({ metadata: { path: '/work', flavor }, ...changes })
const keys = (from: Session, setting: Setting, learned: Learned = {}) =>
  choicesOf(from, setting, learned, t).map(({ key }) => key)

const codex = readModels(
  {
    models: [
      { id: 'big', displayName: 'Big', isDefault: true, supportedReasoningEfforts: ['low', 'ultra'] },
      { id: 'mini', supportedReasoningEfforts: ['low'], serviceTiers: ['standard'] },
    ],
  },
  [],
)

describe('choicesOf', () => {
  it('offers the presets of agents without a catalog, and the agent’s usual one', () => {
    expect(keys(session('claude'), 'model').slice(0, 3)).toEqual(['', 'sonnet', 'sonnet[1m]'])
  })

  it('always has what the session is set to', () => {
    expect(keys(session('claude', { model: 'fable-9' }), 'model')).toContain('fable-9')
    expect(keys(session('codex', { modelReasoningEffort: 'ultra' }), 'modelReasoningEffort')).toContain(
      'ultra',
    )
  })

  it('offers the efforts of the chosen model, else of the usual one, else of the flavor', () => {
    const learned = { models: codex }
    expect(keys(session('codex', { model: 'mini' }), 'modelReasoningEffort', learned)).toEqual(['', 'low'])
    expect(keys(session('codex'), 'modelReasoningEffort', learned)).toEqual(['', 'low', 'ultra'])
    expect(keys(session('codex'), 'modelReasoningEffort')).toEqual(['', 'low', 'medium', 'high', 'xhigh'])
  })

  it('offers the speeds of the model', () => {
    expect(keys(session('codex', { model: 'mini' }), 'serviceTier', { models: codex })).toEqual(['standard'])
    expect(keys(session('codex'), 'serviceTier')).toEqual(['standard', 'fast'])
  })

  it('prefers the agent’s own list of efforts', () => {
    const learned = { efforts: [{ value: 'deep', name: 'Deep' }] }
    expect(choicesOf(session('opencode'), 'modelReasoningEffort', learned, t)).toEqual([
      { key: '', value: null, label: 'controls.automatic' },
      { key: 'deep', value: 'deep', label: 'Deep' },
    ])
  })

  it('leaves out the mode the agent’s account does not have', () => {
    const catalog = (autoPermissionModeSupported: boolean) =>
      readModels({ availableModels: [], autoPermissionModeSupported }, [])
    expect(keys(session('grok'), 'permissionMode', { models: catalog(false) })).not.toContain('auto')
    expect(keys(session('grok'), 'permissionMode', { models: catalog(true) })).toContain('auto')
  })

  it('keeps models of several providers apart, and finds one the agent names without its provider', () => {
    const models = readModels(
      {
        availableModels: [
          { provider: 'acme', modelId: 'large', reasoning: true, thinkingLevelMap: { high: null } },
          { provider: 'other', modelId: 'small', reasoning: false },
        ],
      },
      ['off', 'low', 'high'],
    )
    const pi = (model: string) => session('pi', { model })
    expect(keys(pi('large'), 'model', { models })).toEqual(['', 'acme/large', 'other/small'])
    expect(currentKey(pi('large'), 'model', { models })).toBe('acme/large')
    expect(keys(pi('large'), 'effort', { models })).toEqual(['off', 'low'])
    expect(keys(pi('small'), 'effort', { models })).toEqual(['off'])
  })
})
