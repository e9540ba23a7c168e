import { isObject, type JsonObject } from '../../decode/envelope.ts'
import { plainText } from './result-text.ts'
import { textField } from './tool-fields.ts'

/** A sub-agent and what it was told. */
export interface AgentCall {
  kind: 'agent'
  /** In a few words. */
  task: string | undefined
  /** Which sort of sub-agent. */
  agentType: string | undefined
  /** All it was told, Markdown. */
  prompt: string | undefined
  /** Markdown. */
  answer: string
  /** It goes on by itself and answers later. */
  isInBackground: boolean
}

/** Reads the call; undefined where it tells no task, or its answer is something else. */
export function agentCall(fields: JsonObject, result: unknown): AgentCall | undefined {
  const task = textField(fields, 'description', 'task', 'title', 'name')
  const prompt = textField(fields, 'prompt', 'message', 'instructions', 'task')
  if (task === undefined && prompt === undefined) return undefined
  const isInBackground = isObject(result) && result.status === 'async_launched'
  const answer = isInBackground ? '' : plainText(result)
  if (answer === undefined) return undefined
  return {
    kind: 'agent',
    task,
    agentType: textField(fields, 'subagent_type', 'agent_type', 'agent'),
    prompt: prompt === task ? undefined : prompt,
    answer: withoutNotes(answer),
    isInBackground,
  }
}

/** What agents add to the answer for themselves: how to go on with the sub-agent, and what it used. */
function withoutNotes(answer: string): string {
  const text = answer.trim()
  const inner = between(text, '<task_result>', '</task_result>')
  if (inner !== undefined && text.startsWith('task_id: ')) return inner.trim()
  const end = text.lastIndexOf('\nagentId: ')
  return end < 0 || !/^agentId: \S+ \(/.test(text.slice(end + 1)) ? text : text.slice(0, end).trimEnd()
}

function between(text: string, open: string, close: string): string | undefined {
  const start = text.indexOf(open)
  const end = text.lastIndexOf(close)
  return start < 0 || end < start ? undefined : text.slice(start + open.length, end)
}
