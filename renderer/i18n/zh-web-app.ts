import type { enWebApp } from './en-web-app.ts'
import type { Translation } from './translation.ts'

/** The Chinese texts of the installed app: newer builds, messages above the page, answers on notifications. */
export const zhWebApp: Translation<typeof enWebApp> = {
  version: {
    offered: '这个页面有新版本了。',
    replaced: '另一个窗口已经在使用这个页面的新版本。',
    mismatch: '这个页面和中枢的版本不同，可能无法互相理解。',
    show: '立即使用',
    reload: '重新加载页面',
  },
  toasts: { label: '消息' },
  answered: {
    allow: '你已允许。',
    deny: '你已拒绝。',
    'too-old': '你的回答来得太晚，没有提交。请到会话里查看。',
    gone: '不再需要你的回答：这个问题已有回答，或者智能体已停止。',
    lost: '你的回答没有送到中枢。请在会话里重新回答。',
  },
}
