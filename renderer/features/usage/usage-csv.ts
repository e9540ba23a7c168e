import type { UsageSummaryResponse } from '../../../contract/usage.ts'
import { type DayBucket, tokenParts } from './usage-days.ts'

const HEADER = ['group', 'name', 'input_new', 'input_cached', 'output', 'total', 'answers']

/** Days, agents and models as one table; lines end as RFC 4180 has them. */
export function usageCsv({ daily, byAgent, byModel }: UsageSummaryResponse): string {
  const rows = (group: string, buckets: readonly DayBucket[]) =>
    buckets.map((bucket) => {
      const { newInput, cached, output } = tokenParts(bucket)
      return [group, bucket.key, newInput, cached, output, newInput + cached + output, bucket.requests]
    })
  const lines = [HEADER, ...rows('day', daily), ...rows('agent', byAgent), ...rows('model', byModel)]
  return lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('')
}

/** Model names come from agents: a spreadsheet must not take one for a formula. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
