import { isObject } from '../messages/content.ts'
import { cutText, isReadable, oneLine } from './cut-text.ts'

const MARKER = 'AGENT_NOTIFY_SUMMARY '

/** What an agent says of itself at the end of a turn; each text is one line within its limit. */
export interface StatusLine {
  version?: number
  summary: string
  action?: string
  status?: string
  agent?: string
  project?: string
}

const LIMITS = { summary: 280, action: 280, status: 32, agent: 80, project: 80 } as const

/**
 * The status line of an agent's last words: their last line that is not empty, `AGENT_NOTIFY_SUMMARY `
 * and one JSON object to the end of the line; undefined without one, or when it has no summary
 * (reference: not-shown B3, Status line). Text may stand before the marker only without white space between.
 */
export function readStatusLine(text: string): StatusLine | undefined {
  const line = text.trimEnd().split('\n').at(-1) ?? ''
  for (let at = line.indexOf(MARKER); at >= 0; at = line.indexOf(MARKER, at + 1)) {
    const prefix = line.slice(0, at)
    if (prefix.trim() !== '' && /\s$/.test(prefix)) continue
    const fields = parsed(line.slice(at + MARKER.length))
    if (isObject(fields)) return statusOf(fields)
  }
  return undefined
}

function statusOf(fields: Record<string, unknown>): StatusLine | undefined {
  const texts = Object.entries(LIMITS).flatMap(([name, limit]) => {
    const value = fields[name]
    return isReadable(value) ? [[name, cutText(oneLine(value), limit)]] : []
  })
  const { summary, ...others } = Object.fromEntries(texts) as Partial<StatusLine>
  if (summary === undefined) return undefined
  const { version } = fields
  return { ...(typeof version === 'number' && { version }), summary, ...others }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
