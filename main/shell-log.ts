/** The levels of the hub's log, so that both read alike. */
const LEVELS = { info: 30, error: 50 } as const

/** The shell's own log: a JSON line per event, as the hub writes them. */
export interface ShellLog {
  info(message: string): void
  error(message: string): void
}

export function createShellLog(write: (line: string) => void, now: () => number): ShellLog {
  const log = (level: keyof typeof LEVELS) => (message: string) =>
    write(`${JSON.stringify({ level: LEVELS[level], time: now(), msg: message })}\n`)
  return { info: log('info'), error: log('error') }
}
