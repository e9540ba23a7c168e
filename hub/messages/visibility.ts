import { agentData, type Envelope, isBlank, isObject, type Json, plainText } from './content.ts'

const HIDDEN_TYPES = new Set<unknown>(['rate_limit_event', 'tool_progress'])
const SHOWN_SYSTEM_SUBTYPES = new Set<unknown>([
  'api_error',
  'turn_duration',
  'microcompact_boundary',
  'compact_boundary',
  'away_summary',
])
const GOAL_STATUS =
  /^Goal (?:cleared$|(?:active|paused|complete|blocked|limited by budget|limited by usage)(?:$| · ))/

const CONVERSATION_OUTPUT = new Set<unknown>([
  'assistant',
  'user',
  'summary',
  'agy_message',
  'agy_tool_action',
])
const CONVERSATION_CODEX = new Set<unknown>([
  'message',
  'reasoning',
  'tool-call',
  'tool-call-result',
  'generated-image',
  'plan',
  'plan_update',
  'agent-run-start',
  'agent-run-update',
  'agent-run-trace',
])

/** Transcript entries that no client shows: stored for the agent, left out of pages and events (not-shown A5). */
export function isHidden(envelope: Envelope | undefined): boolean {
  const data = agentData(envelope, 'output')
  if (!data) return false
  if (data.isMeta === true || data.isCompactSummary === true || HIDDEN_TYPES.has(data.type)) return true
  if (data.type === 'system') return isHiddenSystemEntry(data)
  return data.type === 'agy_message' && isBlank(data.content)
}

function isHiddenSystemEntry({ subtype, content }: Json): boolean {
  return !SHOWN_SYSTEM_SUBTYPES.has(subtype) || (subtype === 'away_summary' && isBlank(content))
}

/** A status line of the agent's goal, repeated in its transcript: not stored at all (CLI-plane reference 5.1). */
export function isGoalStatus(envelope: Envelope | undefined): boolean {
  const data = agentData(envelope, 'event')
  return data?.type === 'message' && typeof data.message === 'string' && GOAL_STATUS.test(data.message.trim())
}

/** Words written by a person; they move the session's `updatedAt` (reference 9.1). */
export function hasHumanText(envelope: Envelope | undefined): boolean {
  return envelope?.role === 'user' && !isBlank(plainText(envelope.content))
}

/** Visible words, thoughts or tools of a person or the agent: what makes a session a conversation (reference 9.6). */
export function isConversation(envelope: Envelope | undefined): boolean {
  if (!envelope || isHidden(envelope)) return false
  if (envelope.role === 'user') return hasHumanText(envelope) || hasAttachments(envelope.content)
  if (envelope.role !== 'agent') return false
  const output = agentData(envelope, 'output')
  if (output) return CONVERSATION_OUTPUT.has(output.type)
  const codex = agentData(envelope, 'codex')
  if (codex) return CONVERSATION_CODEX.has(codex.type)
  return typeof envelope.content === 'string' && !isBlank(envelope.content)
}

const hasAttachments = (content: unknown): boolean =>
  isObject(content) && Array.isArray(content.attachments) && content.attachments.length > 0
