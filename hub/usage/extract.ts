import type { Tokens } from '../store/usage.ts'

/** What one stored message says of tokens. */
export interface ExtractedUsage {
  /** A reply's own tokens, or the running total of a counter as it was reported. */
  kind: 'delta' | 'cumulative'
  /** Same reply, same key (see UsageEvent). */
  key: string
  tokens: Tokens
  /** The counter a running total belongs to. */
  stream?: string
  /** The newest step of a running total, as the agent itself reported it. */
  last?: Tokens
  /** The agent where the row itself tells it; else it is the session's. */
  agent?: string
  model?: string
}

export interface UsageSource {
  rowId: string
  localId: string | null
  flavor: string | null
  sessionId: string
}

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function count(from: Fields, ...names: string[]): number {
  for (const name of names) {
    const value = from[name]
    if (typeof value === 'number' && Number.isFinite(value) && value > 0) return Math.trunc(value)
  }
  return 0
}

function text(from: Fields, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = from[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}

const isZero = (tokens: Tokens) =>
  tokens.input + tokens.output + tokens.cacheRead + tokens.cacheCreation === 0

function readTokens(from: Fields, inputIncludesCache: boolean): Tokens {
  const cacheRead = count(
    from,
    'cacheReadTokens',
    'cache_read_tokens',
    'cache_read_input_tokens',
    'cacheReadInputTokens',
    'cachedInputTokens',
    'cached_input_tokens',
    'cachedReadTokens',
  )
  const cacheCreation = count(
    from,
    'cacheCreationTokens',
    'cache_creation_tokens',
    'cache_creation_input_tokens',
    'cacheCreationInputTokens',
    'cacheWriteTokens',
    'cache_write_tokens',
    'cachedWriteTokens',
  )
  const input = count(from, 'inputTokens', 'input_tokens')
  const output = count(from, 'outputTokens', 'output_tokens')
  return {
    input: input + (inputIncludesCache ? 0 : cacheRead + cacheCreation),
    output,
    cacheRead,
    cacheCreation,
  }
}

/**
 * Tokens of one reply: a cache larger than the input it is said to be part of is a misreading. Not for
 * running totals, which would seem to fall where the misreading begins.
 */
export function plausible({ input, output, cacheRead, cacheCreation }: Tokens): Tokens {
  return {
    input,
    output,
    cacheRead: cacheRead > input ? 0 : cacheRead,
    cacheCreation: cacheCreation > input ? 0 : cacheCreation,
  }
}

function fromClaude(data: Fields, source: UsageSource): ExtractedUsage | undefined {
  const message = data.message
  if (data.type !== 'assistant' || !isFields(message) || !isFields(message.usage)) return undefined
  const tokens = plausible(readTokens(message.usage, false))
  if (isZero(tokens)) return undefined
  const model = text(message, 'model')
  return {
    kind: 'delta',
    key: `claude|${text(message, 'id') ?? source.rowId}`,
    tokens,
    agent: 'claude',
    ...(model !== undefined && { model }),
  }
}

function includesCache(data: Fields, source: UsageSource): boolean {
  const declared = data.usageSchema !== undefined ? text(data, 'inputTokenSemantics') : undefined
  if (declared) return !/exclu/i.test(declared)
  const flavor = source.flavor ?? ''
  const livePi = (flavor === 'pi' || flavor === 'agentE') && (source.localId?.startsWith('pi:') ?? false)
  return livePi || ['codex', 'agentB', 'kimi'].includes(flavor) || 'model' in data
}

function fromCodex(data: Fields, source: UsageSource): ExtractedUsage | undefined {
  if (data.type !== 'token_count' && data.type !== 'usage') return undefined
  if (data.hapiUsageScope === 'imported-history') return undefined
  const info = isFields(data.info) ? data.info : data
  const totalOf = info.total_token_usage ?? info.totalTokenUsage ?? info.total
  const lastOf = info.last_token_usage ?? info.lastTokenUsage ?? info.last
  const inclusive = includesCache(data, source)
  const read = (from: unknown) => (isFields(from) ? readTokens(from, inclusive) : undefined)
  const total = read(totalOf)
  const last = read(lastOf)
  const model = text(data, 'model') ?? text(info, 'model')
  const named = model !== undefined ? { model } : {}
  const isCodex = source.flavor === 'codex' || source.flavor === 'agentB'
  if (isCodex && total && !isZero(total)) {
    const thread = text(data, 'thread_id', 'threadId') ?? source.sessionId
    const stream = `${thread}|${text(data, 'scope') ?? ''}`
    const turn = text(data, 'turn_id', 'turnId') ?? ''
    const { input, output, cacheRead, cacheCreation } = total
    const key = `cumulative|${stream}|${turn}|${input}|${output}|${cacheRead}|${cacheCreation}`
    return {
      kind: 'cumulative',
      key,
      stream,
      tokens: total,
      ...(last && !isZero(last) && { last }),
      ...named,
    }
  }
  const tokens = plausible(last ?? total ?? readTokens(info, inclusive))
  if (isZero(tokens)) return undefined
  return { kind: 'delta', key: `delta|${source.rowId}`, tokens, ...named }
}

/**
 * Reads the token counts of one agent message, with `input` normalised to include cached tokens
 * whatever the provider counts. Undefined for messages that report none.
 */
export function extractUsage(content: unknown, source: UsageSource): ExtractedUsage | undefined {
  if (!isFields(content) || content.role !== 'agent' || !isFields(content.content)) return undefined
  const { type, data } = content.content
  if (!isFields(data)) return undefined
  if (type === 'output') return fromClaude(data, source)
  if (type === 'codex') return fromCodex(data, source)
  return undefined
}
