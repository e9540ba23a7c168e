import type { Log, LogFields } from '../log.ts'

export interface LogLine {
  level: keyof Log
  message: string
  fields: LogFields
}

/** A log that keeps every line, for tests that look for facts in it, or for secrets that must not be. */
export class RecordedLog implements Log {
  readonly lines: LogLine[] = []
  readonly #waiting = new Set<() => void>()

  debug(message: string, fields: LogFields = {}): void {
    this.#add({ level: 'debug', message, fields })
  }
  info(message: string, fields: LogFields = {}): void {
    this.#add({ level: 'info', message, fields })
  }
  warn(message: string, fields: LogFields = {}): void {
    this.#add({ level: 'warn', message, fields })
  }
  error(message: string, fields: LogFields = {}): void {
    this.#add({ level: 'error', message, fields })
  }

  /** Resolves once a line's message begins so. */
  async until(beginning: string): Promise<void> {
    while (!this.lines.some(({ message }) => message.startsWith(beginning)))
      await new Promise<void>((resolve) => this.#waiting.add(resolve))
  }

  /** Everything that was logged as one text; of errors also what they say and where. */
  get text(): string {
    return this.lines.map((line) => JSON.stringify(line, expand)).join('\n')
  }

  #add(line: LogLine): void {
    this.lines.push(line)
    for (const resolve of this.#waiting) resolve()
    this.#waiting.clear()
  }
}

function expand(_key: string, value: unknown): unknown {
  return value instanceof Error ? { ...value, message: value.message, stack: value.stack } : value
}
