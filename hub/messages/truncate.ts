import { AGENT_STRING_HEAD, AGENT_STRING_MAX, AGENT_STRING_TAIL } from '../../contract/cli-plane.ts'
import { isObject } from './content.ts'

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff

/**
 * Cuts every string of more than 65,536 characters inside `value` to its head, a line that says how many
 * characters are missing, and its tail. Returns `value` itself when nothing had to be cut.
 */
export function truncateStrings(value: unknown): unknown {
  if (typeof value === 'string') return value.length > AGENT_STRING_MAX ? truncate(value) : value
  if (Array.isArray(value)) {
    const items = value.map(truncateStrings)
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([key, item]) => [key, truncateStrings(item)] as const)
  return entries.some(([key, item]) => item !== value[key]) ? Object.fromEntries(entries) : value
}

/** Never cuts a surrogate pair in two: half a character cannot be shown. */
function truncate(text: string): string {
  const headEnd = AGENT_STRING_HEAD - (isHighSurrogate(text.charCodeAt(AGENT_STRING_HEAD - 1)) ? 1 : 0)
  const tailAt = text.length - AGENT_STRING_TAIL
  const tailStart = tailAt + (isHighSurrogate(text.charCodeAt(tailAt - 1)) ? 1 : 0)
  const marker = `\n…[svc: truncated ${tailStart - headEnd} chars]…\n`
  return text.slice(0, headEnd) + marker + text.slice(tailStart)
}
