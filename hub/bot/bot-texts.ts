import type { Notice } from '../../contract/push.ts'
import { cutText } from '../notices/cut-text.ts'
import { taskSummaryOf } from '../notices/notice.ts'
import { namesOf } from '../notices/session-names.ts'
import { detailedArguments } from '../notices/tool-texts.ts'
import type { SessionRecord } from '../store/sessions.ts'

/** The platform takes 4096 UTF-16 units; a code point is at most two. */
const MESSAGE_MAX = 2000
const DETAIL_MAX = 300

export interface BotTextFacts {
  session: SessionRecord
  /** The session's machine, as people know it. */
  machine: string | undefined
}

/** The text of a notice in the messaging bot (reference: not-shown B3, Other channels). */
export function botText(notice: Notice, facts: BotTextFacts): string {
  return cutText(linesOf(notice, facts).join('\n'), MESSAGE_MAX)
}

function linesOf(notice: Notice, { session, machine }: BotTextFacts): string[] {
  const { agent, session: name } = namesOf(session)
  const place = machine === undefined ? name : `${name} on ${machine}`
  switch (notice.type) {
    case 'ready':
      return [`Ready: ${place}`, '', `${agent} is waiting for your command`, ...whereabouts(session, name)]
    case 'permission-request':
      return [
        `Action required: ${place}`,
        '',
        `${agent} requests permission`,
        ...whereabouts(session, name),
        ...toolLines(notice, session),
      ]
    case 'input-request':
      return [notice.web.title, '', notice.web.body]
    case 'task-notification':
      return [notice.web.title, '', `${agent}: ${taskSummaryOf(notice, session)}`]
  }
}

function whereabouts({ metadata }: SessionRecord, name: string): string[] {
  const path = metadata?.path
  return [`Session: ${name}`, ...(path ? [`Path: ${shortened(path, metadata.homeDir)}`] : [])]
}

function toolLines({ requestId = '' }: Notice, { agentState }: SessionRecord): string[] {
  const requests = agentState?.requests ?? {}
  const request = Object.hasOwn(requests, requestId) ? requests[requestId] : undefined
  if (!request) return []
  return [`Tool: ${request.tool}`, ...detailedArguments(request.tool, request.arguments, DETAIL_MAX)]
}

/** The path with the home folder as `~`. */
function shortened(path: string, home: unknown): string {
  if (typeof home !== 'string' || home === '' || !path.startsWith(home)) return path
  const rest = path.slice(home.length)
  return rest === '' || /^[\\/]/.test(rest) ? `~${rest}` : path
}
