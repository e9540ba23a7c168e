import {
  PERMISSION_TITLE,
  questionTitle,
  READY_TITLE,
  readyBody,
  TASK_COMPLETED_TITLE,
  TASK_FAILED_TITLE,
} from '../../contract/notice-texts.ts'
import type { Completion, Notice } from '../../contract/push.ts'
import type { PendingRequest } from '../../contract/session.ts'
import { codePoints, cutText } from './cut-text.ts'
import { isQuestion, questionBody } from './question.ts'
import { type NamedSession, namesOf, type SessionNames } from './session-names.ts'
import { readStatusLine, type StatusLine } from './status-line.ts'
import { compactArguments, detailedArguments } from './tool-texts.ts'

/** The session a notice is about. */
export type NotedSession = NamedSession & { namespace: string }

/** Longest native body, and longest line of details in it, in code points. */
const NATIVE_BODY_MAX = 280
const NATIVE_DETAIL_MAX = 120
/** With less room left beside the summary, the next action is left out. */
const NEXT_ACTION_MIN = 10

/** A finished background task of an agent. */
export interface FinishedTask {
  summary: string
  failed: boolean
}

const fullName = ({ agent, session }: SessionNames) => `${agent} - ${session}`

function base({ id, namespace }: NotedSession, names: SessionNames) {
  return { namespace, sessionId: id, sessionName: fullName(names) }
}

/** The agent waits for its next prompt; `lastText` is what it said last. */
export function readyNotice(session: NotedSession, lastText: string | undefined): Notice {
  const names = namesOf(session)
  const plain = { title: READY_TITLE, body: readyBody(names.agent, names.session) }
  const status = lastText === undefined ? undefined : readStatusLine(lastText)
  return {
    type: 'ready',
    ...base(session, names),
    severity: 'info',
    native: readyText(names, status, lastText) ?? plain,
    web: { ...plain, tag: `ready-${session.id}` },
    ...(status && { notifySummary: JSON.stringify(status) }),
  }
}

function readyText(names: SessionNames, status: StatusLine | undefined, lastText: string | undefined) {
  const title = fullName(names)
  if (lastText === undefined) return undefined
  if (!status) return { title, body: cutText(lastText.trim(), NATIVE_BODY_MAX) }
  const { summary, action } = status
  const room = NATIVE_BODY_MAX - codePoints(`${summary}\n`)
  if (action === undefined || action === summary || room < NEXT_ACTION_MIN) return { title, body: summary }
  return { title, body: `${summary}\n${cutText(`-> ${action}`, room)}` }
}

/** The agent waits for an answer: to a question, or whether it may use a tool. */
export function requestNotice(
  session: NotedSession,
  requestId: string,
  { tool, arguments: input }: PendingRequest,
): Notice {
  const names = namesOf(session)
  const about = { ...base(session, names), requestId }
  if (isQuestion(tool)) {
    const text = {
      title: questionTitle(names.agent),
      body: questionBody(input, names.session),
    }
    const web = { ...text, tag: `input-request-${session.id}` }
    return { type: 'input-request', ...about, severity: 'info', native: text, web }
  }
  const title = PERMISSION_TITLE
  return {
    type: 'permission-request',
    ...about,
    severity: 'warning',
    native: { title, body: permissionBody(names, tool, input) },
    web: {
      title,
      body: tool ? `${names.session} (${tool})` : names.session,
      tag: `permission-${session.id}`,
    },
  }
}

function permissionBody(names: SessionNames, tool: string, input: unknown): string {
  const compact = compactArguments(tool, input)
  const wish = compact === '' ? `${names.agent} ${tool}` : `${names.agent} ${tool}: ${compact}`
  return [
    tool ? wish : fullName(names),
    `Session: ${names.session}`,
    ...detailedArguments(tool, input, NATIVE_DETAIL_MAX),
  ].join('\n')
}

export function taskNotice(session: NotedSession, { summary, failed }: FinishedTask): Notice {
  const names = namesOf(session)
  const title = failed ? TASK_FAILED_TITLE : TASK_COMPLETED_TITLE
  const body = (text: string) => `${taskPrefix(names)}${text}`
  return {
    type: 'task-notification',
    ...base(session, names),
    severity: failed ? 'error' : 'success',
    native: { title, body: body(cutText(summary, NATIVE_BODY_MAX)) },
    web: { title, body: body(summary) },
  }
}

/** The agent ended its session because its work was done. */
export function completionOf(session: NotedSession): Completion {
  const { agent, session: name } = namesOf(session)
  const { id: sessionId, namespace } = session
  return { type: 'completion', namespace, sessionId, title: 'Session completed', body: `${agent} · ${name}` }
}

/** The uncut summary of a task's notice, for channels with texts of their own. */
export function taskSummaryOf({ web }: Notice, session: NamedSession): string {
  const prefix = taskPrefix(namesOf(session))
  return web.body.startsWith(prefix) ? web.body.slice(prefix.length) : web.body
}

const taskPrefix = ({ agent, session }: SessionNames) => `${agent} · ${session} · `
