import type { DesktopSettings, StartFailure, UpdateState } from '../contract/desktop.ts'
import type { HubConfiguration } from '../contract/hub-configuration.ts'
import type { StorageInfo } from '../contract/storage.ts'
import { redact } from './redact.ts'

/** So many of the last errors of the log go into a report. */
export const REPORTED_ERRORS_MAX = 10
/** pino's number for an error; fatal is higher. */
const ERROR_LEVEL = 50

/** What is known about this copy when somebody asks for a report; the hub's part is missing while it is down. */
export interface DiagnosticFacts {
  at: number
  /** By name, such as `Svc Hub`, `Electron`, `Node`. */
  versions: Readonly<Record<string, string | undefined>>
  system: string
  isPackaged: boolean
  settings: DesktopSettings
  update: UpdateState
  hasTray: boolean
  dataFolder: string
  logsFolder: string
  hub: { status: string; origin?: string | undefined; failure?: StartFailure | undefined; restarts: number }
  configuration: HubConfiguration | undefined
  storage: StorageInfo | undefined
  /** Text of the logs, the newest file first. */
  logs: readonly LogText[]
  /** Found wrong at the start. */
  warnings: readonly string[]
}

export interface LogText {
  name: string
  text: string
}

/** The report as text to paste somewhere, without secrets. English, because those who read it are others. */
export function diagnosticsReport(facts: DiagnosticFacts, secrets: readonly string[] = []): string {
  const sections = [
    section('Svc Hub diagnostics', [['made', new Date(facts.at).toISOString()], ...versions(facts)]),
    section('App', [
      ['packed', yesNo(facts.isPackaged)],
      ['tray', yesNo(facts.hasTray)],
      ['start at login', yesNo(facts.settings.startAtLogin)],
      ['keep awake while agents work', yesNo(facts.settings.keepAwake)],
      ['updates', `${facts.settings.updates}, ${describeUpdate(facts.update)}`],
      ['data folder', facts.dataFolder],
      ['logs', facts.logsFolder],
    ]),
    section('Hub', hubLines(facts)),
    section('Configuration', configurationLines(facts.configuration)),
    section('Database', databaseLines(facts.storage)),
    list('Warnings', facts.warnings),
    list('Last errors', lastErrors(facts.logs)),
  ]
  return `${redact(sections.join('\n\n'), secrets)}\n`
}

/** The last errors of the hub's log, the newest first: a time and a message each. */
export function lastErrors(logs: readonly LogText[], max = REPORTED_ERRORS_MAX): string[] {
  const found: string[] = []
  for (const { text } of logs) {
    for (const line of text.split('\n').reverse()) {
      const error = errorOf(line)
      if (error !== undefined) found.push(error)
      if (found.length === max) return found
    }
  }
  return found
}

/** The line of an error as the hub (pino) or the app writes it; undefined for any other line. */
function errorOf(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    const { level, time, msg, error } = JSON.parse(line) as Record<string, unknown>
    if (typeof level !== 'number' || level < ERROR_LEVEL) return undefined
    const when = typeof time === 'number' ? `${new Date(time).toISOString()} ` : ''
    const cause = (error as { message?: unknown } | undefined)?.message
    return `${when}${msg}${typeof cause === 'string' && cause !== msg ? `: ${cause}` : ''}`
  } catch {
    // Half a line, as the beginning of a log has it after a crash.
    return undefined
  }
}

type Line = readonly [name: string, value: string]

const versions = (facts: DiagnosticFacts): Line[] => [
  ...Object.entries(facts.versions).map(([name, version]): Line => [name, version ?? 'unknown']),
  ['system', facts.system],
]

function hubLines({ hub }: DiagnosticFacts): Line[] {
  return [
    ['state', hub.status],
    ...(hub.origin === undefined ? [] : [['address', hub.origin] as const]),
    ['restarts since the app began', String(hub.restarts)],
    ...(hub.failure ? [['failure', `${hub.failure.code}: ${hub.failure.message}`] as const] : []),
  ]
}

function configurationLines(configuration: HubConfiguration | undefined): Line[] {
  if (!configuration) return [['', 'The hub is not running, so it cannot tell what it was told.']]
  return [
    ['settings file', configuration.settingsPath],
    ...(configuration.problem === null ? [] : [['problem', configuration.problem] as const]),
    ...configuration.entries.map(({ key, source, isSet, value, needsRestart }): Line => {
      const shown = isSet ? (value ?? '(set, not shown)') : '(not set)'
      return [key, `${shown}  [${source}]${needsRestart ? ' waits for a restart' : ''}`]
    }),
  ]
}

function databaseLines(storage: StorageInfo | undefined): Line[] {
  if (!storage) return [['', 'The hub is not running, so it cannot tell how large it is.']]
  return [
    ['file', storage.path],
    ['database', `${storage.databaseBytes} bytes`],
    ['write-ahead log', `${storage.walBytes} bytes`],
    ['total', `${storage.totalBytes} bytes`],
  ]
}

function describeUpdate(update: UpdateState): string {
  if (update.status === 'failed') return `failed: ${update.reason}`
  return 'version' in update ? `${update.status} ${update.version}` : update.status
}

const yesNo = (value: boolean) => (value ? 'yes' : 'no')

const section = (title: string, lines: readonly Line[]) =>
  [title, ...lines.map(([name, value]) => (name === '' ? `  ${value}` : `  ${name}: ${value}`))].join('\n')

const list = (title: string, items: readonly string[]) =>
  section(title, items.length === 0 ? [['', 'none']] : items.map((item) => ['', item] as const))
