import { expect, it } from 'vitest'
import type { UsageSummaryResponse } from '../../../contract/usage.ts'
import { usageCsv } from './usage-csv.ts'

const counters = {
  inputTokens: 10,
  outputTokens: 5,
  cacheReadTokens: 4,
  cacheCreationTokens: 0,
  totalTokens: 15,
  uncachedTokens: 11,
  requests: 2,
}

const summary = (model: string): UsageSummaryResponse => ({
  range: { from: 0, to: 1 },
  totals: { ...counters, sessions: 1 },
  daily: [{ key: '2026-11-21', ...counters }],
  byAgent: [{ key: 'claude', ...counters }],
  byModel: [{ key: model, ...counters }],
  updatedAt: 1,
})

it('holds days, agents and models', () => {
  expect(usageCsv(summary('opus'))).toBe(
    [
      'group,name,input_new,input_cached,output,total,answers',
      'day,2026-11-21,6,4,5,15,2',
      'agent,claude,6,4,5,15,2',
      'model,opus,6,4,5,15,2',
      '',
    ].join('\r\n'),
  )
})

it.each([
  ['a,"b"', '"a,""b"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['@cmd', "'@cmd"],
])('writes the name %j safely', (name, written) => {
  expect(usageCsv(summary(name))).toContain(`model,${written},6`)
})
