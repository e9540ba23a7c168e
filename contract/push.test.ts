import { expect, it } from 'vitest'
import { BrowserPushMessage, browserPushActions, type NoticeType } from './push.ts'

it.each<[NoticeType, string | undefined, string[]]>([
  ['permission-request', 'r1', ['allow', 'deny']],
  ['permission-request', undefined, []],
  ['input-request', 'r1', []],
  ['ready', undefined, []],
  ['task-notification', undefined, []],
])('a notification of type %s for request %s offers %j', (type, requestId, actions) => {
  const data = { type, sessionId: 's1', url: '/sessions/s1', ...(requestId !== undefined && { requestId }) }
  const message = BrowserPushMessage.parse({ title: 'T', body: 'B', data })
  expect(browserPushActions(message)).toEqual(actions)
})
