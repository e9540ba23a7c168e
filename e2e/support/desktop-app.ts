import type { Page } from '@playwright/test'

/** An entry of the tray's menu. */
export interface TrayEntry {
  label: string
  type: string
  isEnabled: boolean
  isChecked: boolean
  entries: TrayEntry[]
}

export interface ShownNotification {
  id: number
  title: string
  body: string
  actions: string[]
  isClosed: boolean
}

export interface ShownDialog {
  id: number
  kind: 'message' | 'save' | 'error'
  isOpen: boolean
  message?: string
  detail?: string
  buttons?: string[]
  defaultPath?: string
}

/** What the app shows around its page at a moment. */
export interface DesktopSnapshot {
  /** Grows with every change. */
  version: number
  hubPid: number | null
  windows: { isVisible: boolean; isMinimized: boolean; hasMenuBar: boolean; isCrashed: boolean }[]
  tray: { tooltip: string; entries: TrayEntry[] } | null
  notifications: ShownNotification[]
  dialogs: ShownDialog[]
  /** What it asked the system to open, and what it copied. */
  opened: { external: string[]; paths: string[]; copied: string[] }
  isKeptAwake: boolean
}

/** A running main process, whichever launcher started it. */
export interface Launched {
  readonly launcher: 'electron' | 'double'
  readonly pid: number
  /** Asks the probe in the main process (desktop-probe.cjs). Rejects when the app has ended. */
  ask(method: string, ...args: unknown[]): Promise<unknown>
  /** The page of the app's window, once there is one. */
  page(): Promise<Page>
  /** Resolves with the exit code when the main process has ended; null when a signal ended it. */
  readonly ended: Promise<number | null>
  output(): string
  kill(signal: NodeJS.Signals): void
}

/** The desktop app as a person meets it: its window, tray, notifications and dialogs. */
export class DesktopApp {
  readonly #launched: Launched
  #page: Promise<Page> | undefined

  constructor(launched: Launched) {
    this.#launched = launched
  }

  get launcher(): 'electron' | 'double' {
    return this.#launched.launcher
  }

  get pid(): number {
    return this.#launched.pid
  }

  get ended(): Promise<number | null> {
    return this.#launched.ended
  }

  /** What it wrote to its terminal. */
  output(): string {
    return this.#launched.output()
  }

  /** The page of its window; waits until there is one. */
  page(): Promise<Page> {
    this.#page ??= this.#launched.page()
    return this.#page
  }

  /** The page that was loaded after one that crashed, which is another one to Playwright. */
  async pageAnew(): Promise<Page> {
    await this.until(({ windows }) => windows[0]?.isCrashed === false)
    this.#page = this.#launched.page()
    return await this.#page
  }

  /** Ends the process of the window's page; resolves when the app has heard of that. */
  async crashPage(): Promise<void> {
    await this.#launched.ask('crashPage')
  }

  now(): Promise<DesktopSnapshot> {
    return this.#launched.ask('snapshot') as Promise<DesktopSnapshot>
  }

  /** Waits until what the app shows is as wanted; looks again whenever it changes. */
  async until(isAsWanted: (snapshot: DesktopSnapshot) => boolean): Promise<DesktopSnapshot> {
    return await this.find((snapshot) => (isAsWanted(snapshot) ? snapshot : undefined))
  }

  /** Waits for what `pick` finds in what the app shows. */
  async find<T>(pick: (snapshot: DesktopSnapshot) => T | undefined): Promise<T> {
    for (;;) {
      const snapshot = await this.now()
      const found = pick(snapshot)
      if (found !== undefined) return found
      await this.#launched.ask('changedSince', snapshot.version)
    }
  }

  /** Waits until the hub runs, as the tray says; resolves to its process id. */
  async hubPid(otherThan?: number): Promise<number> {
    return await this.find(({ hubPid, tray }) =>
      hubPid !== null && hubPid !== otherThan && tray?.tooltip.startsWith('Svc Hub is running')
        ? hubPid
        : undefined,
    )
  }

  /** Waits for an entry at the top of the tray's menu whose label contains the text. */
  async trayEntry(text: string): Promise<TrayEntry> {
    return await this.find(({ tray }) => tray?.entries.find(({ label }) => label.includes(text)))
  }

  /** Chooses an entry of the tray's menu, by its labels from the top down. */
  async clickTray(...labels: string[]): Promise<void> {
    await this.#launched.ask('clickTray', labels)
  }

  /** Waits for a notification that is still shown and whose title contains the text. */
  async notification(text: string): Promise<ShownNotification> {
    return await this.find(({ notifications }) =>
      notifications.find(({ title, isClosed }) => title.includes(text) && !isClosed),
    )
  }

  /** Presses a button of a notification. */
  async pressOn({ id, actions }: ShownNotification, action: string): Promise<void> {
    await this.#launched.ask('actOnNotification', id, actions.indexOf(action))
  }

  async click({ id }: ShownNotification): Promise<void> {
    await this.#launched.ask('clickNotification', id)
  }

  /** The system says that it does not show this one. */
  async fail({ id }: ShownNotification): Promise<void> {
    await this.#launched.ask('failNotification', id)
  }

  /** Waits for an open dialog. */
  async dialog(): Promise<ShownDialog> {
    return await this.find(({ dialogs }) => dialogs.find(({ isOpen }) => isOpen))
  }

  /** Presses a button of a dialog. */
  async answer({ id, buttons = [] }: ShownDialog, button: string): Promise<void> {
    await this.#launched.ask('answerDialog', id, { response: buttons.indexOf(button) })
  }

  /** Chooses a file in a dialog for saving. */
  async saveAs({ id }: ShownDialog, filePath: string): Promise<void> {
    await this.#launched.ask('answerDialog', id, { canceled: false, filePath })
  }

  /** Presses the window's own close button. */
  async closeWindow(): Promise<void> {
    await this.#launched.ask('closeWindow')
  }

  /** What the system tells of its sleep. */
  async power(event: 'resume' | 'unlock-screen' | 'shutdown'): Promise<void> {
    await this.#launched.ask('power', event)
  }

  /** Makes an IPC call past the preload; rejects as it does. */
  async invoke(from: 'page' | 'inner', channel: string, ...args: unknown[]): Promise<unknown> {
    return await this.#launched.ask('invoke', from, channel, args)
  }

  kill(signal: NodeJS.Signals): void {
    this.#launched.kill(signal)
  }

  /** Quits by the tray and waits for the end. */
  async quit(): Promise<number | null> {
    await this.clickTray('Quit Svc Hub')
    return await this.ended
  }
}
