import type { DesktopBridge } from '../contract/desktop-calls.ts'

declare global {
  interface Window {
    svcDesktop?: DesktopBridge
  }
}

/** The desktop's extras; undefined in a browser, where everything works without them. */
export function findBridge(): DesktopBridge | undefined {
  return window.svcDesktop
}
