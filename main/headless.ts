import { pathToFileURL } from 'node:url'
import { app } from 'electron'

const DISPLAY_SWITCH = 'ozone-platform'

/**
 * Runs the hub in this very process, without a window and without a display: the same as `npm run hub`. It
 * prints where it listens and ends on SIGTERM.
 * @param hub path of the built hub
 */
export async function runHeadless(hub: string): Promise<void> {
  doWithoutDisplay()
  app.disableHardwareAcceleration()
  app.dock?.hide()
  // The system's own handlers of signals are set until then; the hub's come after them and win.
  await app.whenReady()
  await import(/* @vite-ignore */ pathToFileURL(hub).href)
}

/**
 * Linux: Electron looks for a display before it runs this program, and ends when there is none unless its
 * command line says otherwise. So it is started once more with that switch, as the very same process.
 */
function doWithoutDisplay(): void {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env
  if (process.platform !== 'linux' || DISPLAY || WAYLAND_DISPLAY) return
  // A channel to whoever started us would not outlive it.
  if (app.commandLine.hasSwitch(DISPLAY_SWITCH) || process.send || !process.execve) return
  const given = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  process.execve(process.execPath, [...given, `--${DISPLAY_SWITCH}=headless`])
}
