import type { enNav } from './en-nav.ts'
import type { Translation } from './translation.ts'

/** The Chinese names of the screens. */
export const zhNav: Translation<typeof enNav> = {
  nav: {
    label: '页面',
    sessions: '会话',
    sessionsWaiting: '会话，{{total}} 个在等你',
    machines: '电脑',
    usage: '用量',
    pair: '配对',
    devices: '手机',
    settings: '设置',
    search: '搜索',
    searchHint: '前往某个会话或页面（{{key}}）',
  },
}
