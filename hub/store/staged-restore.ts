import { existsSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFolder } from '../config/private-file.ts'
import type { Log } from '../log.ts'
import { SIDE_FILES, setAsidePrefixOf, stagedRestoreOf, timeStamp } from './database-files.ts'
import { makeUsable, UnusableDatabase, type UnusableReason } from './usable-database.ts'

/** What became of a database that waited to be put in place when the hub started. */
export type RestoreOutcome =
  | { outcome: 'restored'; setAside: string | null }
  | { outcome: 'refused'; reason: UnusableReason }

/**
 * Puts a staged database in the place of the present one, which is set aside under another name with the log
 * that belongs to it; nothing is deleted. To be called before the database is opened, by its sole owner. A
 * hub that is killed in the middle goes on here at its next start. A staged file that cannot be used is set
 * aside itself, and the present database stays.
 * @returns undefined when nothing was staged
 */
export function applyStagedRestore(databasePath: string, log: Log): RestoreOutcome | undefined {
  const staged = stagedRestoreOf(databasePath)
  if (!existsSync(staged)) return undefined
  try {
    makeUsable(staged)
  } catch (error) {
    if (!(error instanceof UnusableDatabase)) throw error
    renameSync(staged, `${staged}-refused-${timeStamp(statSync(staged).mtimeMs)}`)
    syncFolder(dirname(databasePath))
    log.warn('The database that was to be restored cannot be used; the present one stays', {
      reason: error.reason,
    })
    return { outcome: 'refused', reason: error.reason }
  }
  // The same in every try to put this file in place, so that one that was cut short is continued.
  const stamp = timeStamp(statSync(staged).mtimeMs)
  const setAside = `${setAsidePrefixOf(databasePath)}${stamp}`
  for (const suffix of ['', ...SIDE_FILES]) moveAside(databasePath + suffix, setAside + suffix)
  syncFolder(dirname(databasePath))
  renameSync(staged, databasePath)
  syncFolder(dirname(databasePath))
  const kept = existsSync(setAside) ? setAside : null
  log.info('Restored the database; the one before was set aside', { setAside: kept })
  return { outcome: 'restored', setAside: kept }
}

function moveAside(from: string, to: string): void {
  if (existsSync(from)) renameSync(from, to)
}
