import { agentTextFacts } from './agent-text.ts'
import { isObject, type JsonObject } from './envelope.ts'
import { eventFacts } from './event-family.ts'
import {
  type Fact,
  type FactMaker,
  itemFact,
  type Parent,
  rawFact,
  stringOf,
  textOf,
  toolPair,
} from './fact.ts'

const HIDDEN_TYPES: ReadonlySet<string> = new Set(['rate_limit_event', 'tool_progress'])

/** Family `output`: an entry of the Claude log, or an agy entry (reference not-shown A5). */
export function outputFacts(maker: FactMaker, entry: unknown): Fact[] {
  if (!isObject(entry)) return entry === undefined || entry === null ? [] : [rawFact(maker, entry)]
  const type = stringOf(entry.type)
  if (entry.isMeta === true || entry.isCompactSummary === true) return []
  if (type !== undefined && HIDDEN_TYPES.has(type)) return []
  const decode = type === undefined ? undefined : DECODERS[type]
  const facts = decode ? decode(maker, entry) : [rawFact(maker, entry)]
  const parent = parentOf(entry)
  return parent ? facts.map((fact): Fact => ({ parent, ...fact })) : facts
}

type Decoder = (maker: FactMaker, entry: JsonObject) => Fact[]

const DECODERS: Readonly<Record<string, Decoder>> = {
  assistant: (maker, entry) => contentBlocks(entry).flatMap((block) => assistantFacts(maker, block)),
  user(maker, entry) {
    const blocks = contentBlocks(entry)
    const isSingle = blocks.length === 1
    return blocks.flatMap((block) => userFacts(maker, block, isSingle ? entry.toolUseResult : undefined))
  },
  system(maker, entry) {
    const event = systemEvent(entry)
    return event ? eventFacts(maker, event) : []
  },
  summary: (maker, entry) => agentTextFacts(maker, textOf(entry.summary ?? '')),
  agy_message: (maker, entry) => agentTextFacts(maker, textOf(entry.content ?? '')),
  agy_tool_action: agyToolFacts,
}

function assistantFacts(maker: FactMaker, block: unknown): Fact[] {
  if (typeof block === 'string') return agentTextFacts(maker, block)
  if (!isObject(block)) return [rawFact(maker, block)]
  if (block.type === 'text') return agentTextFacts(maker, textOf(block.text ?? ''))
  if (block.type === 'thinking') {
    const text = textOf(block.thinking ?? '')
    return text.trim() === '' ? [] : [itemFact(maker, { kind: 'reasoning', text, live: false })]
  }
  if (block.type !== 'tool_use') return [rawFact(maker, block)]
  const id = maker.nextId()
  return [
    {
      type: 'tool-open',
      id,
      at: maker.at,
      callId: stringOf(block.id) ?? id,
      name: stringOf(block.name),
      title: undefined,
      input: block.input,
      progress: undefined,
      status: undefined,
    },
  ]
}

function userFacts(maker: FactMaker, block: unknown, toolUseResult: unknown): Fact[] {
  if (typeof block === 'string') return userText(maker, block)
  if (!isObject(block)) return [rawFact(maker, block)]
  if (block.type === 'text') return userText(maker, textOf(block.text ?? ''))
  if (block.type !== 'tool_result') return [rawFact(maker, block)]
  const id = maker.nextId()
  const callId = stringOf(block.tool_use_id) ?? id
  const result = toolUseResult ?? block.content ?? null
  return [{ type: 'tool-close', id, at: maker.at, callId, result, isError: block.is_error === true }]
}

function userText(maker: FactMaker, text: string): Fact[] {
  return text.trim() === '' ? [] : [itemFact(maker, { kind: 'user', text, attachments: [], row: maker.row })]
}

/** The five system entries people see, as events; undefined for the others and for an empty summary. */
function systemEvent(entry: JsonObject): JsonObject | undefined {
  switch (entry.subtype) {
    case 'api_error':
      return { ...pick(entry, 'retryAttempt', 'maxRetries', 'error'), type: 'api-error' }
    case 'turn_duration':
      return { ...pick(entry, 'durationMs', 'messageId'), type: 'turn-duration' }
    case 'microcompact_boundary':
      return { ...(isObject(entry.microcompactMetadata) && entry.microcompactMetadata), type: 'microcompact' }
    case 'compact_boundary':
      return { ...(isObject(entry.compactMetadata) && entry.compactMetadata), type: 'compact' }
    case 'away_summary':
      return stringOf(entry.content)?.trim() ? { content: entry.content, type: 'recap' } : undefined
    default:
      return undefined
  }
}

function agyToolFacts(maker: FactMaker, entry: JsonObject): Fact[] {
  const name = stringOf(entry.toolName) ?? stringOf(entry.name) ?? 'tool'
  const kind = stringOf(entry.name)
  const text = textOf(entry.content ?? '')
  if (kind === 'SYSTEM_MESSAGE') return eventFacts(maker, { type: 'message', message: text })
  if (kind === 'ERROR_MESSAGE') return [itemFact(maker, { kind: 'error', text })]
  const callId = stringOf(entry.toolUseId) ?? maker.row.id
  return toolPair(
    maker,
    callId,
    { name, input: entry.input },
    { result: entry.content ?? null, isError: false },
  )
}

/** Sub-agent entries name the call they belong to; older ones only say that they are on the side. */
function parentOf(entry: JsonObject): Parent | undefined {
  const tool = stringOf(entry.parentToolUseId)
  if (tool) return { tool }
  return entry.isSidechain === true ? { latestTask: true } : undefined
}

function contentBlocks(entry: JsonObject): readonly unknown[] {
  const content = isObject(entry.message) ? entry.message.content : undefined
  if (content === undefined || content === null) return []
  return Array.isArray(content) ? content : [content]
}

function pick(source: JsonObject, ...keys: string[]): JsonObject {
  return Object.fromEntries(keys.filter((key) => key in source).map((key) => [key, source[key]]))
}
