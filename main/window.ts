import { BrowserWindow, nativeTheme, screen, type WebContents } from 'electron'
import type { DesktopNews } from '../contract/desktop.ts'
import { DESKTOP_NEWS_CHANNEL } from '../contract/desktop-calls.ts'
import { guardContents, type SecurityParts } from './security.ts'
import type { ShellSettings } from './shell-settings.ts'
import { placeWindow, WINDOW_LEAST } from './window-bounds.ts'

/** A hub that has just come back may need a moment until it serves its page. */
const RELOAD_AFTER_MS = 1000

export interface WindowParts {
  preload: string
  /** The local page, `dist/main/pages/shell.html`. */
  shellPage: string
  icon: string
  settings: ShellSettings
  security: SecurityParts
  /** The person closes the window. What is answered happens. */
  onClose(): 'hide' | 'minimise' | 'close'
  /** Windows ends the person's session. */
  onSessionEnd(): void
  /** The window came into sight or went out of it. */
  onSight(isSeen: boolean): void
  log(line: string): void
}

/** What the window is to show. */
type Place = { page: 'shell' } | { page: 'hub'; origin: string }

/** The app's one window; made when it is first shown, because at login nobody may ever look at it. */
export class MainWindow {
  readonly #parts: WindowParts
  #window: BrowserWindow | undefined
  #place: Place = { page: 'shell' }
  /** The hub's page has asked for the shell's state, so it hears news from now on. */
  #isListening = false
  #hasMenuBar = false
  #waitingNews: DesktopNews[] = []

  constructor(parts: WindowParts) {
    this.#parts = parts
  }

  get isSeen(): boolean {
    const window = this.#window
    return window !== undefined && !window.isDestroyed() && window.isVisible() && !window.isMinimized()
  }

  /** Brings the window to the front, at this place of the app if one is named. */
  show(path?: string): void {
    if (path !== undefined) this.tell({ type: 'open', path })
    const window = this.#window ?? this.#create()
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }

  /** Where there is no tray, the menu of the window is the only way to quit: it is there to be seen. */
  showMenuBar(): void {
    this.#hasMenuBar = true
    this.#window?.setAutoHideMenuBar(false)
    this.#window?.setMenuBarVisibility(true)
  }

  /** Shows the hub's page; a page of the same hub that is there already stays as it is. */
  showHub(origin: string): void {
    if (this.#place.page === 'hub' && this.#place.origin === origin) return
    this.#place = { page: 'hub', origin }
    this.#load()
  }

  showShellPage(): void {
    if (this.#place.page === 'shell') return
    this.#place = { page: 'shell' }
    this.#load()
  }

  /** Sends news to the hub's page; what comes before that listens is kept until it does. */
  tell(news: DesktopNews): void {
    if (this.#isListening) this.#send(news)
    else if (news.type === 'open' || news.type === 'foreign-link') {
      this.#waitingNews = [...this.#waitingNews.filter(({ type }) => type !== news.type), news]
    }
  }

  /** Draws the local page anew, if that is what the window shows. */
  tellShellPage(news: Extract<DesktopNews, { type: 'shell-page' }>): void {
    if (this.#place.page === 'shell') this.#send(news)
  }

  /** The hub's page listens: what waited for it is told. */
  noteListening(): void {
    this.#isListening = true
    const waiting = this.#waitingNews
    this.#waitingNews = []
    for (const news of waiting) this.#send(news)
  }

  reload(): void {
    this.#load()
  }

  owns(contents: WebContents): boolean {
    return this.#window?.webContents.id === contents.id
  }

  #create(): BrowserWindow {
    const { settings, preload, icon, security, log } = this.#parts
    const before = settings.values.bounds
    const areas = screen.getAllDisplays().map(({ workArea }) => workArea)
    const window = new BrowserWindow({
      ...placeWindow(before, areas),
      minWidth: WINDOW_LEAST.width,
      minHeight: WINDOW_LEAST.height,
      title: 'Svc Hub',
      icon,
      show: false,
      autoHideMenuBar: !this.#hasMenuBar,
      backgroundColor: nativeTheme.shouldUseDarkColors ? '#16181c' : '#f7f7f8',
      webPreferences: {
        preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        navigateOnDragDrop: false,
      },
    })
    this.#window = window
    if (before?.isMaximised) window.maximize()
    guardContents(window.webContents, security)
    this.#follow(window)
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      log(`The window's page ended (${reason}); it is loaded again`)
      this.#load()
    })
    window.webContents.on('did-fail-load', (_event, code, _text, url, isMainFrame) => {
      // -3 is a load that another one replaced.
      if (!isMainFrame || code === -3) return
      log(`The page did not load (${code}): ${url.split('?')[0]}`)
      if (this.#place.page === 'hub') setTimeout(() => this.#load(), RELOAD_AFTER_MS)
    })
    this.#load()
    return window
  }

  #follow(window: BrowserWindow): void {
    const { onClose, onSight } = this.#parts
    window.on('close', (event) => {
      this.#rememberBounds(window)
      const outcome = onClose()
      if (outcome === 'close') return
      event.preventDefault()
      if (outcome === 'hide') window.hide()
      else window.minimize()
    })
    window.on('closed', () => {
      this.#window = undefined
      this.#isListening = false
    })
    for (const event of ['show', 'restore', 'focus'] as const) {
      window.on(event as 'show', () => onSight(true))
    }
    if (process.platform === 'win32') window.on('session-end', () => this.#parts.onSessionEnd())
    for (const event of ['hide', 'minimize'] as const) {
      window.on(event as 'hide', () => onSight(false))
    }
  }

  #load(): void {
    const window = this.#window
    if (!window || window.isDestroyed()) return
    this.#isListening = false
    const loading =
      this.#place.page === 'hub'
        ? window.loadURL(`${this.#place.origin}/`)
        : window.loadFile(this.#parts.shellPage)
    // What goes wrong is told by did-fail-load.
    loading.catch(() => {})
  }

  #send(news: DesktopNews): void {
    const window = this.#window
    if (window && !window.isDestroyed()) window.webContents.send(DESKTOP_NEWS_CHANNEL, news)
  }

  #rememberBounds(window: BrowserWindow): void {
    const { x, y, width, height } = window.getNormalBounds()
    this.#parts.settings.change({ bounds: { x, y, width, height, isMaximised: window.isMaximized() } })
  }
}
