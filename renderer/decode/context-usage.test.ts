import { describe, expect, it } from 'vitest'
import { agentRow } from '../testing/factories.ts'
import { contextUsage } from './context-usage.ts'

const codex = (data: object) => agentRow(1, { content: { role: 'agent', content: { type: 'codex', data } } })
const output = (data: object) =>
  agentRow(1, { content: { role: 'agent', content: { type: 'output', data } } })
const reply = (usage: object, more: object = {}) => output({ type: 'assistant', message: { usage }, ...more })
const counted = (info: object) => codex({ type: 'token_count', info })

describe('contextUsage', () => {
  it.each([
    [
      'the counter’s own words',
      counted({ contextTokens: 50, modelContextWindow: 200 }),
      { used: 50, size: 200 },
    ],
    ['snake case', counted({ context_tokens: 50, model_context_window: 200 }), { used: 50, size: 200 }],
    ['the newest step', counted({ last_token_usage: { input_tokens: 40, output_tokens: 2 } }), { used: 42 }],
    ['the step’s own sum', counted({ last: { total_tokens: 9, input_tokens: 5 } }), { used: 9 }],
    [
      'a reply with its cache',
      reply({
        input_tokens: 1,
        cache_read_input_tokens: 20,
        cache_creation_input_tokens: 300,
        output_tokens: 4000,
      }),
      { used: 4321 },
    ],
  ])('reads %s', (_, row, usage) => {
    expect(contextUsage([row])).toEqual({ size: undefined, ...usage })
  })

  it.each([
    ['a running total', counted({ total_token_usage: { input_tokens: 900 } })],
    ['a sub-agent’s reply', reply({ input_tokens: 5 }, { isSidechain: true })],
    [
      'a sub-agent’s counter',
      codex({ type: 'token_count', scope_role: 'child', info: { contextTokens: 5 } }),
    ],
    ['nonsense', counted({ contextTokens: 'many', last: null })],
    ['plain text', agentRow(1)],
  ])('does not read %s', (_, row) => {
    expect(contextUsage([row])).toBeUndefined()
  })

  it('takes the newest of several', () => {
    expect(
      contextUsage([counted({ contextTokens: 5 }), counted({ contextTokens: 7 }), agentRow(2)])?.used,
    ).toBe(7)
  })

  it.each([
    codex({ type: 'context_compacted' }),
    output({ type: 'system', subtype: 'compact_boundary' }),
    agentRow(2, { content: { role: 'agent', content: { type: 'event', data: { type: 'compact' } } } }),
  ])('forgets what was counted before a compaction', (row) => {
    expect(contextUsage([counted({ contextTokens: 5 }), row])).toBeUndefined()
  })
})
