import type { enShortcuts } from './en-shortcuts.ts'
import type { Translation } from './translation.ts'

/** The names of the keyboard shortcuts, by the table that binds them. */
export const zhShortcuts: Translation<typeof enShortcuts> = {
  shortcuts: {
    title: '键盘快捷键',
    text: '这些按键与按钮的作用相同。随时按 ? 即可查看。',
    or: '或',
    place: {
      everywhere: '任何地方',
      list: '会话列表中',
      tabs: '会话的各个部分上',
      composer: '给智能体写消息时',
      dictation: '语音输入时',
      suggestions: '显示建议时',
      notes: '写便签时',
      palette: '搜索窗口中',
      messages: '弹出的消息上',
    },
    everywhere: { palette: '搜索并前往任何地方', shortcuts: '显示此列表' },
    list: {
      next: '下一个会话',
      previous: '上一个会话',
      first: '第一个会话',
      last: '最后一个会话',
    },
    tabs: { next: '下一部分', previous: '上一部分', first: '对话', last: '便签' },
    composer: { send: '发送消息', newLine: '换行' },
    dictation: { discard: '丢弃录音' },
    suggestions: {
      next: '下一条建议',
      previous: '上一条建议',
      take: '采用建议',
      close: '隐藏建议',
    },
    notes: { save: '保存便签', cancel: '保持原样' },
    palette: { next: '下一个结果', previous: '上一个结果', run: '前往' },
    messages: { close: '关闭消息' },
  },
}
