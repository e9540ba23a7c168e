import type { ToolItem } from '../../decode/conversation-item.ts'
import { isObject, type JsonObject } from '../../decode/envelope.ts'
import { type AgentCall, agentCall } from './agent-call.ts'
import { changesIn, changesInResult, type FileChange } from './change-call.ts'
import { describeTool } from './describe-tool.ts'
import { type QuestionCall, questionCall } from './question-call.ts'
import { type ReadCall, readCall } from './read-call.ts'
import { plainText } from './result-text.ts'
import { type SearchCall, searchCall } from './search-call.ts'
import { type TodoCall, todoCall } from './todo-call.ts'
import { textField } from './tool-fields.ts'
import { type ToolKind, toolKindOf } from './tool-kinds.ts'
import { type FetchCall, type WebSearchCall, webCall } from './web-call.ts'

/** A command and what it printed. */
export interface CommandCall {
  kind: 'command'
  command: string
  output: string
}

/** Changes of files, and what the tool said to them. */
export interface ChangeCall {
  kind: 'change'
  changes: readonly FileChange[]
  output: string
}

/** The plan an agent proposes, Markdown. */
export interface PlanCall {
  kind: 'plan'
  plan: string
}

/** Whatever has no form of its own: its fields, and its result where that failed to be anything else. */
export interface FieldsCall {
  kind: 'fields'
}

/** A tool call in the form people see it in. */
export type ToolCall =
  | CommandCall
  | ChangeCall
  | ReadCall
  | SearchCall
  | FetchCall
  | WebSearchCall
  | TodoCall
  | AgentCall
  | QuestionCall
  | PlanCall
  | FieldsCall

type Reader = (fields: JsonObject, result: unknown, name: string) => ToolCall | undefined

/** How the calls of each kind are read; undefined: they are not what they should be. */
const READERS: Readonly<Record<ToolKind, Reader>> = {
  command: commandCall,
  read: readCall,
  edit: changeCall,
  write: changeCall,
  search: searchCall,
  web: webCall,
  agent: agentCall,
  todo: todoCall,
  question: questionCall,
  plan: planCall,
  other: () => undefined,
}

/**
 * Reads a call by the name of its tool (never by agent). The result of a call that failed is words about the
 * failure and is not read.
 */
export function toolCall({
  name,
  input,
  result,
  state,
}: Pick<ToolItem, 'name' | 'input' | 'result' | 'state'>): ToolCall {
  const fields = isObject(input) ? input : typeof input === 'string' ? { input } : {}
  const answer = state === 'error' ? undefined : result
  return READERS[toolKindOf(name, input)](fields, answer, name) ?? { kind: 'fields' }
}

function commandCall(fields: JsonObject, result: unknown, name: string): CommandCall | undefined {
  const { detail } = describeTool(name, fields)
  const output = plainText(result)
  return detail === '' || output === undefined ? undefined : { kind: 'command', command: detail, output }
}

function changeCall(fields: JsonObject, result: unknown): ChangeCall | undefined {
  const asked = changesIn(fields)
  const changes = asked.length > 0 ? asked : changesInResult(result)
  if (changes.length === 0) return undefined
  // The result of most tools repeats the change.
  return { kind: 'change', changes, output: typeof result === 'string' ? result : '' }
}

function planCall(fields: JsonObject): PlanCall | undefined {
  const plan = textField(fields, 'plan', 'plan_content', 'overview')
  return plan === undefined ? undefined : { kind: 'plan', plan }
}
