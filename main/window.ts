import { BrowserWindow, nativeTheme, screen, type WebContents } from 'electron'
import type { DesktopNews } from '../contract/desktop.ts'
import { DESKTOP_NEWS_CHANNEL } from '../contract/desktop-calls.ts'
import type { Clock } from './clock.ts'
import { PageCrashes } from './page-crashes.ts'
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
  /** Whoever answers at the hub's address while it is not is somebody else. */
  isHubUp(): boolean
  /** The person closes the window. What is answered happens. */
  onClose(): 'hide' | 'minimise' | 'close'
  /** The window came into sight or went out of it. */
  onSight(isSeen: boolean): void
  /** The page of the hub ended so often in a row that it is left; `reason` is Electron's word for why. */
  onPageBroken(end: { times: number; reason: string }): void
  clock: Clock
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
  /** What stands where the hub's page belongs was loaded while the hub was away, or could not be. */
  #isStale = false
  #hasMenuBar = false
  #waitingNews: DesktopNews[] = []
  readonly #crashes: PageCrashes
  /** Even the local page ended too often; it is loaded again when somebody looks. */
  #isLeft = false

  constructor(parts: WindowParts) {
    this.#parts = parts
    this.#crashes = new PageCrashes(() => parts.clock.now())
  }

  get isSeen(): boolean {
    const window = this.#window
    return window !== undefined && !window.isDestroyed() && window.isVisible() && !window.isMinimized()
  }

  /** Brings the window to the front, at this place of the app if one is named. */
  show(path?: string): void {
    if (path !== undefined) this.tell({ type: 'open', path })
    const window = this.#window ?? this.#create()
    if (this.#isLeft) this.#load()
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }

  /** Where there is no tray, the menu of the window is the only way to quit: it is there to be seen. */
  setMenuBar(isThere: boolean): void {
    if (this.#hasMenuBar === isThere) return
    this.#hasMenuBar = isThere
    this.#window?.setAutoHideMenuBar(!isThere)
    this.#window?.setMenuBarVisibility(isThere)
  }

  /** False while the page at the hub's address may be somebody else's, who is to get nothing. */
  get isHubPageOurs(): boolean {
    return !this.#isStale
  }

  /** Shows the hub's page; a page of the same hub that is there already stays as it is. */
  showHub(origin: string): void {
    if (this.#place.page === 'hub' && this.#place.origin === origin && !this.#isStale) return
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

  /** Somebody wants to see the page again that ended so often. */
  forgetCrashes(): void {
    this.#crashes.forget()
  }

  owns(contents: WebContents): boolean {
    return this.#window?.webContents.id === contents.id
  }

  #create(): BrowserWindow {
    const { settings, preload, icon, security } = this.#parts
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
    this.#followPage(window)
    this.#load()
    return window
  }

  #followPage({ webContents }: BrowserWindow): void {
    const { log, clock, isHubUp } = this.#parts
    webContents.on('did-navigate', () => {
      if (this.#place.page === 'hub') this.#isStale = !isHubUp()
    })
    webContents.on('render-process-gone', (_event, { reason }) => this.#pageEnded(reason))
    webContents.on('did-fail-load', (_event, code, _text, url, isMainFrame) => {
      // -3 is a load that another one replaced.
      if (!isMainFrame || code === -3) return
      log(`The page did not load (${code}): ${url.split('?')[0]}`)
      if (this.#place.page === 'hub') clock.after(RELOAD_AFTER_MS, () => this.#load())
    })
  }

  #pageEnded(reason: string): void {
    const { log, clock, onPageBroken } = this.#parts
    const pauseMs = this.#crashes.next()
    if (pauseMs !== undefined) {
      log(`The window's page ended (${reason}); it is loaded again`)
      clock.after(pauseMs, () => this.#load())
      return
    }
    log(`The window's page ended (${reason}) too often; it is left`)
    if (this.#place.page === 'hub') onPageBroken({ times: this.#crashes.count, reason })
    else this.#isLeft = true
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
    for (const event of ['hide', 'minimize'] as const) {
      window.on(event as 'hide', () => onSight(false))
    }
  }

  #load(): void {
    const window = this.#window
    if (!window || window.isDestroyed()) return
    this.#isListening = false
    this.#isLeft = false
    const hub = this.#place.page === 'hub' ? this.#place : undefined
    // A hub that is away has its page loaded when it is back; until then the local page says that it starts.
    const isHubAway = !this.#parts.isHubUp()
    // That it is ours again is known only when the page of the hub is there: until then the old one stands.
    if (hub && isHubAway) this.#isStale = true
    const loading =
      hub && !isHubAway ? window.loadURL(`${hub.origin}/`) : window.loadFile(this.#parts.shellPage)
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
