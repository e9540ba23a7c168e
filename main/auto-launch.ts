import { homedir } from 'node:os'
import { join } from 'node:path'
import { app } from 'electron'
import { HIDDEN_ARGUMENT, isAutostartOn, setAutostart } from './autostart-entry.ts'

/** Starts the app with the person's login, without a window. */
export interface AutoLaunch {
  /** False for a copy run from source, which the system could not start by itself. */
  readonly isPossible: boolean
  /**
   * Whether the system will do it: people also change that in the system's own settings. Undefined where it is
   * not possible, or the system does not say.
   */
  isOn(): boolean | undefined
  /** Makes it so. @throws the system's error */
  set(on: boolean): void
}

/** Whether this start is to show no window: the system started the app at login. To be asked after `ready`. */
export function isHiddenStart(argv: readonly string[]): boolean {
  if (argv.includes(HIDDEN_ARGUMENT)) return true
  // macOS hands a login item no arguments.
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin
}

export function createAutoLaunch(): AutoLaunch {
  const isPossible = app.isPackaged
  return {
    isPossible,
    isOn() {
      if (!isPossible) return undefined
      try {
        return isOn()
      } catch {
        // What was set last is then the best that is known.
        return undefined
      }
    },
    set(on) {
      if (!isPossible) return
      // An AppImage runs from a mount that is gone after the next login.
      const program = process.env.APPIMAGE || process.execPath
      if (process.platform === 'linux') setAutostart(on, { configFolder: configFolder(), program })
      else app.setLoginItemSettings({ openAtLogin: on, args: on ? [HIDDEN_ARGUMENT] : [] })
    },
  }
}

function isOn(): boolean {
  if (process.platform === 'linux') return isAutostartOn(configFolder())
  const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings()
  return process.platform === 'darwin' ? openAtLogin : executableWillLaunchAtLogin
}

const configFolder = () => process.env.XDG_CONFIG_HOME || join(homedir(), '.config')
