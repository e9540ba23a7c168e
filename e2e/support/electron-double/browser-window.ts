import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { app } from './app.ts'
import type { Cdp, CdpSession } from './cdp.ts'
import { type Chromium, chromium } from './chromium.ts'
import { makeEvent, StrictEmitter } from './strict.ts'
import { WebContents } from './web-contents.ts'
import { openWindows } from './windows.ts'

interface Options {
  x?: number
  y?: number
  width: number
  height: number
  minWidth: number
  minHeight: number
  title: string
  icon: string
  show: boolean
  autoHideMenuBar: boolean
  backgroundColor: string
  webPreferences: {
    preload: string
    sandbox: boolean
    contextIsolation: boolean
    nodeIntegration: boolean
    webviewTag: boolean
    navigateOnDragDrop: boolean
  }
}
const KNOWN = [
  'x',
  'y',
  'width',
  'height',
  'minWidth',
  'minHeight',
  'title',
  'icon',
  'show',
  'autoHideMenuBar',
  'backgroundColor',
  'webPreferences',
] satisfies (keyof Options)[]

interface OpenPage {
  chromium: Chromium
  session: CdpSession
  targetId: string
}

/** A window: a page of Chromium, and what only a window manager would know of it. */
export class BrowserWindow extends StrictEmitter {
  static readonly getAllWindows = () => [...openWindows] as BrowserWindow[]

  readonly webContents: WebContents
  readonly #page: Promise<OpenPage>
  readonly #bounds: { x: number; y: number; width: number; height: number }
  #isVisible = false
  #isMinimized = false
  #isMaximized = false
  #isDestroyed = false
  #isMenuBarVisible: boolean

  constructor(options: Options) {
    super('close', 'closed', 'show', 'hide', 'focus', 'minimize', 'restore')
    requireSupported(options)
    const { x = 0, y = 0, width, height } = options
    this.#isMenuBarVisible = !options.autoHideMenuBar
    this.#bounds = { x, y, width, height }
    this.#page = openPage(this.#bounds)
    this.webContents = new WebContents(this.#page, options.webPreferences.preload)
    openWindows.add(this)
    app.emit('browser-window-created', makeEvent({}), this)
    if (options.show) this.show()
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url)
  }

  loadFile(path: string): Promise<void> {
    return this.webContents.loadURL(pathToFileURL(path).href)
  }

  isDestroyed = () => this.#isDestroyed
  isVisible = () => this.#isVisible && !this.#isMinimized
  isMinimized = () => this.#isMinimized
  isMaximized = () => this.#isMaximized
  isMenuBarVisible = () => this.#isMenuBarVisible
  getNormalBounds = () => ({ ...this.#bounds })

  show(): void {
    const wasVisible = this.#isVisible
    this.#isVisible = true
    if (!wasVisible) this.#tell('show')
    this.focus()
  }

  focus(): void {
    this.#tell('focus')
  }

  hide(): void {
    if (!this.#isVisible) return
    this.#isVisible = false
    this.#tell('hide')
  }

  minimize(): void {
    if (this.#isMinimized) return
    this.#isMinimized = true
    this.#tell('minimize')
  }

  restore(): void {
    if (!this.#isMinimized) return
    this.#isMinimized = false
    this.#tell('restore')
  }

  maximize(): void {
    this.#isMaximized = true
  }

  setAutoHideMenuBar(_hides: boolean): void {}

  setMenuBarVisibility(isVisible: boolean): void {
    this.#isMenuBarVisible = isVisible
  }

  /** As the person does it: main is asked first. */
  close(): void {
    if (this.#isDestroyed) return
    const event = makeEvent({})
    this.emit('close', event)
    if (event.defaultPrevented) return
    this.#isDestroyed = true
    openWindows.delete(this)
    void this.#page.then(({ chromium: { cdp }, targetId }) =>
      cdp.browser.send('Target.closeTarget', { targetId }).catch(() => {}),
    )
    this.emit('closed')
    if (openWindows.size === 0) app.allWindowsClosed()
  }

  /** Window managers tell of what happened after it did. */
  #tell(event: string): void {
    setImmediate(() => {
      if (!this.#isDestroyed) this.emit(event)
    })
  }
}

function requireSupported(options: Options): void {
  const unknown = Object.keys(options).find((key) => !(KNOWN as string[]).includes(key))
  if (unknown !== undefined) throw new Error(`The double of electron has no option ${unknown} of a window`)
  const { sandbox, contextIsolation, nodeIntegration, webviewTag } = options.webPreferences
  if (!sandbox || !contextIsolation || nodeIntegration || webviewTag) {
    throw new Error('The double of electron has only sandboxed and isolated windows')
  }
  for (const file of [options.icon, options.webPreferences.preload]) {
    if (!existsSync(file)) throw new Error(`There is no file ${file} for the window`)
  }
}

let openings = 0

/** Opens a page that waits until its session lets it run; pages that pages open are closed at once. */
async function openPage({ width, height }: { width: number; height: number }): Promise<OpenPage> {
  const browser = await chromium(app.getPath('userData'))
  const { cdp } = browser
  const url = `about:blank#double-${++openings}`
  const opened = Promise.withResolvers<{ sessionId: string; targetId: string }>()
  cdp.browser.on('Target.attachedToTarget', ({ sessionId, targetInfo: { targetId, url: at } }) => {
    if (at === url) opened.resolve({ sessionId, targetId })
    else if (!at.startsWith('about:blank#double-')) closeOpened(cdp, sessionId, targetId)
  })
  await cdp.browser.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'page' }, { exclude: true }],
  })
  await cdp.browser.send('Target.createTarget', { url, width, height, newWindow: true })
  const { sessionId, targetId } = await opened.promise
  return { chromium: browser, session: cdp.session(sessionId), targetId }
}

/**
 * Closes a page that a page opened. It has to run for that, because the page that opened it waits until it
 * does; what it asks for meanwhile is mostly held back, which Electron does always.
 */
function closeOpened(cdp: Cdp, sessionId: string, targetId: string): void {
  const session = cdp.session(sessionId)
  const steps = [
    session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
    session.send('Runtime.runIfWaitingForDebugger'),
    cdp.browser.send('Target.closeTarget', { targetId }),
  ]
  // Playwright, which sees it as well, may be faster.
  for (const step of steps) step.catch(() => {})
}
