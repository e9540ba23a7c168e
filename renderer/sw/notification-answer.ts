import { BrowserPushAction, BrowserPushMessage, browserPushActions } from '../../contract/push.ts'
import type { KeptAnswer } from '../features/web-app/worker-store.ts'

/** The answer a button of a notification stands for; undefined where none could be given. */
export function answerOf(action: string, data: unknown, now: number): KeptAnswer | undefined {
  const answer = BrowserPushAction.safeParse(action).data
  const about = BrowserPushMessage.shape.data.safeParse(data).data
  if (!answer || !about?.requestId) return undefined
  const { sessionId, requestId } = about
  const offered = browserPushActions({ title: '', body: '', data: about })
  return offered.includes(answer) ? { sessionId, requestId, answer, at: now } : undefined
}
