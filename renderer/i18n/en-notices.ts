/**
 * The English texts of the hub's notices, above the page and in notifications: the very words of the hub
 * (`contract/notice-texts`), which other languages are told apart from.
 */
export const enNotices = {
  notices: {
    test: 'This is a test. Notifications of your hub arrive here.',
    ready: { title: 'Ready for input', body: '{{agent}} is waiting in {{session}}' },
    permission: 'Permission Request',
    'task-completed': 'Task completed',
    'task-failed': 'Task failed',
    question: {
      title: '{{agent}} needs your input',
      more_one: '+{{count}} more question',
      more_other: '+{{count}} more questions',
      unreadable: 'Open the session to view and answer the question.',
    },
    activity: 'New activity',
    anyAgent: 'Agent',
    allow: 'Allow',
    deny: 'Deny',
  },
}
