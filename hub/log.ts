import { pino } from 'pino'

export type LogFields = Record<string, unknown>

/** The hub's log: one line per fact, fields beside it. Never pass tokens, keys or message texts. */
export interface Log {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  /** `fields.error` may be an Error; its stack is kept. */
  error(message: string, fields?: LogFields): void
}

const SECRET_FIELDS = [
  'token',
  'accessToken',
  'authorization',
  'pushKey',
  'password',
  'secret',
  'jwt',
  'code',
]

/** JSON lines on stdout; fields with the names of secrets are masked at any of the first two levels. */
export function createLog(level = process.env.SVC_LOG_LEVEL ?? 'info'): Log {
  const base = pino({
    level,
    base: null,
    serializers: { error: pino.stdSerializers.err },
    redact: { paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`]), censor: '[hidden]' },
  })
  const at =
    (write: 'debug' | 'info' | 'warn' | 'error') =>
    (message: string, fields: LogFields = {}) =>
      base[write](fields, message)
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

/** A log that keeps nothing, for tests and tools. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
