/** Which program takes the lines: a shell of macOS or Linux, or PowerShell. */
export const TERMINALS = ['unix', 'powershell'] as const
export type Terminal = (typeof TERMINALS)[number]

/** The one that people who look at this page most likely have. */
export const terminalOf = (userAgent: string): Terminal =>
  /windows/i.test(userAgent) ? 'powershell' : 'unix'

/** A word of a command line that means exactly `text`, whatever is in it. */
const QUOTED: Record<Terminal, (text: string) => string> = {
  unix: (text) => `'${text.replaceAll("'", `'\\''`)}'`,
  powershell: (text) => `'${text.replaceAll("'", "''")}'`,
}

/** What npm puts beside each program for Windows: PowerShell may forbid scripts of its own kind. */
const programIn = (terminal: Terminal, name: string) => (terminal === 'powershell' ? `${name}.cmd` : name)

/** Installs the agent runner. */
export const installLine = (terminal: Terminal) =>
  `${programIn(terminal, 'npm')} install --global @twsxtd/hapi`

/**
 * Starts the agent runner for this hub.
 * @param code the whole access token
 */
export function startLines(terminal: Terminal, address: string, code: string): string {
  const quoted = QUOTED[terminal]
  const set = (name: string, value: string) =>
    terminal === 'powershell' ? `$env:${name}=${quoted(value)}` : `export ${name}=${quoted(value)}`
  return [
    set('HAPI_API_URL', address),
    set('CLI_API_TOKEN', code),
    `${programIn(terminal, 'hapi')} runner start`,
  ].join('\n')
}
