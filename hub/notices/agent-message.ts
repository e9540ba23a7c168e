import {
  agentData,
  isBlank,
  isObject,
  type Json,
  outputBlocks,
  plainText,
  readEnvelope,
} from '../messages/content.ts'
import type { FinishedTask } from './notice.ts'

/** What a stored message means for notifications. */
export type AgentSignal = { kind: 'ready' } | { kind: 'task'; task: FinishedTask }

const FAILED = new Set<unknown>(['failed', 'error', 'killed', 'aborted'])
const TASK_TAG = '<task-notification>'

/** The signal in a message's content (reference: not-shown B3, Triggers); undefined for all others. */
export function signalOf(content: unknown): AgentSignal | undefined {
  const envelope = readEnvelope(content)
  if (agentData(envelope, 'event')?.type === 'ready') return { kind: 'ready' }
  const entry = agentData(envelope, 'output')
  const task = entry && finishedTask(entry)
  return task && { kind: 'task', task }
}

function finishedTask(entry: Json): FinishedTask | undefined {
  if (entry.type === 'system' && entry.subtype === 'task_notification') {
    return taskOf(entry.summary, entry.status)
  }
  if (entry.type !== 'user' || !isObject(entry.message)) return undefined
  const text = plainText(entry.message.content).trimStart()
  return text.startsWith(TASK_TAG) ? taskOf(inside(text, 'summary'), inside(text, 'status')) : undefined
}

function taskOf(summary: unknown, status: unknown): FinishedTask | undefined {
  if (typeof summary !== 'string' || isBlank(summary)) return undefined
  return { summary: summary.trim(), failed: FAILED.has(status) }
}

function inside(text: string, tag: string): string | undefined {
  const from = text.indexOf(`<${tag}>`)
  const to = text.indexOf(`</${tag}>`, from)
  return from < 0 || to < 0 ? undefined : text.slice(from + tag.length + 2, to).trim()
}

/** What an agent said in plain words in a message; undefined when it said none, or a sub-agent did. */
export function assistantText(content: unknown): string | undefined {
  const envelope = readEnvelope(content)
  const codex = agentData(envelope, 'codex')
  const output = agentData(envelope, 'output')
  const text = codex ? codexText(codex) : output ? outputText(output) : undefined
  return isBlank(text) ? undefined : text
}

const codexText = ({ type, message }: Json) =>
  type === 'message' && typeof message === 'string' ? message : undefined

function outputText(entry: Json): string | undefined {
  if (entry.isSidechain === true || entry.isMeta === true) return undefined
  if (entry.type === 'agy_message') return plainText(entry.content)
  if (entry.type !== 'assistant' || !isObject(entry.message)) return undefined
  const { content } = entry.message
  return typeof content === 'string' ? content : outputBlocks(entry).map(plainText).filter(Boolean).join('\n')
}
