import { accessSync, constants, mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The folder for Electron's own files, among them the lock that makes this the only copy: the one that is
 * wanted, or a fresh one in the folder for temporary files where that cannot be written. Without a lock the app
 * would take itself for a second copy and end without a word.
 */
export function profileFolder(wanted: string, temporary: string): string {
  try {
    mkdirSync(wanted, { recursive: true, mode: 0o700 })
    accessSync(wanted, constants.W_OK)
    return wanted
  } catch {
    return mkdtempSync(join(temporary, 'svc-hub-'))
  }
}
