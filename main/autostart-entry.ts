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
