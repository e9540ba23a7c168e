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

/** A summary of whole days; the sums of `hours`, of those that had any use and Monday's first, are its totals. */
export const UsagePeriodResponse = UsageSummaryResponse.extend({ hours: z.array(UsageHour) })
export type UsagePeriodResponse = z.infer<typeof UsagePeriodResponse>

/**
 * Tokens of the last whole days of `timeZone`, of which today is one: unlike the ranges of the summary, which
 * end now and begin at the same time of day. Without `days`, everything. Our addition to the spec, for the
 * usage screen.
 */
export const getUsagePeriod = endpoint('GET', '/api/usage/period', {
  query: z.object({ days: z.enum(['7', '30']).optional(), timeZone: UsageQuery.shape.timeZone }),
  response: UsagePeriodResponse,
  access: 'owner',
  invalidQuery: { timeZone: 'Invalid timeZone' },
})
