import { pathToFileURL } from 'node:url'
import { app } from 'electron'

/**
 * Runs the hub in this very process, without a window and without a display: the same as `npm run hub`. It
 * prints where it listens and ends on SIGTERM.
 * @param hub path of the built hub
 */
export async function runHeadless(hub: string): Promise<void> {
  // On Linux the program would end for the want of a display before anything could be said.
  if (process.platform === 'linux') app.commandLine.appendSwitch('ozone-platform', 'headless')
  app.disableHardwareAcceleration()
  app.dock?.hide()
  // The system's own handlers of signals are set until then; the hub's come after them and win.
  await app.whenReady()
  await import(/* @vite-ignore */ pathToFileURL(hub).href)
}
