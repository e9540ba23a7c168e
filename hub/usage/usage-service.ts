import { findFlavor } from '../../contract/flavors.ts'
import type {
  UsageCounters,
  UsageHour,
  UsagePeriodResponse,
  UsageRange,
  UsageSummaryResponse,
} from '../../contract/usage.ts'
import type { Clock } from '../clock.ts'
import { QUARTER_MS, type Tokens, type UsageSum, type UsageTable } from '../store/usage.ts'
import { extractUsage, plausible } from './extract.ts'
import { LocalDays } from './local-days.ts'

const RANGE_MS: Record<UsageRange, number | null> = {
  '7d': 7 * 24 * 60 * 60_000,
  '30d': 30 * 24 * 60 * 60_000,
  all: null,
}

/** A message as it is being stored. */
export interface ObservedMessage {
  sessionId: string
  namespace: string
  flavor: string | null
  id: string
  localId: string | null
  content: unknown
  createdAt: number
}

const subtract = (total: Tokens, before: Tokens): Tokens => ({
  input: total.input - before.input,
  output: total.output - before.output,
  cacheRead: total.cacheRead - before.cacheRead,
  cacheCreation: total.cacheCreation - before.cacheCreation,
})

const largest = (a: Tokens, b: Tokens): Tokens => ({
  input: Math.max(a.input, b.input),
  output: Math.max(a.output, b.output),
  cacheRead: Math.max(a.cacheRead, b.cacheRead),
  cacheCreation: Math.max(a.cacheCreation, b.cacheCreation),
})

const some = (tokens: Tokens, test: (value: number) => boolean) => Object.values(tokens).some(test)

const emptyCounters = (): UsageCounters => ({
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheCreationTokens: 0,
  totalTokens: 0,
  uncachedTokens: 0,
  requests: 0,
})

function add(to: UsageCounters, bucket: UsageSum): void {
  to.inputTokens += bucket.input
  to.outputTokens += bucket.output
  to.cacheReadTokens += bucket.cacheRead
  to.cacheCreationTokens += bucket.cacheCreation
  to.totalTokens += bucket.input + bucket.output
  to.uncachedTokens += bucket.uncached
  to.requests += bucket.requests
}

class Groups {
  readonly #groups = new Map<string, UsageCounters>()

  add(key: string, bucket: UsageSum): void {
    const counters = this.#groups.get(key) ?? emptyCounters()
    this.#groups.set(key, counters)
    add(counters, bucket)
  }

  list(): ({ key: string } & UsageCounters)[] {
    return [...this.#groups].map(([key, counters]) => ({ key, ...counters }))
  }
}

/** One name per agent, whichever of its spellings the session carries (ruling 1). */
const agentName = (flavor: string | null) => (flavor ? (findFlavor(flavor)?.cliId ?? flavor) : 'unknown')

/** Sums by hour of the week, Monday's first hour first. */
function hoursOfWeek(quarters: readonly ({ quarter: number } & UsageSum)[], days: LocalDays): UsageHour[] {
  const hours = new Map<number, UsageHour>()
  for (const bucket of quarters) {
    const { weekday, hour } = days.hourOf(bucket.quarter * QUARTER_MS)
    const place = weekday * 24 + hour
    const sum = hours.get(place) ?? { weekday, hour, totalTokens: 0, requests: 0 }
    hours.set(place, sum)
    sum.totalTokens += bucket.input + bucket.output
    sum.requests += bucket.requests
  }
  return [...hours].sort(([a], [b]) => a - b).map(([, hour]) => hour)
}

/**
 * Counts tokens as messages are stored and sums them by day, agent and model (spec: Usage and storage).
 * A reply counts once in its namespace however often a transcript, a fork or a resume repeats it.
 */
export class UsageService {
  readonly #usage: UsageTable
  readonly #sessionModel: (sessionId: string) => string | undefined
  readonly #clock: Clock

  constructor(parts: {
    usage: UsageTable
    /** The session's model now, for rows that do not name theirs. */
    sessionModel: (sessionId: string) => string | undefined
    clock: Clock
  }) {
    this.#usage = parts.usage
    this.#sessionModel = parts.sessionModel
    this.#clock = parts.clock
  }

  /** Books what a message reports; call it inside the write that stores the message. */
  observe(message: ObservedMessage): void {
    const { namespace, sessionId } = message
    const found = extractUsage(message.content, { ...message, rowId: message.id })
    if (!found) return
    const previous = this.#usage.find(namespace, found.key)
    // A step of nothing is kept all the same: a replay of it must not look like a counter that fell.
    const tokens =
      found.stream === undefined ? found.tokens : previous ? undefined : this.#step(namespace, found)
    const named = found.model ?? (previous?.model === 'unknown' ? undefined : previous?.model)
    this.#usage.put(
      {
        ...(previous ? largest(previous, tokens ?? previous) : (tokens ?? found.tokens)),
        namespace,
        key: found.key,
        sessionId: previous?.sessionId ?? sessionId,
        quarter: previous?.quarter ?? Math.floor(message.createdAt / QUARTER_MS),
        agent: found.agent ?? agentName(message.flavor),
        model: named ?? this.#sessionModel(sessionId) ?? 'unknown',
      },
      previous,
    )
  }

  /** What one session used is the other's now; call it inside the write that merges them. */
  merged(from: { id: string; namespace: string }, into: { id: string }): void {
    this.#usage.moveSession(from.namespace, from.id, into.id)
  }

  /** Everything since the start of `range`, with days as the calendar of `timeZone` has them. */
  summary(namespace: string, range: UsageRange, timeZone: string): UsageSummaryResponse {
    const length = RANGE_MS[range]
    const from = length === null ? null : this.#clock.now() - length
    return this.#sumUp(namespace, from, new LocalDays(timeZone)).summary
  }

  /** The last `count` whole days of `timeZone`, of which today is one, or everything; also by hour of the week. */
  period(namespace: string, count: number | null, timeZone: string): UsagePeriodResponse {
    const days = new LocalDays(timeZone)
    const from = count === null ? null : days.startOf(this.#clock.now(), 1 - count)
    const { summary, quarters } = this.#sumUp(namespace, from, days)
    return { ...summary, hours: hoursOfWeek(quarters, days) }
  }

  #sumUp(namespace: string, from: number | null, days: LocalDays) {
    const now = this.#clock.now()
    const fromQuarter = from === null ? 0 : Math.floor(from / QUARTER_MS)
    const totals = emptyCounters()
    const [daily, byAgent, byModel] = [new Groups(), new Groups(), new Groups()]
    const quarters = this.#usage.byQuarter(namespace, fromQuarter)
    for (const { quarter, ...sum } of quarters) {
      add(totals, sum)
      daily.add(days.keyOf(quarter * QUARTER_MS), sum)
    }
    for (const { agent, model, ...sum } of this.#usage.byAgentAndModel(namespace, fromQuarter)) {
      byAgent.add(agent, sum)
      byModel.add(model, sum)
    }
    const largestFirst = (groups: Groups) => groups.list().sort((a, b) => b.totalTokens - a.totalTokens)
    const summary = {
      range: { from, to: now },
      totals: { ...totals, sessions: this.#usage.countSessions(namespace, fromQuarter) },
      daily: daily.list().sort((a, b) => (a.key < b.key ? -1 : 1)),
      byAgent: largestFirst(byAgent),
      byModel: largestFirst(byModel),
      updatedAt: now,
    }
    return { summary, quarters }
  }

  /**
   * Turns a running total into what was added since the one before. A counter that fell was reset, and so
   * was one that consists of its newest step alone, even where that is more than it had before.
   */
  #step(namespace: string, found: { stream?: string; tokens: Tokens; last?: Tokens }): Tokens {
    const { tokens, last } = found
    const stream = found.stream as string
    const before = this.#usage.findStream(namespace, stream)
    this.#usage.putStream(namespace, stream, tokens)
    const grown = before && subtract(tokens, before)
    const hasFallen = !grown || some(grown, (value) => value < 0)
    const hasBegun = last !== undefined && !some(subtract(tokens, last), (value) => value !== 0)
    return plausible(hasFallen || hasBegun ? (last ?? tokens) : grown)
  }
}
