import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Set on folders in which everybody keeps files of their own. */
const STICKY = 0o1000

const isWindows = process.platform === 'win32'

/** Makes the folder, for its owner alone; tightens one that is ours, not a shared one such as `/tmp`. */
export function ensurePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const { mode, uid } = statSync(path)
  const isShared = (mode & STICKY) !== 0
  if (uid === process.getuid?.() && !isShared) tighten(path, 0o700)
}

/** Takes from others whatever rights `mode` does not name. */
export function tighten(path: string, mode: number): void {
  if (!isWindows && (statSync(path).mode & 0o777 & ~mode) !== 0) chmodSync(path, mode)
}

/**
 * Replaces the file in one step (temporary file, fsync, rename), mode 0600: a reader sees the old text or
 * the new one, and so does whoever looks after a power cut.
 */
export function writePrivateFile(path: string, text: string): void {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`)
  try {
    const file = openSync(temporary, 'wx', 0o600)
    try {
      writeSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
  syncFolder(dirname(path))
}

/** What was made, renamed or removed in the folder survives a power cut from here on. */
export function syncFolder(path: string): void {
  // Windows cannot open a folder; its renames are journalled.
  if (isWindows) return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
