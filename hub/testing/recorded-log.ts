import type { Log, LogFields } from '../log.ts'

export interface LogLine {
  level: keyof Log
  message: string
  fields: LogFields
}

/** A log that keeps every line, for tests that look for facts in it, or for secrets that must not be. */
export class RecordedLog implements Log {
  readonly lines: LogLine[] = []

  debug(message: string, fields: LogFields = {}): void {
    this.lines.push({ level: 'debug', message, fields })
  }
  info(message: string, fields: LogFields = {}): void {
    this.lines.push({ level: 'info', message, fields })
  }
  warn(message: string, fields: LogFields = {}): void {
    this.lines.push({ level: 'warn', message, fields })
  }
  error(message: string, fields: LogFields = {}): void {
    this.lines.push({ level: 'error', message, fields })
  }

  /** Everything that was logged as one text; of errors also what they say and where. */
  get text(): string {
    return this.lines.map((line) => JSON.stringify(line, expand)).join('\n')
  }
}

function expand(_key: string, value: unknown): unknown {
  return value instanceof Error ? { ...value, message: value.message, stack: value.stack } : value
}
