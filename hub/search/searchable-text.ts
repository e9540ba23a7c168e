import {
  agentData,
  type Envelope,
  isObject,
  type Json,
  outputBlocks,
  plainText,
  readEnvelope,
} from '../messages/content.ts'
import { isHidden } from '../messages/visibility.ts'

/** What lies behind this much of one message cannot be found, in UTF-16 code units. */
export const SEARCHED_TEXT_MAX = 16_384
/** A command may hold a whole file. */
const TOOL_DETAIL_MAX = 300
/** Where tools name what they work on, the most telling first. */
const DETAIL_KEYS = [
  'command',
  'cmd',
  'file_path',
  'filePath',
  'path',
  'target_file',
  'notebook_path',
  'pattern',
  'query',
  'url',
  'description',
  'prompt',
] as const

export interface SearchableText {
  role: 'user' | 'agent'
  text: string
}

/**
 * What a person reads of a message: prompts, what the agent says, and the title lines of its tools; no thoughts,
 * no results, nothing of sub-agents. Undefined when there is none.
 */
export function searchableText(content: unknown): SearchableText | undefined {
  const found = textOf(content)
  const text = found?.parts.filter((part) => part.trim() !== '').join('\n') ?? ''
  if (!found || text === '') return undefined
  return { role: found.role, text: text.slice(0, SEARCHED_TEXT_MAX) }
}

type Parts = { role: 'user' | 'agent'; parts: string[] }

const agent = (...parts: unknown[]): Parts => ({
  role: 'agent',
  parts: parts.filter((part) => typeof part === 'string'),
})

function textOf(content: unknown): Parts | undefined {
  const envelope = readEnvelope(content)
  if (!envelope) return agent(content)
  if (envelope.role === 'user') return { role: 'user', parts: [plainText(envelope.content)] }
  if (envelope.role !== 'agent' || isHidden(envelope)) return undefined
  return agentText(envelope)
}

function agentText(envelope: Envelope): Parts | undefined {
  const codex = agentData(envelope, 'codex')
  if (codex) return codexText(codex)
  const output = agentData(envelope, 'output')
  if (output) return outputText(output)
  return agentData(envelope, 'event') ? undefined : agent(plainText(envelope.content))
}

function codexText(data: Json): Parts | undefined {
  if (data.type === 'message') {
    // A later row says all of it.
    return data.streamSnapshot === true || data.stream_snapshot === true ? undefined : agent(data.message)
  }
  if (typeof data.type !== 'string' || data.type.replaceAll('_', '-') !== 'tool-call') return undefined
  const title = data.nativeTitle ?? data.native_title ?? data.title ?? data.description
  return agent(data.name, title, toolDetail(data.input))
}

function outputText(entry: Json): Parts | undefined {
  if (entry.isSidechain === true || typeof entry.parentToolUseId === 'string') return undefined
  switch (entry.type) {
    case 'assistant':
      return agent(...blocksOf(entry))
    case 'user':
      return { role: 'user', parts: blocksOf(entry) }
    case 'summary':
      return agent(entry.summary)
    case 'agy_message':
      return agent(plainText(entry.content))
    case 'agy_tool_action':
      return agent(entry.toolName ?? entry.name, toolDetail(entry.input))
    default:
      return undefined
  }
}

function blocksOf(entry: Json): string[] {
  const content = isObject(entry.message) ? entry.message.content : undefined
  if (typeof content === 'string') return [content]
  return outputBlocks(entry).flatMap((block) =>
    block.type === 'tool_use' ? agent(block.name, toolDetail(block.input)).parts : [plainText(block)],
  )
}

/** What a tool card says beside the tool's name. */
function toolDetail(input: unknown): string | undefined {
  if (!isObject(input)) return undefined
  for (const key of DETAIL_KEYS) {
    const value = input[key]
    const text = Array.isArray(value) ? value.filter((word) => typeof word === 'string').join(' ') : value
    if (typeof text === 'string' && text !== '') return text.slice(0, TOOL_DETAIL_MAX)
  }
  return undefined
}
