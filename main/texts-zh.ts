import type { Texts } from './texts.ts'

/** The shell in Simplified Chinese. */
export const zh: Texts = {
  appName: 'Svc Hub',
  starting: { title: '正在启动…', text: '本机的中枢正在启动，请稍候。' },
  waitingForKeyStore: {
    title: '正在等待密钥库…',
    text: '系统的密钥库还没有打开，它可能正在另一个窗口中询问你的密码。一分钟后中枢会在没有它的情况下启动。',
  },
  pageBroken: {
    title: '页面不断关闭',
    text: '中枢、智能体和手机照常运行，但此窗口的页面连续关闭了几次。',
  },
  failures: {
    'port-taken': {
      title: '另一个程序占用了中枢的地址',
      text: ({ address, program, isOtherCopy }) =>
        isOtherCopy
          ? `另一个 Svc Hub 已经在 ${address} 上运行。这个地址同时只能由一个使用。${stopping(program)}`
          : program === undefined
            ? `另一个程序已经占用了 ${address}，中枢无法使用。`
            : `程序“${program}”已经占用了 ${address}，中枢无法使用。`,
    },
    'port-reserved': {
      title: '系统保留了这个端口',
      text: ({ address }) => `这台电脑不允许中枢监听 ${address}：该端口已被保留。换一个端口即可。`,
    },
    'address-bad': {
      title: '这台电脑没有这个地址',
      text: ({ host }) =>
        `中枢被设置为监听 ${host}，但它现在不是这台电脑的地址。在“设置”里改正之前，可以先只供本机使用。`,
    },
    'database-locked': {
      title: '另一个副本正在使用你的数据',
      text: ({ isOtherCopy, program, path }) =>
        isOtherCopy
          ? `另一个 Svc Hub 正在运行并使用同一份数据，同时只能运行一个。${stopping(program)}`
          : `另一个程序正在使用数据库 ${path}。请关闭它，然后重试。`,
    },
    'database-damaged': {
      title: '数据库已损坏',
      text: ({ path }) =>
        `无法读取数据库 ${path}，它已原样保留。请恢复一个备份后继续；损坏的文件会保留在旁边。`,
    },
    'database-newer': {
      title: '数据来自更新的版本',
      text: () =>
        '数据库由更新版本的 Svc Hub 写入。请重新安装较新的版本，或恢复由此版本制作的备份。没有任何改动。',
    },
    'settings-unreadable': {
      title: '无法读取设置',
      text: ({ path }) =>
        `设置文件 ${path} 中有中枢无法理解的内容，它已原样保留。请改正它，或将其移走以使用全新设置。`,
    },
    'settings-newer': {
      title: '设置中有未知的项目',
      text: ({ path }) =>
        `设置文件 ${path} 中有此版本不认识的项目：它来自更新的版本，或有拼写错误。文件已原样保留。`,
    },
    'data-folder-readonly': {
      title: '无法写入数据文件夹',
      text: ({ path }) => `中枢无法写入 ${path}。请确认磁盘存在并且你有写入权限，然后重试。`,
    },
    'disk-full': {
      title: '磁盘已满',
      text: ({ path }) => `${path} 所在的磁盘没有剩余空间。请清理一些空间，然后重试。`,
    },
    unknown: {
      title: '中枢无法启动',
      text: () => '中枢连续停止了几次。它最后的输出见下方。',
    },
  },
  actions: {
    otherPort: (port) => `改用端口 ${port}`,
    stopOtherCopy: '停止另一个副本的中枢',
    listenHereOnly: '仅供本机使用',
    restoreBackup: '恢复这个备份',
    openFolder: '打开文件夹',
    tryAgain: '重试',
    chooseBackup: '要恢复的备份',
    details: '详细信息',
  },
  notes: {
    otherCopyStays: '无法停止另一个副本的中枢。请自行退出那个副本，然后重试。',
    backupRefused: (reason) => `没有恢复这个备份：${reason}`,
    notASqliteFile: '该文件不是数据库。',
    noFreePort: '附近没有找到空闲的端口。',
  },
  tray: {
    running: 'Svc Hub 正在运行',
    working: (count) => `${count} 个智能体正在工作`,
    needsYou: (count) => `${count} 个请求在等你`,
    starting: 'Svc Hub 正在启动',
    problem: 'Svc Hub 出现问题',
    open: '打开 Svc Hub',
    waiting: '在等你',
    allow: '允许',
    deny: '拒绝',
    answerInWindow: '回答…',
    moreWaiting: (count) => `另有 ${count} 个…`,
    pair: '配对手机…',
    pause: '暂停通知',
    pauseHour: '一小时',
    pauseTomorrow: '直到明天',
    resume: '恢复通知',
    pausedUntil: (time) => `通知已暂停至 ${time}`,
    startAtLogin: '登录时启动',
    checkForUpdates: '检查更新',
    installUpdate: (version) => `安装版本 ${version}`,
    restartHub: '重新启动中枢',
    quit: '退出 Svc Hub',
  },
  menu: {
    file: '文件',
    edit: '编辑',
    view: '显示',
    window: '窗口',
    undo: '撤销',
    redo: '重做',
    cut: '剪切',
    copy: '复制',
    paste: '粘贴',
    selectAll: '全选',
    reload: '重新加载',
    actualSize: '实际大小',
    zoomIn: '放大',
    zoomOut: '缩小',
    fullScreen: '全屏',
    minimise: '最小化',
    close: '关闭窗口',
    about: '关于 Svc Hub',
    hide: '隐藏 Svc Hub',
    developerTools: '开发者工具',
  },
  quit: {
    title: '智能体正在工作，要退出 Svc Hub 吗？',
    text: (names, more) =>
      `${[...names.map((name) => `• ${name}`), ...(more > 0 ? [`另有 ${more} 个`] : [])].join('\n')}\n\n智能体会自行继续，但在 Svc Hub 再次运行之前，无论在这里还是在手机上，都无法查看、回答或收到通知。`,
    confirm: '退出',
    cancel: '继续运行',
  },
  closed: {
    title: 'Svc Hub 仍在运行',
    tray: '窗口已关闭，智能体和手机保持连接。可从托盘图标打开或退出 Svc Hub。',
    minimised: '窗口已最小化，智能体和手机保持连接。要结束 Svc Hub，请在其菜单中选择“退出”。',
  },
  notification: {
    permission: (session) => `${session} 请求许可`,
    question: (session) => `${session} 有一个问题`,
    failed: '回答没有送达',
    hubFailed: '中枢无法保持运行',
  },
  update: { none: '已是最新版本。', failed: '检查更新没有成功。' },
  saveDiagnostics: '保存诊断信息',
}

function stopping(program: string | undefined): string {
  return program === undefined ? '' : '可以在这里停止它的中枢；那个副本的窗口会保持打开，直到你在那里退出。'
}
