/** What the desktop window adds to the page. */
export interface DesktopBridge {
  /** The code of the hub that this window belongs to, so that nobody has to type it. */
  accessToken(): Promise<string>
}

declare global {
  interface Window {
    svcDesktop?: DesktopBridge
  }
}

/** The desktop's extras; undefined in a browser, where everything works without them. */
export function findBridge(): DesktopBridge | undefined {
  return window.svcDesktop
}
