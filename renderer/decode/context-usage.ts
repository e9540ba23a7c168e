import type { MessageRow } from '../state/message-row.ts'
import { isObject, type JsonObject, readEnvelope } from './envelope.ts'
import { field } from './fact.ts'

/** How full an agent's memory is, in tokens. */
export interface ContextUsage {
  used: number
  /** Undefined when the agent does not say how much there is. */
  size: number | undefined
}

/** Rows after which what was counted before no longer holds. */
const COMPACTIONS = /^(context-compacted|compact|compact-boundary|compact-summary)$/

/** What the newest row that counts says; undefined when none does since the last compaction. */
export function contextUsage(rows: readonly MessageRow[]): ContextUsage | undefined {
  for (let index = rows.length - 1; index >= 0; index--) {
    const content = readEnvelope(rows[index]?.content)?.content
    if (!isObject(content) || !isObject(content.data)) continue
    const { data } = content
    if (isCompaction(data)) return undefined
    const usage =
      content.type === 'output' ? ofReply(data) : content.type === 'codex' ? ofCounter(data) : undefined
    if (usage) return usage
  }
  return undefined
}

function isCompaction({ type, subtype }: JsonObject): boolean {
  const name = type === 'system' ? subtype : type
  return typeof name === 'string' && COMPACTIONS.test(name.replaceAll('_', '-'))
}

/** A reply of Claude's: all it was given and all it said, the cached part counted apart. */
function ofReply(data: JsonObject): ContextUsage | undefined {
  if (data.type !== 'assistant' || data.isSidechain === true || !isObject(data.message)) return undefined
  const { usage } = data.message
  if (!isObject(usage)) return undefined
  const used =
    count(usage.input_tokens) +
    count(usage.cache_read_input_tokens) +
    count(usage.cache_creation_input_tokens) +
    count(usage.output_tokens)
  return used > 0 ? { used, size: undefined } : undefined
}

/** A `token_count`: its own word for the context, else its newest step; a running total says nothing. */
function ofCounter(data: JsonObject): ContextUsage | undefined {
  if (data.type !== 'token_count' || !isObject(data.info) || field(data, 'scopeRole') === 'child')
    return undefined
  const { info } = data
  const last = info.last ?? field(info, 'lastTokenUsage')
  const used = count(field(info, 'contextTokens')) || (isObject(last) ? stepOf(last) : 0)
  const size = count(field(info, 'modelContextWindow'))
  return used > 0 ? { used, size: size > 0 ? size : undefined } : undefined
}

function stepOf(last: JsonObject): number {
  return (
    count(field(last, 'totalTokens')) ||
    count(field(last, 'inputTokens')) + count(field(last, 'outputTokens'))
  )
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0
}
