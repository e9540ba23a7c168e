import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { app } from 'electron'
import { autostartEntry, HIDDEN_ARGUMENT } from './autostart-entry.ts'

/** Starts the app with the person's login, without a window. */
export interface AutoLaunch {
  /** False for a copy run from source, which the system could not start by itself. */
  readonly isPossible: boolean
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
    set(on) {
      if (!isPossible) return
      if (process.platform === 'linux') setLinux(on)
      else app.setLoginItemSettings({ openAtLogin: on, args: on ? [HIDDEN_ARGUMENT] : [] })
    },
  }
}

function setLinux(on: boolean): void {
  const folder = join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'autostart')
  const file = join(folder, 'svc-hub.desktop')
  if (!on) {
    if (existsSync(file)) rmSync(file)
    return
  }
  mkdirSync(folder, { recursive: true })
  // An AppImage runs from a mount that is gone after the next login.
  writeFileSync(file, autostartEntry(process.env.APPIMAGE || process.execPath))
}
