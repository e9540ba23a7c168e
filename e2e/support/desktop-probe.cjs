// @ts-check
const {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  shell,
  Tray,
} = require('electron')

/*
 * Runs in the main process before the app's own code, in Electron (`-r`) as in the double: keeps what the app
 * shows around its windows and plays the person who clicks there. Everything that the tests get is JSON; its
 * shape is `DesktopSnapshot` in desktop-app.ts.
 */

let version = 0
/** @type {(() => void)[]} */
let waiting = []

function changed() {
  version += 1
  const told = waiting
  waiting = []
  for (const tell of told) tell()
}

/** @type {{ tooltip: string, menu: Electron.Menu | null } | null} */
let tray = null
/** @type {{ id: number, notification: Electron.Notification, isClosed: boolean }[]} */
const notifications = []
/** @type {{ id: number, kind: string, options: object, isOpen: boolean, answer: (answer: any) => void }[]} */
const dialogs = []
/** @type {{ external: string[], paths: string[], copied: string[] }} */
const opened = { external: [], paths: [], copied: [] }
let blockers = 0

/**
 * Notes each call of a method, after it did its work.
 * @param {any} owner
 * @param {string} name
 * @param {(self: any, argument: any) => void} note
 */
function noteCalls(owner, name, note) {
  const original = owner[name]
  owner[name] = function (/** @type {any[]} */ ...args) {
    const result = original.apply(this, args)
    note(this, args[0])
    changed()
    return result
  }
}

noteCalls(Tray.prototype, 'setToolTip', (_, tooltip) => {
  tray = { menu: null, ...tray, tooltip }
})
noteCalls(Tray.prototype, 'setContextMenu', (_, menu) => {
  tray = { tooltip: '', ...tray, menu }
})
noteCalls(Tray.prototype, 'destroy', () => {
  tray = null
})

// A test machine may have nobody who shows notifications.
Notification.isSupported = () => true
noteCalls(Notification.prototype, 'show', (notification) => {
  notifications.push({ id: notifications.length + 1, notification, isClosed: false })
})
noteCalls(Notification.prototype, 'close', (notification) => {
  for (const each of notifications) if (each.notification === notification) each.isClosed = true
})

noteCalls(BrowserWindow.prototype, 'setMenuBarVisibility', () => {})

noteCalls(powerSaveBlocker, 'start', () => {
  blockers += 1
})
noteCalls(powerSaveBlocker, 'stop', () => {
  blockers -= 1
})

// What would open elsewhere on this computer is only noted.
shell.openExternal = async (url) => {
  opened.external.push(url)
  changed()
}
shell.openPath = async (path) => {
  opened.paths.push(path)
  changed()
  return ''
}
clipboard.writeText = async (text) => {
  opened.copied.push(text)
  changed()
}

/**
 * @param {string} kind
 * @param {object} options
 * @returns {Promise<any>} what the test answers
 */
function ask(kind, options) {
  return new Promise((resolve) => {
    dialogs.push({ id: dialogs.length + 1, kind, options, isOpen: true, answer: resolve })
    changed()
  })
}
// The window that a dialog belongs to may come first.
dialog.showMessageBox = (/** @type {any[]} */ ...args) => ask('message', args.at(-1))
dialog.showSaveDialog = (/** @type {any[]} */ ...args) => ask('save', args.at(-1))
dialog.showErrorBox = (message, detail) => void ask('error', { message, detail, buttons: ['OK'] })

app.on('browser-window-created', (_, window) => {
  for (const event of ['show', 'hide', 'minimize', 'restore', 'closed'])
    window.on(/** @type {any} */ (event), changed)
  window.webContents.on('did-navigate', changed)
  changed()
})

/**
 * @param {Electron.Menu | null | undefined} menu
 * @returns {object[]}
 */
const entriesOf = (menu) =>
  (menu?.items ?? []).map(({ label, type, enabled, checked, submenu }) => ({
    label: label.replaceAll('&&', '&'),
    type,
    isEnabled: enabled,
    isChecked: checked,
    entries: entriesOf(submenu),
  }))

const isHub = (/** @type {Electron.ProcessMetric} */ { name, serviceName }) =>
  name === 'Svc Hub' || serviceName === 'Svc Hub'

/**
 * @param {number} id
 * @param {{ id: number }[]} list
 */
function find(id, list) {
  const found = list.find((each) => each.id === id)
  if (!found) throw new Error(`There is no number ${id}`)
  return /** @type {any} */ (found)
}

const probe = {
  snapshot: () => ({
    version,
    hubPid: app.getAppMetrics().find((each) => each.pid !== process.pid && isHub(each))?.pid ?? null,
    windows: BrowserWindow.getAllWindows().map((window) => ({
      isVisible: window.isVisible(),
      isMinimized: window.isMinimized(),
      hasMenuBar: window.isMenuBarVisible(),
      isCrashed: window.webContents.isCrashed(),
    })),
    tray: tray && { tooltip: tray.tooltip, entries: entriesOf(tray.menu) },
    notifications: notifications.map(({ id, notification: { title, body, actions }, isClosed }) => ({
      id,
      title,
      body,
      actions: actions.map(({ text }) => text),
      isClosed,
    })),
    dialogs: dialogs.map(({ id, kind, options, isOpen }) => ({ id, kind, isOpen, ...options })),
    opened,
    isKeptAwake: blockers > 0,
  }),

  /** @param {number} known Resolves when something is newer than this version. */
  changedSince(known) {
    if (version > known) return
    return new Promise((/** @type {(value: void) => void} */ resolve) => waiting.push(resolve))
  },

  /** @param {string[]} labels from the tray's menu down to the entry */
  clickTray(labels) {
    let menu = tray?.menu
    for (const [depth, label] of labels.entries()) {
      const item = menu?.items.find((each) => each.label.replaceAll('&&', '&') === label)
      if (!item?.enabled) throw new Error(`The tray has no entry "${label}" to choose`)
      if (depth === labels.length - 1) item.click()
      menu = item.submenu
    }
  },

  /** @param {number} id */
  clickNotification(id) {
    find(id, notifications).notification.emit('click', {})
  },

  /**
   * As where the system shows none.
   * @param {number} id
   */
  failNotification(id) {
    find(id, notifications).notification.emit('failed', {}, 'Notifications are switched off')
  },

  /**
   * @param {number} id
   * @param {number} actionIndex
   */
  actOnNotification(id, actionIndex) {
    find(id, notifications).notification.emit('action', { actionIndex }, actionIndex)
  },

  /**
   * @param {number} id
   * @param {object} answer
   */
  answerDialog(id, answer) {
    const asked = find(id, dialogs)
    asked.isOpen = false
    asked.answer(answer)
  },

  closeWindow() {
    BrowserWindow.getAllWindows()[0]?.close()
  },

  async crashPage() {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    await new Promise((/** @type {(value: void) => void} */ resolve) => {
      contents?.once('render-process-gone', () => resolve())
      contents?.forcefullyCrashRenderer()
    })
  },

  /** @param {'resume' | 'unlock-screen' | 'shutdown'} event */
  power(event) {
    powerMonitor.emit(event)
  },

  /** @param {string} url as macOS hands a link to the app */
  openUrl(url) {
    app.emit('open-url', { preventDefault() {} }, url)
  },

  /**
   * Makes an IPC call as a renderer that was taken over could.
   * @param {'page' | 'inner'} from the window's page, or the first frame inside it
   * @param {string} channel
   * @param {unknown[]} args
   */
  async invoke(from, channel, args) {
    const sender = BrowserWindow.getAllWindows()[0]?.webContents
    const senderFrame = from === 'page' ? sender?.mainFrame : sender?.mainFrame.frames[0]
    if (!senderFrame) throw new Error('There is no such frame')
    // Electron has no public way to call what listens; its tests and others use this one.
    const handler = /** @type {any} */ (ipcMain)._invokeHandlers.get(channel)
    return handler({ sender, senderFrame }, ...args)
  },
}

Object.assign(globalThis, { svcDesktopProbe: probe })
