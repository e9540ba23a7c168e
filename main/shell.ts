import { app } from 'electron'
import { LINK_SCHEME, type PauseFor, type WaitingItem, type WorkingSession } from '../contract/desktop.ts'
import type { AutoLaunch } from './auto-launch.ts'
import type { Clock, Timer } from './clock.ts'
import { isOwnHub, openDeepLink, readDeepLink } from './deep-links.ts'
import type { FailureDesk } from './failure-desk.ts'
import { localOrigin, whoAnswers } from './health.ts'
import { startHubChild } from './hub-child.ts'
import { type HubState, HubSupervisor, type ReadyReport } from './hub-process.ts'
import { watchNetwork } from './network-watch.ts'
import { WaitingNotifications } from './notifications.ts'
import { isPausedAt, pauseEnd } from './pause.ts'
import type { Places } from './places.ts'
import { StayAwake } from './power.ts'
import { Quit } from './quit.ts'
import type { RotatingLog } from './rotating-log.ts'
import type { ShellLog } from './shell-log.ts'
import type { ShellSettings } from './shell-settings.ts'
import { desktopStateOf, type ShellFacts, trayFactsOf } from './shell-state.ts'
import { canNotify, showNotification } from './show-notification.ts'
import { askPerson, createFailureDesk, keepAwake, openFolder, ownAddresses } from './system.ts'
import type { Language, Texts } from './texts.ts'
import { TrayIconView } from './tray.ts'
import { runTrayAction } from './tray-actions.ts'
import { hasTrayHost, TrayHostWatch } from './tray-host.ts'
import { trayModel } from './tray-model.ts'
import { Turns } from './turns.ts'
import type { Updates, UpdatesOptions } from './updates.ts'
import { MainWindow } from './window.ts'

export interface ShellParts {
  places: Places
  settings: ShellSettings
  dataFolder: string
  logsFolder: string
  /** What the hub is started with; may wait, and tells when it does, until the system's key store is open. */
  hubEnvironment(onSlow: () => void): Promise<{ env: Record<string, string | undefined>; warnings: string[] }>
  /** Takes the hub's output. */
  hubLog: RotatingLog
  log: ShellLog
  autoLaunch: AutoLaunch
  createUpdates(app: Required<Pick<UpdatesOptions, 'isBusy' | 'prepare' | 'recover'>>): Updates
  /** The owner's code became known; no log may show it. */
  onSecret(secret: string): void
  language: Language
  texts: Texts
  clock: Clock
}

/** The desktop app: the hub it keeps running, its window, its tray, and what happens between them. */
export class DesktopShell {
  readonly #parts: ShellParts
  readonly supervisor: HubSupervisor
  readonly window: MainWindow
  readonly desk: FailureDesk
  readonly quit: Quit
  readonly updates: Updates
  readonly #tray: TrayIconView
  readonly #notifications: WaitingNotifications
  readonly #awake: StayAwake
  readonly #turns: Turns
  #waiting: WaitingItem[] = []
  #working: WorkingSession[] = []
  #trayHost: TrayHostWatch | undefined
  #isAway = true
  #endedByItself = false
  #restarts = 0
  #pauseTimer: Timer | undefined
  #hubEnvironment: Record<string, string | undefined> = process.env
  #warnings: string[] = []
  #lastReady: ReadyReport | undefined

  constructor(parts: ShellParts) {
    this.#parts = parts
    const { places, settings, clock, texts, language, log } = parts
    this.supervisor = new HubSupervisor({
      startChild: (options) =>
        startHubChild(
          {
            program: places.hub,
            env: this.#hubEnvironment,
            write: (chunk) => parts.hubLog.write(chunk),
            clock,
          },
          options,
        ),
      whoAnswers: (origin) => whoAnswers(localOrigin(origin)),
      clock,
      log: log.info,
      onState: (state) => this.#hubChanged(state),
      onReport: (report) => {
        if (report.type === 'waiting') this.#waitingChanged(report.items, report.working)
        else if (report.problem !== undefined) this.#tell(texts.notification.failed, report.problem)
      },
    })
    this.desk = createFailureDesk(
      {
        texts,
        language,
        openFolder: (path) => openFolder(path, log.error),
        start: (options) => this.supervisor.start(options),
        loadPage: () => this.#loadPage(),
        onPage: (page) => this.window.tellShellPage({ type: 'shell-page', page }),
      },
      clock,
    )
    this.quit = new Quit({
      working: () => (this.supervisor.state.status === 'running' ? this.#working : []),
      ask: ({ title, text }) => askPerson({ ...texts.quit, title, text }),
      stop: () => this.#stopHub(),
      exit: () => {
        this.updates.close()
        this.#trayHost?.close()
        this.#tray.close()
        app.quit()
      },
      texts: texts.quit,
    })
    this.#turns = new Turns({
      hubStatus: () => this.supervisor.state.status,
      working: () => this.#working.length,
      onSettled: () => void this.updates.installIfIdle(),
      clock,
    })
    this.updates = parts.createUpdates({
      isBusy: () => this.#turns.mayBeUnderWay,
      prepare: () => this.quit.prepare(),
      recover: () => {
        if (this.quit.revoke()) this.supervisor.reopen()
      },
    })
    this.updates.onChange(() => this.refresh())
    this.#awake = new StayAwake({ block: keepAwake, isWanted: () => settings.values.keepAwake })
    this.#notifications = new WaitingNotifications({
      show: (content) => showNotification(content, places.icon),
      isWindowSeen: () => this.window.isSeen,
      isPaused: () => isPausedAt(settings.values.pausedUntil, clock.now()),
      decide: (item, allow) => this.decide(item, allow),
      open: (path) => this.window.show(path),
      clock,
      texts,
    })
    this.window = new MainWindow({
      preload: places.preload,
      shellPage: places.shellPage,
      icon: places.icon,
      settings,
      security: { hubOrigin: () => this.hubOrigin, log: log.info },
      isHubUp: () => this.supervisor.state.status === 'running',
      onClose: () => this.#closeWindow(),
      onSight: (isSeen) => {
        if (isSeen) this.#notifications.clear()
        void this.updates.setUnattended(!isSeen)
      },
      onPageBroken: (end) => {
        this.desk.breakPage(end)
        this.window.showShellPage()
      },
      clock,
      log: log.info,
    })
    this.#tray = new TrayIconView({
      images: places.trayImages,
      act: (action) => runTrayAction(this, action),
      onClick: () => this.window.show(),
      log: log.info,
    })
  }

  /** Starts the hub and everything that follows it. `isHidden`: without a window. */
  async start({ isHidden, link }: { isHidden: boolean; link: string | undefined }): Promise<void> {
    const { clock } = this.#parts
    this.#watchPause()
    this.refresh()
    this.window.setMenuBar(!this.hasTray)
    this.#trayHost = new TrayHostWatch({
      ask: () => hasTrayHost(),
      onChange: (hasHost, before) => {
        if (hasHost && before === false) this.#tray.renew()
        this.window.setMenuBar(!this.hasTray)
        this.refresh()
      },
      clock,
    })
    watchNetwork({ addresses: ownAddresses, clock, onChange: () => this.checkStreams() })
    if (isHidden) void this.updates.setUnattended(true)
    else this.window.show()
    if (link !== undefined) this.openLink(link)
    const { env, warnings } = await this.#parts.hubEnvironment(() => this.desk.waitForKeyStore())
    for (const warning of warnings) this.#parts.log.error(warning)
    this.#hubEnvironment = env
    this.#warnings = warnings
    this.supervisor.start()
  }

  /** Where the page of the running hub comes from. */
  get hubOrigin(): string | undefined {
    const { state } = this.supervisor
    const ready = state.status === 'running' ? state.ready : this.#lastReady
    return ready && localOrigin(ready.origin)
  }

  /** The code of the hub, while it runs: whoever else may answer at its address meanwhile gets none. */
  get accessToken(): string | undefined {
    const { state } = this.supervisor
    return state.status === 'running' ? state.ready.accessToken : undefined
  }

  /** How often the hub had to be started again. */
  get restarts(): number {
    return this.#restarts
  }

  get facts(): ShellFacts {
    const { settings, dataFolder, logsFolder, autoLaunch, clock } = this.#parts
    const { state } = this.supervisor
    const ready = state.status === 'running' ? state.ready : undefined
    return {
      version: app.getVersion(),
      platform: process.platform,
      settings,
      hub: state,
      waiting: this.#waiting,
      working: this.#working,
      update: this.updates.state,
      canStartAtLogin: autoLaunch.isPossible,
      startAtLogin: autoLaunch.isOn() ?? settings.values.startAtLogin,
      hasTray: this.hasTray,
      dataFolder: ready?.dataFolder ?? dataFolder,
      logsFolder,
      warnings: [...this.#warnings, ...(ready?.warnings ?? [])],
      now: clock.now(),
    }
  }

  get hasTray(): boolean {
    return this.#tray.isThere && this.#trayHost?.mayShowIcons !== false
  }

  /** Something the tray or the page shows may have changed. */
  refresh(): void {
    const { facts } = this
    this.#tray.show(trayModel(trayFactsOf(facts, this.#parts.language), this.#parts.texts))
    this.window.tell({ type: 'state', state: desktopStateOf(facts) })
  }

  /** The computer slept or its network changed. */
  checkStreams(): void {
    this.supervisor.forgetMissedProbes()
    this.supervisor.send({ type: 'check-streams' })
  }

  decide({ sessionId, requestId }: Pick<WaitingItem, 'sessionId' | 'requestId'>, allow: boolean): void {
    this.supervisor.send({ type: 'decide', sessionId, requestId, allow })
  }

  setStartAtLogin(on: boolean): void {
    const { autoLaunch, settings, log } = this.#parts
    try {
      autoLaunch.set(on)
      settings.change({ startAtLogin: on, hasAskedAboutLogin: true })
    } catch (error) {
      log.error(`Starting at login could not be changed: ${(error as Error).message}`)
    }
    this.refresh()
  }

  setKeepAwake(on: boolean): void {
    this.#parts.settings.change({ keepAwake: on })
    this.#awake.settingChanged()
    this.refresh()
  }

  pause(length: PauseFor): void {
    const { settings, clock } = this.#parts
    settings.change({ pausedUntil: pauseEnd(length, clock.now()) })
    this.#watchPause()
    this.refresh()
  }

  openFolder(path: string): void {
    openFolder(path, this.#parts.log.error)
  }

  /** Opens what an app link asks for; a link that is not exactly one of ours only brings up the window. */
  openLink(text: string): void {
    const link = readDeepLink(text)
    if (!link) this.#parts.log.info(`Refused a ${LINK_SCHEME} link that is none of ours`)
    openDeepLink(link, this.window, (hub) => isOwnHub(hub, this.#lastReady, ownAddresses()))
  }

  #hubChanged(state: HubState): void {
    const { log, onSecret } = this.#parts
    log.info(`The hub is ${state.status}`)
    if (state.status === 'running') {
      onSecret(state.ready.accessToken)
      const origin = localOrigin(state.ready.origin)
      const isBack = this.#isAway && this.#lastReady?.origin === state.ready.origin
      const byItself = this.#endedByItself
      this.#isAway = false
      this.#endedByItself = false
      this.#turns.hubIsReady()
      this.#lastReady = state.ready
      this.desk.begin()
      this.window.showHub(origin)
      if (isBack) this.window.tell({ type: 'hub-restarted', byItself })
      // Lets `npm start` go on, as the hub itself does where there is no window.
      process.send?.({ type: 'ready', origin: state.ready.origin })
    } else if (state.status === 'failed') {
      log.error(`The hub does not start (${state.failure.code}): ${state.failure.message}`)
      void this.#showFailure(state)
    } else if (state.status === 'starting') this.desk.begin()
    else if (state.status === 'restarting') {
      this.#restarts += 1
      this.#endedByItself = true
    }
    if (state.status !== 'running') {
      this.#isAway = true
      this.#waitingChanged([], [])
    } else this.refresh()
  }

  async #showFailure({ failure }: Extract<HubState, { status: 'failed' }>): Promise<void> {
    await this.desk.fail(failure)
    this.window.showShellPage()
    if (this.window.isSeen) return
    const { texts } = this.#parts
    // Nothing fails in silence, also where the system shows no notifications.
    const show = () => this.window.show()
    if (canNotify()) this.#tell(texts.notification.hubFailed, texts.failures[failure.code].title, show)
    else show()
  }

  #tell(title: string, body: string, onFailed = () => {}): void {
    const onClick = () => this.window.show()
    showNotification(
      { title, body, actions: [], onClick, onAction: onClick, onFailed },
      this.#parts.places.icon,
    )
  }

  /** A person wants to see the hub's page again that ended so often. */
  #loadPage(): void {
    this.window.forgetCrashes()
    if (this.hubOrigin !== undefined) this.window.showHub(this.hubOrigin)
  }

  #waitingChanged(waiting: WaitingItem[], working: WorkingSession[]): void {
    this.#waiting = waiting
    this.#working = working
    this.#notifications.update(waiting)
    this.#awake.update(working.length)
    void this.updates.installIfIdle()
    this.refresh()
  }

  #watchPause(): void {
    const { settings, clock } = this.#parts
    this.#pauseTimer?.cancel()
    const { pausedUntil } = settings.values
    const leftMs = pausedUntil === null ? 0 : pausedUntil - clock.now()
    this.#pauseTimer = leftMs > 0 ? clock.after(leftMs, () => this.refresh()) : undefined
  }

  #closeWindow(): 'hide' | 'minimise' | 'close' {
    if (this.quit.isUnderWay) return 'close'
    void this.#trayHost?.ask()
    const { settings, texts } = this.#parts
    if (settings.values.trayNote === 'not-yet') {
      settings.change({ trayNote: 'told' })
      const text = this.hasTray ? texts.closed.tray : texts.closed.minimised
      // Where there are no notifications, the page says it when the window is opened next.
      if (canNotify()) this.#tell(texts.closed.title, text)
      this.refresh()
    }
    return this.hasTray ? 'hide' : 'minimise'
  }

  async #stopHub(): Promise<void> {
    await this.supervisor.close()
    this.#awake.update(0)
  }
}
