import type { enStart } from './en-start.ts'
import type { Translation } from './translation.ts'

/** The Chinese texts of starting a session. */
export const zhStart: Translation<typeof enStart> = {
  start: {
    title: '新建会话',
    back: '返回会话列表',
    loading: '正在查找你的电脑',
    machinesFailed: '电脑列表加载失败。',
    lookAgain: '再找一次',
    computer: '在哪台电脑上？',
    folder: '在哪个文件夹里？',
    agent: '用哪个智能体？',
    agentsLoading: '正在查找可用的智能体',
    agentsFailed: '没能从这台电脑得知它有哪些智能体。{{reason}}',
    noAgents: '这台电脑上没有可用的智能体。请在那台电脑上安装一个，然后重试。',
    unavailable_other: '另有 {{count}} 个暂不可用',
    reason: {
      not_found: '这台电脑上没有安装',
      invalid_configuration: '已安装，但设置有误',
    },
    mode: '哪些事它可以不问就做？',
    modeDefault: '每个重要步骤都先询问',
    model: '模型',
    modelDefault: '智能体常用的模型',
    worktree: '在单独的副本中工作',
    worktreeHint: '在你采纳改动之前，这个文件夹里的文件保持不变。',
    submit: '开始',
    busy: '正在启动…',
    busyHint: '正在“{{computer}}”上启动智能体，可能需要半分钟。',
    thisAgent: '这个智能体',
    problem: {
      agentUnavailable: '{{agent}} 在这台电脑上还不能用。请换一个智能体，或在那台电脑上安装它。',
      outsideRoots: '不允许智能体在这个文件夹里工作。请在这台电脑允许的文件夹中选择。',
      other: '会话没能启动。电脑的说明：{{reason}}',
    },
  },
  folder: {
    home: '主文件夹',
    path: '文件夹路径',
    open: '打开',
    crumbs: '上级文件夹',
    list: '里面的文件夹',
    loading: '正在加载文件夹',
    empty: '里面没有文件夹，可以直接在这里开始。',
    hidden: '显示隐藏的文件夹',
    project: '项目',
    unreadable: '这个文件夹打不开。{{reason}}',
  },
}
