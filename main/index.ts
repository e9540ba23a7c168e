import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { app, dialog, ipcMain, Notification, powerMonitor, safeStorage } from 'electron'
import { type CallFrom, LINK_SCHEME } from '../contract/desktop.ts'
import { DESKTOP_CALL_CHANNEL } from '../contract/desktop-calls.ts'
import { createAutoLaunch, isHiddenStart } from './auto-launch.ts'
import { createGate } from './bridge.ts'
import { callHandlers } from './calls.ts'
import { systemClock as clock } from './clock.ts'
import { findDeepLink } from './deep-links.ts'
import { createUpdateSource } from './electron-updater.ts'
import { runHeadless } from './headless.ts'
import { hubEnvironment } from './hub-environment.ts'
import { setApplicationMenu } from './menu.ts'
import { pageAtAddress } from './page-at.ts'
import { placesFrom } from './places.ts'
import { profileFolder } from './profile-folder.ts'
import { openRotatingLog } from './rotating-log.ts'
import { guardSession } from './security.ts'
import { onSessionEnd } from './session-end.ts'
import { DesktopShell } from './shell.ts'
import { createShellLog } from './shell-log.ts'
import { ShellSettings } from './shell-settings.ts'
import { languageOf, textsFor } from './texts.ts'
import { Updates } from './updates.ts'

/* The desktop app begins here: one copy at a time, or the hub alone with --headless. */

const HEADLESS_ARGUMENT = '--headless'
const places = placesFrom(import.meta.dirname)
const ownHome = process.env.SVC_HOME?.trim() || undefined
const dataFolder = resolve(ownHome?.replace(/^~(?=$|[\\/])/, homedir()) ?? join(homedir(), '.svc'))
// A copy with data of its own is a copy of its own: it shares neither window nor lock with the usual one.
const profile = ownHome === undefined ? app.getPath('userData') : join(dataFolder, 'desktop')
app.setPath('userData', profileFolder(profile, app.getPath('temp')))

// Not awaited here: Electron is ready only after this module has run to its end.
if (process.argv.includes(HEADLESS_ARGUMENT)) runHeadless(places.hub).catch(endWithWords)
else if (app.requestSingleInstanceLock()) startApp().catch(endWithWords)
else {
  console.log('Svc Hub is already running; its window is shown.')
  app.quit()
}

/** Nothing may end in silence, whatever went wrong before there was a window to say it in. */
function endWithWords(error: Error): void {
  console.error(error.stack ?? error.message)
  if (!process.argv.includes(HEADLESS_ARGUMENT)) dialog.showErrorBox('Svc Hub could not start', error.message)
  app.exit(1)
}

async function startApp(): Promise<void> {
  let shell: DesktopShell | undefined
  let earlyLink = findDeepLink(process.argv)
  /** Somebody started the app while it was starting. */
  let isAskedFor = false
  app.on('second-instance', (_event, argv) => {
    const link = findDeepLink(argv)
    isAskedFor = true
    if (!shell) earlyLink = link ?? earlyLink
    else if (link !== undefined) shell.openLink(link)
    else shell.window.show()
  })
  app.on('open-url', (event, url) => {
    event.preventDefault()
    if (shell) shell.openLink(url)
    else earlyLink = url
  })
  // The hub outlives its window.
  app.on('window-all-closed', () => {})
  // As in electron-builder.yml: Windows shows notifications only of the id that the installer registered.
  app.setAppUserModelId('app.svchub.desktop')
  // One for all runs: what an earlier run left in the notification centre still leads here.
  if (process.platform === 'win32') app.setToastActivatorCLSID('{4FFC9906-E329-5C5C-9425-FE73443925A5}')
  await app.whenReady()
  // Whoever started us knows from here on that we show ourselves what goes wrong.
  process.send?.({ type: 'started' })
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)
  shell = await buildShell()
  await shell.start({ isHidden: isHiddenStart(process.argv) && !isAskedFor, link: earlyLink })
}

async function buildShell(): Promise<DesktopShell> {
  const userData = app.getPath('userData')
  const logsFolder = join(userData, 'logs')
  const secrets: string[] = []
  const open = (name: string) => openRotatingLog({ folder: logsFolder, name, secrets: () => secrets })
  const mainLog = open('main')
  const log = createShellLog((line) => mainLog.write(line), clock.now)
  process.on('uncaughtException', (error) => log.error(`Unexpected: ${error.stack ?? error.message}`))
  process.on('unhandledRejection', (reason) => log.error(`Unexpected: ${(reason as Error)?.stack ?? reason}`))

  const settings = new ShellSettings(join(userData, 'shell.json'), { now: clock.now, log: log.info })
  const language = languageOf(app.getPreferredSystemLanguages())
  const texts = textsFor(language)
  const source = app.isPackaged ? await createUpdateSource(log.info) : undefined

  const shell = new DesktopShell({
    places,
    settings,
    dataFolder,
    logsFolder,
    hubEnvironment: async (onSlow) => {
      const keyPath = join(userData, 'sealing-key')
      const { key, env, warnings } = await hubEnvironment({ safeStorage, keyPath, onSlow, clock })
      if (key !== undefined) secrets.push(key)
      return { env, warnings }
    },
    hubLog: open('hub'),
    log,
    autoLaunch: createAutoLaunch(),
    createUpdates: (app) => new Updates({ source, mode: settings.values.updates, ...app, clock }),
    onSecret: (secret) => {
      if (!secrets.includes(secret)) secrets.push(secret)
    },
    language,
    texts,
    clock,
  })

  const pageOrigin = () => (shell.window.isHubPageOurs ? shell.hubOrigin : undefined)
  guardSession({ hubOrigin: pageOrigin, log: log.info })
  setApplicationMenu({ texts, onQuit: () => void shell.quit.request(), onShow: () => shell.window.show() })
  const pageAt = (url: string): CallFrom | undefined =>
    pageAtAddress(url, { shellPage: places.shellPage, hubOrigin: pageOrigin() })
  const handlers = callHandlers({ shell, settings, secrets: () => secrets, texts })
  const gate = createGate({ pageAt, handlers, log: log.info })
  ipcMain.handle(DESKTOP_CALL_CHANNEL, ({ sender, senderFrame }, message: unknown) =>
    gate(
      {
        isMainFrame: senderFrame !== null && senderFrame.parent === null && shell.window.owns(sender),
        url: senderFrame?.url ?? '',
      },
      message,
    ),
  )
  followSystem(shell)
  return shell
}

function followSystem(shell: DesktopShell): void {
  app.on('activate', () => shell.window.show())
  app.on('before-quit', (event) => {
    if (shell.quit.mayExit) return
    event.preventDefault()
    void shell.quit.request()
  })
  if (process.platform === 'win32') {
    // Also of notifications that an earlier run left; a button of such a one stands for a request long gone.
    Notification.handleActivation(({ type }) => {
      if (type === 'click') shell.window.show()
    })
  }
  powerMonitor.on('resume', () => shell.checkStreams())
  powerMonitor.on('unlock-screen', () => shell.checkStreams())
  onSessionEnd(() => void shell.quit.now())
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    // The system then waits for a clean end.
    event?.preventDefault()
    void shell.quit.now()
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void shell.quit.now())
  process.on('disconnect', () => void shell.quit.now())
}
