import { TEST_NOTICE_BODY } from '../../contract/notice-texts.ts'
import { type Notice, SERVICE_NAME } from '../../contract/push.ts'

/** What shows that notifications arrive; a press on it leads to where they are set up. */
export function testNotice(namespace: string): Notice {
  const text = { title: SERVICE_NAME, body: TEST_NOTICE_BODY }
  return {
    type: 'ready',
    namespace,
    sessionId: 'test',
    url: '/settings',
    severity: 'info',
    native: text,
    web: text,
    isTest: true,
  }
}
