/*
 * The English texts of notices in browsers and windows. The hub writes them; a client that speaks another
 * language reads the facts back out of them, as a toast and a push carry texts only (spec: SyncEvent union).
 */

export const TEST_NOTICE_BODY = 'This is a test. Notifications of your hub arrive here.'
export const READY_TITLE = 'Ready for input'
export const PERMISSION_TITLE = 'Permission Request'
export const TASK_COMPLETED_TITLE = 'Task completed'
export const TASK_FAILED_TITLE = 'Task failed'
/** The whole body of a question whose words cannot be read. */
export const UNREADABLE_QUESTION = 'Open the session to view and answer the question.'

const WAITING = ' is waiting in '
const NEEDS_INPUT = ' needs your input'
const MORE_QUESTIONS = /^\+(\d+) more questions?$/

/** Body of the notice that an agent waits for its next prompt. */
export const readyBody = (agent: string, session: string) => `${agent}${WAITING}${session}`

/** Title of the notice that an agent asks something. */
export const questionTitle = (agent: string) => `${agent}${NEEDS_INPUT}`

/** The line under the first question that says how many more there are. */
export const moreQuestions = (count: number) => `+${count} more question${count === 1 ? '' : 's'}`

/** What a notice says; `body` is in nobody's language: names, and what agents wrote. */
export type NoticeFacts =
  | { kind: 'test' }
  | { kind: 'ready'; agent: string; session: string }
  | { kind: 'permission' | 'task-completed' | 'task-failed'; body: string }
  /** `question`: undefined when its words cannot be read; `more`: how many follow the first. */
  | { kind: 'question'; agent: string; question: string | undefined; more: number; session: string }

/** The facts in the texts of a notice; undefined for texts of another version of the hub. */
export function readNoticeTexts({ title, body }: { title: string; body: string }): NoticeFacts | undefined {
  if (body === TEST_NOTICE_BODY) return { kind: 'test' }
  switch (title) {
    case READY_TITLE: {
      const [agent, ...session] = body.split(WAITING)
      if (!agent || session.length === 0) return undefined
      return { kind: 'ready', agent, session: session.join(WAITING) }
    }
    case PERMISSION_TITLE:
      return { kind: 'permission', body }
    case TASK_COMPLETED_TITLE:
      return { kind: 'task-completed', body }
    case TASK_FAILED_TITLE:
      return { kind: 'task-failed', body }
  }
  return title.endsWith(NEEDS_INPUT) ? questionIn(title.slice(0, -NEEDS_INPUT.length), body) : undefined
}

function questionIn(agent: string, body: string): NoticeFacts | undefined {
  const about = { kind: 'question', agent, more: 0, session: '' } as const
  if (body === UNREADABLE_QUESTION) return { ...about, question: undefined }
  const [question, ...rest] = body.split('\n')
  const session = rest.pop()
  if (session === undefined || rest.length > 1) return undefined
  if (rest[0] === undefined) return { ...about, question, session }
  const more = MORE_QUESTIONS.exec(rest[0])?.[1]
  return more === undefined ? undefined : { ...about, question, more: Number(more), session }
}
