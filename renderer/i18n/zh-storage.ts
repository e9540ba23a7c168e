import type { enStorage } from './en-storage.ts'
import type { Translation } from './translation.ts'

/** Room on the disk, backups, and the way back to one. */
export const zhStorage: Translation<typeof enStorage> = {
  storage: {
    hint: '会话、对话和用量都保存在这台电脑的一个文件里。',
    compact: '释放未用空间',
    compactText: '删除会话会在文件里留下空隙。这会把空隙归还给磁盘。',
    compactAsk: '现在释放未用空间？',
    compactConsequences: '进行期间中枢不会回应任何请求，通常只需几秒。不会丢失任何内容：智能体和手机会等待。',
    compacted: '已释放 {{freed}}：之前 {{before}}，现在 {{after}}。',
    compactedNothing: '没有可释放的空间。',
    backups: '备份',
    backupsHint:
      '备份是该文件的副本。更新要修改文件之前，中枢也会自动备份一次。你自己的备份保留最新的 {{kept}} 份。',
    folder: '文件夹',
    make: '立即备份',
    making: '正在复制数据…',
    makingSize: '{{copied}} / {{total}}',
    made: '备份完成，{{size}}。',
    none: '还没有备份。',
    loading: '正在加载备份',
    failed: '备份加载失败。{{reason}}',
    kind: {
      manual: '手动备份',
      upgrade: '更新之前',
      'set-aside': '被恢复操作替换下来',
    },
    restore: '恢复…',
    restoreOf: '恢复 {{date}} 的备份',
    restoreAsk: '恢复 {{date}} 的备份？',
    restoreConsequences:
      '那之后的所有内容都会从中枢中消失：会话、消息和用量。现有数据会另外保存，可以用同样的方法恢复。项目里的文件不受影响。',
    restoreDesktop: '中枢会自动重新启动，智能体和手机会重新连接。',
    restoreBrowser: '恢复在中枢下次启动时进行：请在电脑上重新启动 Svc Hub。',
    restoreConfirm: '检查并恢复',
    staged: '备份已就绪，中枢下次启动时会替换现有数据。请在电脑上重新启动 Svc Hub。',
    restarting: '中枢正在用恢复的数据重新启动…',
    restartNow: '立即重新启动',
    keepPresent: '不恢复',
    kept: '保留现有数据。',
    restored: '备份已恢复。之前的数据在列表里。',
    refused: '上次恢复没有成功：副本不可用。你的数据没有变化。',
  },
}
