import type { WaitingItem } from '../contract/desktop.ts'
import type { Clock, Timer } from './clock.ts'
import type { Texts } from './texts.ts'

/** Requests that are answered by themselves within this time are not worth a notification. */
export const NOTIFY_AFTER_MS = 500
/** Of so many at once only the first are shown; the tray counts them all. */
const SHOWN_MAX = 5

export interface ShownNotification {
  close(): void
}

export interface NotificationContent {
  title: string
  body: string
  /** Labels of buttons, where the system has them. */
  actions: string[]
  onClick(): void
  onAction(index: number): void
  /** The system did not show it; some say so only after it was asked. */
  onFailed?(): void
}

export interface NotificationParts {
  show(content: NotificationContent): ShownNotification
  /** Somebody sees the window, and with it what waits. */
  isWindowSeen(): boolean
  isPaused(): boolean
  decide(item: WaitingItem, allow: boolean): void
  open(path: string): void
  clock: Clock
  texts: Texts
}

const keyOf = ({ sessionId, requestId }: WaitingItem) => `${sessionId} ${requestId}`

/** Tells of each request once, while nobody looks at the window, and takes it back when it is answered. */
export class WaitingNotifications {
  readonly #parts: NotificationParts
  readonly #known = new Set<string>()
  readonly #shown = new Map<string, ShownNotification>()
  #waiting: readonly WaitingItem[] = []
  #timer: Timer | undefined

  constructor(parts: NotificationParts) {
    this.#parts = parts
  }

  /** What waits now. */
  update(waiting: readonly WaitingItem[]): void {
    this.#waiting = waiting
    const keys = new Set(waiting.map(keyOf))
    for (const [key, notification] of this.#shown) {
      if (keys.has(key)) continue
      notification.close()
      this.#shown.delete(key)
    }
    for (const key of this.#known) if (!keys.has(key)) this.#known.delete(key)
    if (waiting.some((item) => !this.#known.has(keyOf(item)))) {
      this.#timer ??= this.#parts.clock.after(NOTIFY_AFTER_MS, () => this.#tell())
    }
  }

  /** The window is seen now: what it shows need not stand on the desktop as well. */
  clear(): void {
    for (const notification of this.#shown.values()) notification.close()
    this.#shown.clear()
  }

  #tell(): void {
    this.#timer = undefined
    const isSilent = this.#parts.isWindowSeen() || this.#parts.isPaused()
    for (const item of this.#waiting) {
      const key = keyOf(item)
      if (this.#known.has(key)) continue
      this.#known.add(key)
      if (!isSilent && this.#shown.size < SHOWN_MAX) this.#shown.set(key, this.#show(item))
    }
  }

  #show(item: WaitingItem): ShownNotification {
    const { texts, show, decide, open } = this.#parts
    const isPermission = item.kind === 'permission'
    return show({
      title: isPermission
        ? texts.notification.permission(item.sessionName)
        : texts.notification.question(item.sessionName),
      body: item.text,
      actions: isPermission ? [texts.tray.allow, texts.tray.deny] : [],
      onClick: () => open(`/sessions/${encodeURIComponent(item.sessionId)}`),
      onAction: (index) => {
        if (isPermission && (index === 0 || index === 1)) decide(item, index === 0)
      },
    })
  }
}
