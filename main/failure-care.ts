import type { FailureAction, StartFailure } from '../contract/desktop.ts'
import { type Backup, listBackups, NotADatabase, stageBackup } from './backups.ts'
import { type Findings, plannedAddress, plannedOrigin } from './failure-page.ts'
import { type Answerer, localOrigin } from './health.ts'
import type { StartOptions } from './hub-process.ts'
import type { PortHolder } from './port-holder.ts'
import type { Texts } from './texts.ts'

export interface FailureCareParts {
  whoAnswers(origin: string): Promise<Answerer>
  findPortHolder(port: number): Promise<PortHolder | undefined>
  findFreePort(host: string, near: number): Promise<number | undefined>
  stopOtherCopy(at: { origin: string; port: number }): Promise<boolean>
  openFolder(path: string): void
  texts: Texts
}

/** What an action comes to: start again, say why not, or stay. */
export type ActionOutcome = { start: StartOptions } | { note: string } | { stay: true }

/** Finds out what the page needs to know about a failure. Takes a few seconds at most, never throws. */
export async function investigate(failure: StartFailure, parts: FailureCareParts): Promise<Findings> {
  const { code, dataFolder } = failure
  const { host, port } = plannedAddress(failure)
  const isAboutPort = code === 'port-taken' || code === 'port-reserved'
  const isAboutOthers = code === 'port-taken' || code === 'database-locked'
  const [answerer, holder, freePort] = await Promise.all([
    isAboutOthers ? parts.whoAnswers(localOrigin(plannedOrigin(failure))) : undefined,
    isAboutOthers ? parts.findPortHolder(port) : undefined,
    isAboutPort ? parts.findFreePort(host, port) : undefined,
  ])
  const isAboutData = code === 'database-damaged' || code === 'database-newer'
  return { answerer, holder, freePort, backups: isAboutData && dataFolder ? listBackups(dataFolder) : [] }
}

/** Does what the person chose on the page. Never throws. */
export async function actOn(
  { action, backup }: { action: FailureAction; backup?: string | undefined },
  failure: StartFailure,
  findings: Findings,
  parts: FailureCareParts,
): Promise<ActionOutcome> {
  switch (action) {
    case 'try-again':
      return { start: {} }
    case 'use-other-port':
      return findings.freePort === undefined
        ? { note: parts.texts.notes.noFreePort }
        : { start: { keepPort: findings.freePort } }
    case 'listen-here-only':
      return { start: { listenHost: '127.0.0.1' } }
    case 'stop-other-copy': {
      const origin = localOrigin(plannedOrigin(failure))
      const hasStopped = await parts.stopOtherCopy({ origin, port: plannedAddress(failure).port })
      return hasStopped ? { start: {} } : { note: parts.texts.notes.otherCopyStays }
    }
    case 'restore-backup':
      return restore(
        findings.backups.find(({ name }) => name === backup),
        failure,
        parts.texts,
      )
    case 'open-folder':
      if (failure.dataFolder !== undefined) parts.openFolder(failure.dataFolder)
      return { stay: true }
  }
}

function restore(
  backup: Backup | undefined,
  { databasePath }: StartFailure,
  { notes }: Texts,
): ActionOutcome {
  if (!backup || databasePath === undefined) return { note: notes.backupRefused(notes.notASqliteFile) }
  try {
    stageBackup(backup, databasePath)
    return { start: {} }
  } catch (error) {
    const reason = error instanceof NotADatabase ? notes.notASqliteFile : (error as Error).message
    return { note: notes.backupRefused(reason) }
  }
}
