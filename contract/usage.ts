import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const TIME_ZONE_MAX = 100

export const UsageRange = z.enum(['7d', '30d', 'all'])
export type UsageRange = z.infer<typeof UsageRange>

const counters = {
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheReadTokens: z.number(),
  cacheCreationTokens: z.number(),
  totalTokens: z.number(),
  uncachedTokens: z.number(),
  requests: z.number(),
}
export const UsageCounters = z.object(counters)
export type UsageCounters = z.infer<typeof UsageCounters>

const bucket = z.object({ key: z.string(), ...counters })

/** `range.from` is null for `all`; `input` counts include what came from a cache. */
export const UsageSummaryResponse = z.object({
  range: z.object({ from: z.number().nullable(), to: z.number() }),
  totals: z.object({ ...counters, sessions: z.number() }),
  daily: z.array(bucket),
  byAgent: z.array(bucket),
  byModel: z.array(bucket),
  updatedAt: z.number(),
})
export type UsageSummaryResponse = z.infer<typeof UsageSummaryResponse>

/** Names of the IANA database; what Intl would also take, offsets such as `+05:37`, names none. */
const isTimeZone = (zone: string) => {
  if (!/^[a-z]/i.test(zone)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

const UsageQuery = z.object({
  range: UsageRange.default('7d'),
  timeZone: z.string().max(TIME_ZONE_MAX).refine(isTimeZone, 'Invalid timeZone').default('UTC'),
})

/** Tokens by day of `timeZone`, by agent and by model; days ascending, the others largest first. */
export const getUsageSummary = endpoint('GET', '/api/usage/summary', {
  query: UsageQuery,
  response: UsageSummaryResponse,
  access: 'owner',
  invalidQuery: { timeZone: 'Invalid timeZone' },
})

/** What was used in one hour of the week: `weekday` 1 is Monday, `hour` 0 to 23, as the clock on the wall shows. */
export const UsageHour = z.object({
  weekday: z.number(),
  hour: z.number(),
  totalTokens: z.number(),
  requests: z.number(),
})
export type UsageHour = z.infer<typeof UsageHour>

/** `hours` lists those that had any use, Monday's first; their sums are those of the summary. */
export const UsageHoursResponse = z.object({
  range: z.object({ from: z.number().nullable(), to: z.number() }),
  hours: z.array(UsageHour),
  updatedAt: z.number(),
})
export type UsageHoursResponse = z.infer<typeof UsageHoursResponse>

/** Tokens by hour of the week in `timeZone`. Our addition to the spec, for the usage screen. */
export const getUsageHours = endpoint('GET', '/api/usage/hours', {
  query: UsageQuery,
  response: UsageHoursResponse,
  access: 'owner',
  invalidQuery: { timeZone: 'Invalid timeZone' },
})
