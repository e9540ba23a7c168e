import type { enSession } from './en-session.ts'
import type { Translation } from './translation.ts'

/** The Chinese texts of the session page's frame. */
export const zhSession: Translation<typeof enSession> = {
  tabs: {
    label: '会话的各个部分',
    conversation: '对话',
    files: '文件',
    changes: '改动',
    notes: '便签',
    waiting: '在等你答复',
  },
  attachments: {
    add: '添加附件',
    list: '已添加的附件',
    drop: '把文件拖放到这里',
    reading: '正在读取',
    uploading: '已发送 {{percent}}',
    remove: '移除 {{name}}',
    retry: '重试：{{name}}',
    tooLarge: '太大了：每个文件最大 {{limit}}',
    unreadable: '这个文件无法读取',
    wait: '请等文件传完',
    noSchedule: '带附件时不能使用',
  },
  history: {
    fork: '在副本中继续',
    forkHint: '新建一个会话，以这段对话开头',
    forkMessage: '从这条之前开始，在副本中继续',
    rewind: '回到这条之前…',
    messageMenu: '对这条消息的操作',
    forking: '正在创建副本…',
    forkFailed: '副本没能创建',
    unavailable: {
      working: '等智能体忙完后可用',
      terminal: '接管后可用',
      queued: '没有等待中的消息时可用',
      inactive: '重新打开会话后可用',
      diverged: '智能体的记忆已与这段对话不一致',
    },
    export: '保存对话…',
  },
}
