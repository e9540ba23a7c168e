import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { mkdir, open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { attachmentFileMissing } from './scratchlist-errors.ts'

/** Where files are written before they get their place. */
const INCOMING = '.incoming'
/** Session ids and keys, both made by us: nothing that could lead to another folder. */
const SAFE_NAME = /^[0-9A-Za-z][0-9A-Za-z-]{0,127}$/

/** The bytes of scratchlist attachments: `<folder>/<session>/<key>`, for the hub's owner alone. */
export class AttachmentFiles {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Writes a file that is not yet anybody's; it is on disk when this resolves. */
  async stage(key: string, bytes: Buffer): Promise<void> {
    await mkdir(join(this.#folder, INCOMING), { recursive: true, mode: 0o700 })
    const file = await open(this.#path(INCOMING, key), 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
  }

  /** Gives a staged file to a session, in one step. */
  place(sessionId: string, key: string): void {
    this.#rename(INCOMING, sessionId, key)
    // Windows cannot open a folder; its renames are journalled.
    if (process.platform === 'win32') return
    const folder = openSync(join(this.#folder, sessionId), 'r')
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  }

  /** @throws HubError 404 when the file is not there */
  async read(sessionId: string, key: string): Promise<Buffer> {
    try {
      return await readFile(this.#path(sessionId, key))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw attachmentFileMissing()
      throw error
    }
  }

  /** Drops a file that was staged and not placed. */
  unstage(key: string): void {
    rmSync(this.#path(INCOMING, key), { force: true })
  }

  remove(sessionId: string, key: string): void {
    rmSync(this.#path(sessionId, key), { force: true })
    this.#dropIfEmpty(sessionId)
  }

  removeSession(sessionId: string): void {
    rmSync(this.#folderOf(sessionId), { recursive: true, force: true })
  }

  move(fromSessionId: string, intoSessionId: string, key: string): void {
    try {
      this.#rename(fromSessionId, intoSessionId, key)
    } catch (error) {
      // Its row outlives a lost file: reading it answers that the file is missing.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
    this.#dropIfEmpty(fromSessionId)
  }

  /** Every file in a session's folder. */
  async all(): Promise<{ sessionId: string; key: string }[]> {
    const sessionIds = (await names(this.#folder)).filter((name) => SAFE_NAME.test(name))
    const perSession = await Promise.all(
      sessionIds.map(async (sessionId) =>
        (await names(this.#folderOf(sessionId)))
          .filter((key) => SAFE_NAME.test(key))
          .map((key) => ({ sessionId, key })),
      ),
    )
    return perSession.flat()
  }

  /** Keys of files that were staged and never placed. */
  async staged(): Promise<string[]> {
    return (await names(join(this.#folder, INCOMING))).filter((key) => SAFE_NAME.test(key))
  }

  #rename(from: string, into: string, key: string): void {
    const path = this.#path(from, key)
    mkdirSync(this.#folderOf(into), { recursive: true, mode: 0o700 })
    renameSync(path, this.#path(into, key))
  }

  #dropIfEmpty(sessionId: string): void {
    try {
      rmdirSync(this.#folderOf(sessionId))
    } catch {
      // Not empty, or gone already: both are fine.
    }
  }

  #path(folder: string, key: string): string {
    return join(folder === INCOMING ? join(this.#folder, INCOMING) : this.#folderOf(folder), safe(key))
  }

  #folderOf(sessionId: string): string {
    return join(this.#folder, safe(sessionId))
  }
}

function safe(name: string): string {
  if (!SAFE_NAME.test(name)) throw new Error('An attachment cannot be kept under that name')
  return name
}

/** What lies in a folder; nothing when it is not there or is a file. */
async function names(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw error
  }
}
