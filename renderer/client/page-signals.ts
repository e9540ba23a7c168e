import type { Visibility } from '../../contract/events.ts'

/** What the page knows of its surroundings. */
export interface PageSignals {
  visibility(): Visibility
  /** Calls `listener` on every change of visibility; returns the way to stop. */
  onVisibilityChange(listener: () => void): () => void
  /** Calls `listener` when the device says that a network is back; returns the way to stop. */
  onOnline(listener: () => void): () => void
}

/** The signals of a browser window. */
export function browserSignals(window: Window): PageSignals {
  const { document } = window
  const listen = (target: EventTarget, type: string, listener: () => void) => {
    target.addEventListener(type, listener)
    return () => target.removeEventListener(type, listener)
  }
  return {
    visibility: () => (document.visibilityState === 'visible' ? 'visible' : 'hidden'),
    onVisibilityChange: (listener) => listen(document, 'visibilitychange', listener),
    onOnline: (listener) => listen(window, 'online', listener),
  }
}
