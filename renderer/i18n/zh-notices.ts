import type { enNotices } from './en-notices.ts'
import type { Translation } from './translation.ts'

/** The Chinese texts of the hub's notices, above the page and in notifications. */
export const zhNotices: Translation<typeof enNotices> = {
  notices: {
    test: '这是一条测试通知。你的中枢的通知会显示在这里。',
    ready: { title: '等待你的输入', body: '{{agent}} 在“{{session}}”里等你' },
    permission: '请求许可',
    'task-completed': '任务已完成',
    'task-failed': '任务失败',
    question: {
      title: '{{agent}} 需要你的回答',
      more_other: '还有 {{count}} 个提问',
      unreadable: '打开会话，查看并回答这个提问。',
    },
    activity: '有新的动态',
    anyAgent: '智能体',
    allow: '允许',
    deny: '拒绝',
  },
}
