import type { enJump, enSearch } from './en-search.ts'
import type { Translation } from './translation.ts'

/** Searching in what was said. */
export const zhSearch: Translation<typeof enSearch> = {
  search: {
    title: '对话内容',
    searching: '正在搜索对话…',
    none: '对话里没有提到“{{query}}”。',
    found_other: '找到 {{count}} 条消息',
    failed: '对话搜索失败。{{reason}}',
    indexing: '较早的消息仍在读取，暂时还不能全部搜到。',
    more: '显示更多',
    you: '你',
    agent: '智能体',
  },
}

/** Going to a message that was found. */
export const zhJump: Translation<typeof enJump> = {
  jump: {
    shown: '已显示这条消息',
    gone: '这条消息已不存在。现在看到的是对话的当前内容。',
    failed: '无法加载这条消息的位置。请检查网络连接，然后重新搜索。',
  },
}
