import { beforeEach, describe, expect, it } from 'vitest'
import { UsageSummaryResponse } from '../../contract/usage.ts'
import { silentLog } from '../log.ts'
import { Database } from '../store/database.ts'
import { QUARTER_MS, UsageTable } from '../store/usage.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { UsageService } from './usage-service.ts'

const NOW = Date.parse('2026-06-15T12:00:00Z')
const DAY = 24 * 60 * 60_000
let clock: ManualClock
let table: UsageTable
let service: UsageService
let rows = 0

beforeEach(() => {
  clock = new ManualClock(NOW)
  table = new UsageTable(Database.open(':memory:', silentLog))
  service = new UsageService({ usage: table, sessionModel: () => 'session-model', clock })
})

function store(
  data: object,
  {
    at = NOW,
    type = 'output',
    flavor = 'claude',
    sessionId = 's1',
    namespace = 'default',
    localId = null as string | null,
  } = {},
) {
  rows += 1
  const content = { role: 'agent', content: { type, data } }
  service.observe({ sessionId, namespace, flavor, id: `row-${rows}`, localId, content, createdAt: at })
}

const reply = (id: string | undefined, usage: object, model: string | undefined = 'opus') => ({
  type: 'assistant',
  message: { id, model, usage, content: [] },
})
const counter = (total: object, extra: object = {}) => ({
  type: 'token_count',
  thread_id: 't',
  info: { total_token_usage: total, ...extra },
})
const totals = (range: '7d' | '30d' | 'all' = 'all', zone = 'UTC') =>
  service.summary('default', range, zone).totals

describe('what a reply counts', () => {
  it('adds cached tokens to the input of providers that count them apart', () => {
    store(
      reply('m1', {
        input_tokens: 10,
        output_tokens: 5,
        cache_read_input_tokens: 100,
        cache_creation_input_tokens: 20,
      }),
    )
    expect(totals()).toEqual({
      inputTokens: 130,
      outputTokens: 5,
      cacheReadTokens: 100,
      cacheCreationTokens: 20,
      totalTokens: 135,
      uncachedTokens: 35,
      requests: 1,
      sessions: 1,
    })
  })

  it('leaves the input alone where it already includes cached tokens', () => {
    store(
      { type: 'usage', input_tokens: 130, output_tokens: 5, cached_input_tokens: 100 },
      { type: 'codex', flavor: 'kimi' },
    )
    expect(totals()).toMatchObject({ inputTokens: 130, cacheReadTokens: 100, uncachedTokens: 35 })
  })

  it.each([
    ['exclusive', 130],
    ['inclusive', 30],
  ])('follows declared semantics %s', (inputTokenSemantics, inputTokens) => {
    const data = {
      type: 'usage',
      usageSchema: 'hapi.usage.v1',
      inputTokenSemantics: inputTokenSemantics === 'exclusive' ? 'excludes_cache' : 'includes_cache',
      inputTokens: 30,
      cacheReadTokens: inputTokenSemantics === 'exclusive' ? 100 : 10,
      outputTokens: 1,
    }
    store(data, { type: 'codex', flavor: 'opencode' })
    expect(totals().inputTokens).toBe(inputTokens)
  })

  it('counts one reply once, with its largest figures, however often it is repeated', () => {
    store(reply('m1', { input_tokens: 10, output_tokens: 1 }))
    store(reply('m1', { input_tokens: 10, output_tokens: 50 }))
    store(reply('m1', { input_tokens: 10, output_tokens: 1 }), { sessionId: 'resumed', at: NOW + DAY })
    expect(totals()).toMatchObject({ inputTokens: 10, outputTokens: 50, requests: 1, sessions: 1 })
  })

  it('counts replies without an id by their row', () => {
    store(reply(undefined, { input_tokens: 1 }))
    store(reply(undefined, { input_tokens: 1 }))
    expect(totals().requests).toBe(2)
  })

  it.each([
    ['a user row', { type: 'user', message: { usage: { input_tokens: 5 } } }],
    ['all zeros', reply('m', { input_tokens: 0, output_tokens: 0 })],
    ['nonsense', reply('m', { input_tokens: 'many', output_tokens: Number.NaN })],
    ['no usage', { type: 'assistant', message: {} }],
  ])('ignores %s', (_name, data) => {
    store(data)
    expect(totals().requests).toBe(0)
  })

  it('ignores imported history', () => {
    store(
      { ...counter({ input_tokens: 9 }), hapiUsageScope: 'imported-history' },
      { type: 'codex', flavor: 'codex' },
    )
    expect(totals().requests).toBe(0)
  })
})

describe('running totals', () => {
  const codex = { type: 'codex', flavor: 'codex' }

  it('become differences', () => {
    for (const input_tokens of [100, 250, 300]) store(counter({ input_tokens, output_tokens: 10 }), codex)
    expect(totals()).toMatchObject({ inputTokens: 300, outputTokens: 10, requests: 3 })
  })

  it('survive a replay of what was already counted', () => {
    const snapshots = [100, 250].map((input_tokens) => counter({ input_tokens }))
    for (const snapshot of [...snapshots, ...snapshots]) store(snapshot, codex)
    store(counter({ input_tokens: 400 }), codex)
    expect(totals()).toMatchObject({ inputTokens: 400, requests: 3 })
  })

  it('survive a reset', () => {
    store(counter({ input_tokens: 1000 }), codex)
    store(counter({ input_tokens: 30 }, { last_token_usage: { input_tokens: 20 } }), codex)
    store(counter({ input_tokens: 70 }), codex)
    expect(totals().inputTokens).toBe(1060)
  })
})

describe('the summary', () => {
  it('has days of the caller’s zone, ascending, and a valid shape', () => {
    store(reply('a', { input_tokens: 1 }), { at: Date.parse('2026-06-14T18:29:00Z') })
    store(reply('b', { input_tokens: 2 }), { at: Date.parse('2026-06-14T18:31:00Z') })
    const days = (zone: string) =>
      UsageSummaryResponse.parse(service.summary('default', '7d', zone)).daily.map((d) => [
        d.key,
        d.inputTokens,
      ])
    expect([days('UTC'), days('Asia/Kolkata')]).toEqual([
      [['2026-06-14', 3]],
      [
        ['2026-06-14', 1],
        ['2026-06-15', 2],
      ],
    ])
  })

  it.each([
    ['7d', 1],
    ['30d', 2],
    ['all', 3],
  ] as const)('covers %s', (range, requests) => {
    store(reply('a', { input_tokens: 1 }), { at: NOW - DAY })
    store(reply('b', { input_tokens: 1 }), { at: NOW - 20 * DAY })
    store(reply('c', { input_tokens: 1 }), { at: NOW - 900 * DAY })
    expect(totals(range).requests).toBe(requests)
  })

  it('sums to the same totals by day, by agent and by model', () => {
    for (let i = 0; i < 500; i++) {
      const at = NOW - ((i * 7_919_000) % (60 * DAY))
      const usage = { input_tokens: i, output_tokens: i % 7, cache_read_input_tokens: i % 11 }
      store(reply(`r${i % 400}`, usage, ['opus', 'sonnet', undefined][i % 3]), { at, sessionId: `s${i % 9}` })
      const codex = { at, type: 'codex', flavor: 'codex', sessionId: `c${i % 4}` }
      store({ ...counter({ input_tokens: (i * 31) % 900 }), thread_id: `t${i % 4}` }, codex)
    }
    for (const range of ['7d', '30d', 'all'] as const) {
      const { totals, daily, byAgent, byModel } = service.summary('default', range, 'America/New_York')
      for (const groups of [daily, byAgent, byModel]) {
        for (const field of [
          'inputTokens',
          'outputTokens',
          'totalTokens',
          'uncachedTokens',
          'requests',
        ] as const) {
          expect(groups.reduce((sum, group) => sum + group[field], 0)).toBe(totals[field])
        }
      }
      expect(totals.requests).toBeGreaterThan(0)
    }
  })

  it('keeps namespaces apart', () => {
    store(reply('a', { input_tokens: 1 }), { namespace: 'guest' })
    expect(totals().requests).toBe(0)
  })

  it('falls back to the session’s model', () => {
    store(counter({ input_tokens: 5 }), { type: 'codex', flavor: 'codex' })
    expect(service.summary('default', 'all', 'UTC').byModel.map((m) => m.key)).toEqual(['session-model'])
  })

  it('books a merged session under the one it became', () => {
    store(reply('a', { input_tokens: 1 }), { sessionId: 'old' })
    store(reply('b', { input_tokens: 2 }), { sessionId: 'new' })
    table.moveSession('default', 'old', 'new')
    expect(totals()).toMatchObject({ inputTokens: 3, requests: 2, sessions: 1 })
  })

  it('reads sums, not messages', () => {
    for (let i = 0; i < 2000; i++)
      store(reply(`m${i}`, { input_tokens: 1 }), { at: NOW - (i % 8) * QUARTER_MS })
    expect(table.buckets('default', 0)).toHaveLength(8)
  })
})
