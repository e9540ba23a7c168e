import { readFileSync } from 'node:fs'
import type { CdpSession } from './cdp.ts'
import type { Chromium } from './chromium.ts'
import { FrameTree, type WebFrameMain } from './frames.ts'
import { answerCall } from './ipc-main.ts'
import { requireJson } from './json.ts'
import { decideRights } from './session.ts'
import { makeEvent, StrictEmitter } from './strict.ts'
import { CALL_BINDING, PRELOAD_WORLD, RECEIVE, scriptsFor, type ToPreload } from './worlds.ts'

type WindowOpenHandler = (details: { url: string; frameName: string }) => { action: string }

/** Chromium's numbers of the failures that a test here can bring about. */
const NET_ERRORS: Record<string, number> = {
  'net::ERR_ABORTED': -3,
  'net::ERR_FILE_NOT_FOUND': -6,
  'net::ERR_CONNECTION_CLOSED': -100,
  'net::ERR_CONNECTION_RESET': -101,
  'net::ERR_CONNECTION_REFUSED': -102,
  'net::ERR_NAME_NOT_RESOLVED': -105,
  'net::ERR_ADDRESS_UNREACHABLE': -109,
  'net::ERR_EMPTY_RESPONSE': -324,
}

let lastId = 0

/** The page of a window: a page of Chromium, with the preload before it. */
export class WebContents extends StrictEmitter {
  readonly id = ++lastId
  readonly #frames = new FrameTree()
  readonly #attached: Promise<CdpSession>
  #browser: CdpSession | undefined
  #onWindowOpen: WindowOpenHandler | undefined
  /** An address that main itself loads, which needs nobody's leave. */
  #expectedUrl: string | undefined
  #isCrashed = false
  #loading: { loaderId: string; end: PromiseWithResolvers<void> } | undefined

  /** @param page what makes the page, and the session in which it waits for us to let it run */
  constructor(page: Promise<{ chromium: Chromium; session: CdpSession; targetId: string }>, preload: string) {
    super(
      'did-fail-load',
      'did-navigate',
      'render-process-gone',
      'will-attach-webview',
      'will-frame-navigate',
      'will-navigate',
      'will-redirect',
    )
    this.#attached = page.then(({ chromium, session, targetId }) => {
      this.#browser = chromium.cdp.browser
      this.#frames.follow(session, targetId)
      return this.#attach(session, readFileSync(preload, 'utf8'))
    })
  }

  get mainFrame(): WebFrameMain {
    return this.#frames.main
  }

  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.#onWindowOpen = handler
  }

  send(channel: string, ...args: unknown[]): void {
    requireJson(args)
    void this.#attached.then((session) => {
      const context = this.#frames.mainContext
      if (context !== undefined) tell(session, context, { type: 'message', channel, args })
    })
  }

  isCrashed = () => this.#isCrashed

  forcefullyCrashRenderer(): void {
    // The page that crashes answers nothing any more.
    void this.#attached.then((session) => session.send('Page.crash').catch(() => {}))
  }

  async loadURL(url: string): Promise<void> {
    const session = await this.#attached
    if (this.#browser) await decideRights(this.#browser, this, url)
    this.#expectedUrl = url.split('#')[0]
    const { errorText, loaderId } = await session.send('Page.navigate', { url })
    if (errorText !== undefined) this.#fail(errorText, url)
    if (loaderId === undefined) return
    this.#loading?.end.reject(new Error('ERR_ABORTED (-3)'))
    this.#loading = { loaderId, end: Promise.withResolvers() }
    await this.#loading.end.promise
  }

  async #attach(session: CdpSession, preload: string): Promise<CdpSession> {
    session.on('Runtime.bindingCalled', (call) => void this.#answer(session, call))
    session.on('Fetch.requestPaused', ({ requestId, request, frameId, redirectedRequestId }) => {
      const mayGo = this.#mayGo(request.url, this.#frames.find(frameId), redirectedRequestId !== undefined)
      const answer = mayGo
        ? session.send('Fetch.continueRequest', { requestId })
        : session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      // The page may have gone on to something else meanwhile.
      answer.catch(() => {})
    })
    session.on('Page.windowOpen', ({ url, windowName }) => {
      const outcome = this.#onWindowOpen?.({ url, frameName: windowName })
      if (outcome?.action !== 'deny') throw new Error('The double of electron opens no windows for pages')
    })
    session.on('Page.lifecycleEvent', ({ name, loaderId }) => {
      if (name === 'load' && loaderId === this.#loading?.loaderId) this.#loading.end.resolve()
    })
    session.on('Page.frameNavigated', ({ frame: { parentId, unreachableUrl, url } }) => {
      const isMainFrame = parentId === undefined
      if (isMainFrame) this.#isCrashed = false
      if (isMainFrame && unreachableUrl === undefined) this.emit('did-navigate', makeEvent({}), url)
    })
    session.on('Inspector.targetCrashed', () => {
      this.#isCrashed = true
      this.emit('render-process-gone', makeEvent({}), { reason: 'crashed', exitCode: 139 })
    })
    const scripts = scriptsFor(preload)
    await Promise.all([
      session.send('Page.enable'),
      session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      session.send('Runtime.enable'),
      session.send('Inspector.enable'),
      session.send('Fetch.enable', { patterns: [{ resourceType: 'Document' }] }),
      session.send('Runtime.addBinding', { name: CALL_BINDING, executionContextName: PRELOAD_WORLD }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.page }),
      session.send('Page.addScriptToEvaluateOnNewDocument', {
        source: scripts.preload,
        worldName: PRELOAD_WORLD,
      }),
      session.send('Runtime.runIfWaitingForDebugger'),
    ])
    return session
  }

  async #answer(
    session: CdpSession,
    { name, payload, executionContextId }: { name: string; payload: string; executionContextId: number },
  ): Promise<void> {
    if (name !== CALL_BINDING) return
    const { id, channel, args } = JSON.parse(payload) as { id: number; channel: string; args: unknown[] }
    const senderFrame = this.#frames.frameOfContext(executionContextId) ?? null
    const answer = await answerCall({ channel, args }, { sender: this, senderFrame }).then(
      (value): ToPreload => ({ type: 'answer', id, value }),
      (error: Error): ToPreload => ({ type: 'answer', id, error: error.message }),
    )
    tell(session, executionContextId, answer)
  }

  /** Asks main, unless it was main that went there. */
  #mayGo(url: string, frame: WebFrameMain | undefined, isRedirect: boolean): boolean {
    const isMainFrame = frame === this.#frames.main
    const details = { url, frame, isMainFrame, isSameDocument: false }
    const asks = (name: string) => {
      const event = makeEvent(details)
      this.emit(name, event, url)
      return !event.defaultPrevented
    }
    if (isRedirect) return asks('will-redirect')
    if (isMainFrame && this.#expectedUrl === url) {
      this.#expectedUrl = undefined
      return true
    }
    return asks('will-frame-navigate') && (!isMainFrame || asks('will-navigate'))
  }

  #fail(errorText: string, url: string): never {
    const code = NET_ERRORS[errorText]
    if (code === undefined) throw new Error(`The double of electron does not know ${errorText}`)
    const text = errorText.replace('net::', '')
    this.emit('did-fail-load', makeEvent({}), code, text, url, true)
    throw Object.assign(new Error(`${text} (${code}) loading '${url}'`), { errno: code, code: text, url })
  }
}

function tell(session: CdpSession, contextId: number, message: ToPreload): void {
  const expression = `${RECEIVE}(${JSON.stringify(JSON.stringify(message))})`
  // A page that has gone meanwhile hears nothing, here as there.
  session.send('Runtime.evaluate', { contextId, expression }).catch(() => {})
}
