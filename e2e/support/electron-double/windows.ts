/** A window as the app knows it. */
export interface OpenWindow {
  close(): void
  isDestroyed(): boolean
}

/** The windows that are open, in the order of their opening. */
export const openWindows = new Set<OpenWindow>()
