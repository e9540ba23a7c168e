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

describe('running totals, in detail', () => {
  const codex = { type: 'codex', flavor: 'codex' }

  it('count no request for a step of nothing, nor its replay as a fall', () => {
    const snapshots = [
      { ...counter({ input_tokens: 100 }), turn_id: 'a' },
      { ...counter({ input_tokens: 100 }), turn_id: 'b' },
      { ...counter({ input_tokens: 250 }), turn_id: 'b' },
    ]
    for (const snapshot of [...snapshots, ...snapshots]) store(snapshot, codex)
    expect(totals()).toMatchObject({ inputTokens: 250, requests: 2 })
  })

  it('do not seem to fall where a cache is misread', () => {
    store(counter({ input_tokens: 100, cached_input_tokens: 90 }), codex)
    store(counter({ input_tokens: 150, cached_input_tokens: 400 }), codex)
    store(counter({ input_tokens: 200, cached_input_tokens: 410 }), codex)
    expect(totals()).toMatchObject({ inputTokens: 200, cacheReadTokens: 100, requests: 3 })
  })

  it('are kept by thread and scope', () => {
    store({ ...counter({ input_tokens: 100 }), scope: 'parent' }, codex)
    store({ ...counter({ input_tokens: 40 }), scope: 'child' }, codex)
    store({ ...counter({ input_tokens: 130 }), scope: 'parent', thread_id: 'other' }, codex)
    store({ ...counter({ input_tokens: 110 }), scope: 'parent' }, codex)
    expect(totals()).toMatchObject({ inputTokens: 100 + 40 + 130 + 10, requests: 4 })
  })

  it('begin, for a thread that was taken over, with what it adds', () => {
    store(counter({ input_tokens: 90_000 }, { last_token_usage: { input_tokens: 500 } }), codex)
    expect(totals().inputTokens).toBe(500)
  })

  it('read camel case as well, and take the model from a later repetition', () => {
    const info = { totalTokenUsage: { inputTokens: 70, outputTokens: 30, cachedInputTokens: 20 } }
    store({ type: 'token_count', threadId: 't', info }, codex)
    store({ type: 'token_count', threadId: 't', info, model: 'gpt' }, codex)
    const { totals: sum, byModel } = service.summary('default', 'all', 'UTC')
    expect([sum.totalTokens, sum.cacheReadTokens, sum.requests]).toEqual([100, 20, 1])
    expect(byModel.map(({ key }) => key)).toEqual(['gpt'])
  })

  it('are a reply of their own for agents other than Codex', () => {
    for (const input_tokens of [100, 100])
      store(counter({ input_tokens }), { type: 'codex', flavor: 'opencode' })
    expect(totals()).toMatchObject({ inputTokens: 200, requests: 2 })
  })

  it('end at what the counter says, however it is reset and replayed', () => {
    let random = 42
    const below = (limit: number) => {
      random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
      return random % limit
    }
    const said: object[] = []
    let [total, spent] = [0, 0]
    for (let turn = 0; turn < 300; turn++) {
      if (below(20) === 0) total = 0
      const step = below(4) === 0 && total > 0 ? 0 : 1 + below(500)
      total += step
      spent += step
      const last = { last_token_usage: { input_tokens: step } }
      said.push({ ...counter({ input_tokens: total }, last), turn_id: `turn-${turn}` })
      store(said.at(-1) as object, codex)
      if (below(10) === 0) for (const again of said.slice(below(said.length))) store(again, codex)
    }
    expect(totals().inputTokens).toBe(spent)
  })
})

describe('the names of agents', () => {
  it.each([
    ['agentB', 'codex'],
    ['codex', 'codex'],
    ['agentI', 'agy'],
    ['later', 'later'],
    [null, 'unknown'],
  ])('%s is %s', (flavor, key) => {
    store({ type: 'usage', input_tokens: 5 }, { type: 'codex', flavor: flavor as string })
    expect(service.summary('default', 'all', 'UTC').byAgent.map((agent) => agent.key)).toEqual([key])
  })

  it('of a reply in Claude’s format is Claude’s', () => {
    store(reply('m', { input_tokens: 5 }), { flavor: 'agentA' })
    expect(service.summary('default', 'all', 'UTC').byAgent.map((agent) => agent.key)).toEqual(['claude'])
  })
})

describe('input counts by provider', () => {
  const usage = { type: 'usage', input_tokens: 100, cache_read_tokens: 40, output_tokens: 1 }

  it.each([
    ['codex', {}, null, 100],
    ['kimi', {}, null, 100],
    ['pi', {}, 'pi:1', 100],
    ['pi', {}, 'other', 140],
    ['opencode', {}, null, 140],
    ['opencode', { model: 'm' }, null, 100],
    ['codex', { usageSchema: 'hapi.usage.v1', inputTokenSemantics: 'excludes_cache' }, null, 140],
  ])('%s %j (localId %s)', (flavor, more, localId, inputTokens) => {
    store({ ...usage, ...more }, { type: 'codex', flavor, localId })
    expect(totals()).toMatchObject({ inputTokens, cacheReadTokens: 40, uncachedTokens: inputTokens - 40 + 1 })
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
    service.merged({ id: 'old', namespace: 'default' }, { id: 'new' })
    store(reply('a', { input_tokens: 4 }), { sessionId: 'new' })
    expect(totals()).toMatchObject({ inputTokens: 6, requests: 2, sessions: 1 })
    expect(service.summary('default', 'all', 'UTC').byAgent).toMatchObject([{ inputTokens: 6, requests: 2 }])
  })

  it('reads sums, not messages', () => {
    for (let i = 0; i < 2000; i++)
      store(reply(`m${i}`, { input_tokens: 1 }), { at: NOW - (i % 8) * QUARTER_MS })
    expect(table.byQuarter('default', 0)).toHaveLength(8)
    expect(table.byAgentAndModel('default', 0)).toHaveLength(1)
  })
})

describe('a period of whole days', () => {
  const period = (zone: string, count: number | null = null) => service.period('default', count, zone)

  /** One token and one answer in each quarter hour, by three agents' sessions and two models. */
  function everyQuarter(from: string, to: string) {
    let index = 0
    for (let at = Date.parse(from); at < Date.parse(to); at += QUARTER_MS) {
      index += 1
      store(reply(`q${at}`, { input_tokens: 1 }, index % 3 === 0 ? 'opus' : 'sonnet'), {
        at,
        sessionId: `s${index % 5}`,
      })
    }
  }

  it.each([
    // At any hour of the day the same six days before are whole.
    ['UTC', '2026-11-02T00:00:00Z', '2026-10-27', [24, 24, 24, 24, 24, 24, 0]],
    ['UTC', '2026-11-02T13:15:00Z', '2026-10-27', [24, 24, 24, 24, 24, 24, 13.25]],
    ['UTC', '2026-11-02T23:45:00Z', '2026-10-27', [24, 24, 24, 24, 24, 24, 23.75]],
    ['Asia/Kolkata', '2026-11-02T18:15:00Z', '2026-10-27', [24, 24, 24, 24, 24, 24, 23.75]],
    ['Asia/Kolkata', '2026-11-02T18:45:00Z', '2026-10-28', [24, 24, 24, 24, 24, 24, 0.25]],
    // The night in which the clocks go back.
    ['America/New_York', '2026-11-02T04:30:00Z', '2026-10-26', [24, 24, 24, 24, 24, 24, 24.5]],
    ['America/New_York', '2026-11-02T12:00:00Z', '2026-10-27', [24, 24, 24, 24, 24, 25, 7]],
  ])('has in %s at %s the days from %s', (zone, now, first, lengths) => {
    clock.advance(Date.parse(now) - NOW)
    everyQuarter('2026-10-20T00:00:00Z', now)
    const { daily, totals, byAgent, byModel, hours, range } = period(zone, 7)
    expect(daily[0]?.key).toBe(first)
    expect(daily.map(({ requests }) => requests / 4)).toEqual(lengths.filter((length) => length > 0))
    for (const groups of [daily, byAgent, byModel, hours]) {
      expect(groups.reduce((sum, group) => sum + group.totalTokens, 0)).toBe(totals.totalTokens)
    }
    expect(totals.totalTokens).toBe((range.to - (range.from ?? 0)) / QUARTER_MS)
  })

  it('without a length is everything', () => {
    store(reply('a', { input_tokens: 1 }), { at: NOW - 900 * DAY })
    expect(period('UTC')).toMatchObject({ range: { from: null }, totals: { requests: 1, sessions: 1 } })
  })
})

describe('the hours of the week', () => {
  const hours = (zone: string) => service.period('default', null, zone).hours

  it('add up quarters and weeks by the clock of the caller’s zone, in order', () => {
    store(reply('a', { input_tokens: 5 }), { at: Date.parse('2026-06-14T18:40:00Z') })
    store(reply('b', { input_tokens: 1 }), { at: Date.parse('2026-06-07T18:10:00Z') })
    store(reply('c', { input_tokens: 2 }), { at: Date.parse('2026-06-14T18:50:00Z') })
    expect(hours('UTC')).toEqual([{ weekday: 7, hour: 18, totalTokens: 8, requests: 3 }])
    expect(hours('Asia/Kolkata')).toEqual([
      { weekday: 1, hour: 0, totalTokens: 7, requests: 2 },
      { weekday: 7, hour: 23, totalTokens: 1, requests: 1 },
    ])
  })

  it('keep namespaces apart', () => {
    store(reply('a', { input_tokens: 1 }), { namespace: 'guest' })
    expect(hours('UTC')).toEqual([])
  })
})
