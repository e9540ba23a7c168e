import type { ResumeRules } from '../../contract/flavors.ts'

/** How many of the newest messages are searched for a lost token. */
export const TOKEN_SEARCH_MESSAGES = 200

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const CONTEXT_RESET = 'Context was reset'

type Fields = Record<string, unknown>

/**
 * The agent's own session id as its messages mention it, from the newest backward; undefined when they do
 * not, or not consistently (CLI-plane reference 3.3). `contents` are message contents as JSON text.
 */
export function findLostToken(rule: ResumeRules['tokenInMessages'], contents: string[]): string | undefined {
  const values = contents.map((text): unknown => JSON.parse(text))
  if (rule === 'session-id') return first(values, sessionIdIn)
  if (rule === 'parent-thread') return parentThreadIn(values)
  return undefined
}

function sessionIdIn(value: unknown, depth = 0): string | undefined {
  const fields = asFields(value)
  if (!fields || depth > 4) return undefined
  const own = [fields.session_id, fields.sessionId].find((id) => typeof id === 'string' && UUID.test(id))
  if (typeof own === 'string') return own
  return sessionIdIn(fields.content, depth + 1) ?? sessionIdIn(fields.data, depth + 1)
}

/** Sub-agents have threads of their own; only what the parent says counts, and only since the last reset. */
function parentThreadIn(values: unknown[]): string | undefined {
  const found = new Set<string>()
  for (const value of values) {
    const content = asFields(asFields(value)?.content)
    const data = asFields(content?.data)
    if (!data) continue
    if (content?.type === 'event' && data.message === CONTEXT_RESET) break
    const scope = asFields(data.scope)
    if ((data.scope_role ?? data.scopeRole ?? scope?.role) !== 'parent') continue
    const thread = data.thread_id ?? data.threadId ?? scope?.thread_id ?? scope?.threadId
    if (typeof thread === 'string' && thread !== '') found.add(thread)
  }
  return found.size === 1 ? [...found][0] : undefined
}

function first<T>(values: unknown[], read: (value: unknown) => T | undefined): T | undefined {
  for (const value of values) {
    const result = read(value)
    if (result !== undefined) return result
  }
  return undefined
}

function asFields(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined
}
