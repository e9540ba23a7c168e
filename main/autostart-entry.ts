import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Start without a window, in the tray. */
export const HIDDEN_ARGUMENT = '--hidden'

/** The text of a Linux autostart entry that runs this program (freedesktop: Desktop Entry, Exec). */
export function autostartEntry(program: string): string {
  // Quoted as the specification asks: these characters have a meaning inside quotes, `%` everywhere.
  const quoted = program
    .replace(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Svc Hub',
    `Exec="${quoted}" ${HIDDEN_ARGUMENT}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n')
}

const fileIn = (configFolder: string) => join(configFolder, 'autostart', 'svc-hub.desktop')

/**
 * Writes the autostart entry of a Linux desktop, or removes it. @throws the system's error
 * @param options.configFolder `$XDG_CONFIG_HOME`
 */
export function setAutostart(
  on: boolean,
  { configFolder, program }: { configFolder: string; program: string },
): void {
  const file = fileIn(configFolder)
  if (!on) {
    rmSync(file, { force: true })
    return
  }
  mkdirSync(join(configFolder, 'autostart'), { recursive: true })
  writeFileSync(file, autostartEntry(program))
}

/** Whether the desktop follows the entry: settings of desktops switch one off by a line in it. */
export function isAutostartOn(configFolder: string): boolean {
  const file = fileIn(configFolder)
  if (!existsSync(file)) return false
  return !/^(Hidden=true|X-GNOME-Autostart-enabled=false)\s*$/im.test(readFileSync(file, 'utf8'))
}
