import { BaseWindow } from 'electron'

/** A window that nobody holds is collected. */
let listener: BaseWindow | undefined

/**
 * Tells when Windows ends the person's session. It tells only windows that, so there is one without a page, never
 * shown: a start at login makes no other. On other systems `powerMonitor` says it.
 */
export function onSessionEnd(tell: () => void): void {
  if (process.platform !== 'win32') return
  listener = new BaseWindow({ show: false, skipTaskbar: true })
  listener.on('session-end', tell)
}
