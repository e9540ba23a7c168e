export type Json = Record<string, unknown>

/** The role-wrapped form of a message's content (reference not-shown A5, Envelope). */
export interface Envelope {
  role: string
  content: unknown
}

export interface ToolCall {
  name: string
  input: Json
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const asEnvelope = (value: unknown): Envelope | undefined =>
  isObject(value) && typeof value.role === 'string' && 'content' in value
    ? { role: value.role, content: value.content }
    : undefined

/** Finds the envelope in the content itself or one of the places old CLIs put it. */
export function readEnvelope(content: unknown): Envelope | undefined {
  const own = asEnvelope(content)
  if (own || !isObject(content)) return own
  return (
    asEnvelope(content.message) ??
    asEnvelope(isObject(content.data) ? content.data.message : undefined) ??
    asEnvelope(isObject(content.payload) ? content.payload.message : undefined)
  )
}

/** `data` of an agent's message of one family (`output`, `codex` or `event`). */
export function agentData(envelope: Envelope | undefined, family: 'output' | 'codex' | 'event') {
  if (envelope?.role !== 'agent' || !isObject(envelope.content)) return undefined
  const { type, data } = envelope.content
  return type === family && isObject(data) ? data : undefined
}

/** Blocks of an `output` entry's message; empty when its content is plain text. */
export function outputBlocks(data: Json): Json[] {
  const content = isObject(data.message) ? data.message.content : undefined
  return Array.isArray(content) ? content.filter(isObject) : []
}

/** Tools the agent calls in this message, in order. */
export function toolCallsOf(envelope: Envelope | undefined): ToolCall[] {
  const codex = agentData(envelope, 'codex')
  if (codex) return codex.type === 'tool-call' ? asToolCall(codex) : []
  const output = agentData(envelope, 'output')
  if (output?.type !== 'assistant') return []
  return outputBlocks(output).flatMap((block) => (block.type === 'tool_use' ? asToolCall(block) : []))
}

function asToolCall({ name, input }: Json): ToolCall[] {
  return typeof name === 'string' && isObject(input) ? [{ name, input }] : []
}

/** Text of a string, a text block or a list with text blocks; empty for anything else. */
export function plainText(content: unknown): string {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map(plainText).join('')
  return isObject(content) && content.type === 'text' && typeof content.text === 'string' ? content.text : ''
}

export const isBlank = (value: unknown): boolean => typeof value !== 'string' || value.trim() === ''
