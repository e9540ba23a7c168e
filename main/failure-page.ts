import type { FailureAction, ShellPage, StartFailure } from '../contract/desktop.ts'
import type { Backup } from './backups.ts'
import type { Answerer } from './health.ts'
import type { PortHolder } from './port-holder.ts'
import type { FailureWords, Language, Texts } from './texts.ts'

/** What was found out about a failure after it happened. */
export interface Findings {
  /** Who answers at the address the hub was to listen at; undefined where that was not asked. */
  answerer: Answerer | undefined
  holder: PortHolder | undefined
  freePort: number | undefined
  backups: readonly Backup[]
}

export type FailedPage = Extract<ShellPage, { view: 'failed' }>

const DEFAULT_HOST = '127.0.0.1'
const DEFAULT_PORT = 3006

/** What the local page says of a failure, and the ways out it offers: the best one first. */
export function failurePage(
  failure: StartFailure,
  findings: Findings,
  { texts, language, note }: { texts: Texts; language: Language; note?: string | undefined },
): FailedPage {
  const { title, text } = texts.failures[failure.code]
  const [action = 'try-again', ...others] = waysOut(failure, findings)
  const labelled = (id: FailureAction) => ({ id, label: labelOf(id, findings, texts.actions) })
  return {
    view: 'failed',
    language,
    code: failure.code,
    title,
    text: text(wordsOf(failure, findings)),
    action: labelled(action),
    others: others.map(labelled),
    backups: [action, ...others].includes('restore-backup')
      ? findings.backups.map((backup) => ({ name: backup.name, label: labelOfBackup(backup, language) }))
      : [],
    backupsLabel: texts.actions.chooseBackup,
    ...(note !== undefined && { note }),
    details: failure.message,
    detailsLabel: texts.actions.details,
  }
}

/** The origin at which the hub was to listen. */
export function plannedOrigin({
  listenHost = DEFAULT_HOST,
  listenPort = DEFAULT_PORT,
}: StartFailure): string {
  return `http://${listenHost.includes(':') ? `[${listenHost}]` : listenHost}:${listenPort}`
}

/** Host and port at which the hub was to listen. */
export function plannedAddress({ listenHost = DEFAULT_HOST, listenPort = DEFAULT_PORT }: StartFailure) {
  return { host: listenHost, port: listenPort }
}

function waysOut({ code, dataFolder }: StartFailure, findings: Findings): FailureAction[] {
  const { answerer, holder, freePort, backups } = findings
  const canStop = answerer === 'hub' && holder !== undefined
  const otherPort: FailureAction[] = freePort === undefined ? [] : ['use-other-port']
  const folder: FailureAction[] = dataFolder === undefined ? [] : ['open-folder']
  const restore: FailureAction[] = backups.length > 0 ? ['restore-backup'] : []
  switch (code) {
    case 'port-taken':
      return [...(canStop ? (['stop-other-copy'] as const) : []), ...otherPort, 'try-again']
    case 'port-reserved':
      return [...otherPort, 'try-again', ...folder]
    case 'address-bad':
      return ['listen-here-only', 'try-again', ...folder]
    case 'database-locked':
      return [...(canStop ? (['stop-other-copy'] as const) : []), 'try-again']
    case 'database-damaged':
    case 'database-newer':
      return [...restore, ...folder, 'try-again']
    case 'settings-unreadable':
    case 'settings-newer':
      return [...folder, 'try-again']
    case 'data-folder-readonly':
    case 'disk-full':
    case 'unknown':
      return ['try-again', ...folder]
  }
}

function wordsOf(failure: StartFailure, { answerer, holder, freePort }: Findings): FailureWords {
  const { host, port } = plannedAddress(failure)
  return {
    address: `${host.includes(':') ? `[${host}]` : host}:${port}`,
    host,
    program: holder?.name,
    isOtherCopy: answerer === 'hub',
    path: pathOf(failure),
    otherPort: freePort,
  }
}

function pathOf({ code, dataFolder = '', settingsPath, databasePath }: StartFailure): string {
  if (code.startsWith('settings-')) return settingsPath ?? dataFolder
  if (code.startsWith('database-')) return databasePath ?? dataFolder
  return dataFolder
}

function labelOf(id: FailureAction, { freePort = 0 }: Findings, texts: Texts['actions']): string {
  const labels: Record<FailureAction, string> = {
    'use-other-port': texts.otherPort(freePort),
    'stop-other-copy': texts.stopOtherCopy,
    'listen-here-only': texts.listenHereOnly,
    'restore-backup': texts.restoreBackup,
    'open-folder': texts.openFolder,
    'try-again': texts.tryAgain,
  }
  return labels[id]
}

function labelOfBackup({ madeAt, bytes, name }: Backup, language: Language): string {
  const when = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(madeAt)
  const size = new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(bytes / 1024 / 1024)
  return `${when} · ${size} MB · ${name}`
}
