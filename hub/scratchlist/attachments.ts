import {
  SCRATCHLIST_UNUSED_ATTACHMENT_MS,
  type ScratchlistAttachment,
  type ScratchlistLimits,
} from '../../contract/scratchlist.ts'
import type { Clock } from '../clock.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'
import type { Database } from '../store/database.ts'
import type { ScratchlistAttachmentRow, ScratchlistTable } from '../store/scratchlist.ts'
import type { SessionRecord } from '../store/sessions.ts'
import type { AttachmentFiles } from './attachment-files.ts'
import {
  attachmentInUse,
  attachmentNotFound,
  attachmentUnknown,
  entryBytesExceeded,
  mimeTypeNotAllowed,
  sessionBytesExceeded,
  tooManyAttachments,
} from './scratchlist-errors.ts'

type Owner = Pick<SessionRecord, 'pk' | 'id'>

export interface AttachmentUpload {
  filename: string
  mimeType: string
  bytes: Buffer
}

export interface AttachmentsParts {
  db: Database
  table: ScratchlistTable
  files: AttachmentFiles
  limits: ScratchlistLimits
  clock: Clock
  log: Log
}

/** Files beside the entries: their rows, their bytes, their budgets, and their end. */
export class Attachments {
  readonly #parts: AttachmentsParts
  /** Keys whose file is being written and has no row yet. */
  readonly #arriving = new Set<string>()
  /** The last upload of each session, for the next to wait for. */
  readonly #turns = new Map<string, Promise<unknown>>()

  constructor(parts: AttachmentsParts) {
    this.#parts = parts
  }

  /**
   * Stores a file, one at a time for each session, so that together they keep to its budget.
   * @param owner looked up again once the file is written: meanwhile the session may have moved or gone
   * @throws HubError 400 for the type or the session's budget, or whatever `owner` throws
   */
  async store(owner: () => Owner, upload: AttachmentUpload): Promise<ScratchlistAttachment> {
    const { id } = owner()
    const turn = (this.#turns.get(id) ?? Promise.resolve()).then(
      () => this.#store(owner, upload),
      () => this.#store(owner, upload),
    )
    this.#turns.set(id, turn)
    try {
      return await turn
    } finally {
      if (this.#turns.get(id) === turn) this.#turns.delete(id)
    }
  }

  async #store(owner: () => Owner, { filename, mimeType, bytes }: AttachmentUpload) {
    const { limits, table, files, db, clock } = this.#parts
    const type = baseType(mimeType)
    if (!limits.allowedMimeTypes.includes(type)) throw mimeTypeNotAllowed()
    if (table.attachmentBytes(owner().pk) + bytes.length > limits.maxBytesPerSession) {
      throw sessionBytesExceeded(limits.maxBytesPerSession)
    }
    const key = newId()
    this.#arriving.add(key)
    try {
      await files.stage(key, bytes)
      const { pk: sessionPk, id: sessionId } = owner()
      files.place(sessionId, key)
      const row = { id: key, sessionPk, filename, mimeType: type, size: bytes.length, createdAt: clock.now() }
      db.write(() => table.insertAttachment(row))
      return toWire(row)
    } catch (error) {
      files.unstage(key)
      throw error
    } finally {
      this.#arriving.delete(key)
    }
  }

  /** @throws HubError 404 unless an entry of the session names it and its file is there */
  async read(owner: Owner, id: string): Promise<{ attachment: ScratchlistAttachment; bytes: Buffer }> {
    const { table, files } = this.#parts
    const row = table.findAttachment(id)
    if (row?.sessionPk !== owner.pk || !table.isNamed(id)) throw attachmentNotFound()
    return { attachment: toWire(row), bytes: await files.read(owner.id, id) }
  }

  /** @throws HubError 404 unknown, 409 while an entry names it */
  delete(owner: Owner, id: string): void {
    const { db, table } = this.#parts
    db.write(() => {
      if (table.findAttachment(id)?.sessionPk !== owner.pk) throw attachmentNotFound()
      if (table.isNamed(id)) throw attachmentInUse()
      this.dropUnnamed(owner.id, [id])
    })
  }

  /** The ids an entry is to name, each once. @throws HubError 400 for an unknown one or a budget */
  check(owner: Owner, named: readonly { id: string }[]): string[] {
    const { limits, table } = this.#parts
    const ids = [...new Set(named.map(({ id }) => id))]
    if (ids.length > limits.maxAttachmentsPerEntry) throw tooManyAttachments(limits.maxAttachmentsPerEntry)
    let bytes = 0
    for (const id of ids) {
      const row = table.findAttachment(id)
      if (row?.sessionPk !== owner.pk) throw attachmentUnknown()
      bytes += row.size
    }
    if (bytes > limits.maxBytesPerEntry) throw entryBytesExceeded(limits.maxBytesPerEntry)
    return ids
  }

  /** Ends those of the attachments that no entry names (any more); inside `db.write()`. */
  dropUnnamed(sessionId: string, ids: readonly string[]): void {
    const { table, files } = this.#parts
    for (const id of ids) {
      if (table.isNamed(id)) continue
      table.deleteAttachment(id)
      this.#afterCommit(() => files.remove(sessionId, id))
    }
  }

  /** The rows have gone from one session to another; the files follow. Inside `db.write()`. */
  moved(fromSessionId: string, intoSessionId: string, ids: readonly string[]): void {
    const { files } = this.#parts
    for (const id of ids) this.#afterCommit(() => files.move(fromSessionId, intoSessionId, id))
  }

  sessionRemoved(sessionId: string): void {
    this.#afterCommit(() => this.#parts.files.removeSession(sessionId))
  }

  /**
   * Removes uploads that no entry has named for a day and files without a row, and puts files that a crash
   * kept from following their session in their place. Never rejects.
   */
  async sweep(): Promise<void> {
    const { db, table, clock, log } = this.#parts
    try {
      db.write(() => {
        for (const id of table.unusedSince(clock.now() - SCRATCHLIST_UNUSED_ATTACHMENT_MS)) {
          table.deleteAttachment(id)
        }
      })
      await db.settled()
      await this.#tidyFiles()
    } catch (error) {
      log.warn('Scratchlist attachments could not be tidied up', { error })
    }
  }

  async #tidyFiles(): Promise<void> {
    const { table, files } = this.#parts
    for (const key of await files.staged()) if (!this.#arriving.has(key)) files.unstage(key)
    for (const { sessionId, key } of await files.all()) {
      // Asked now, not when the folder was read: what has arrived meanwhile is somebody's.
      const owner = table.sessionOf(key)
      if (owner === sessionId) continue
      if (owner === undefined) files.remove(sessionId, key)
      else files.move(sessionId, owner, key)
    }
  }

  /** What a failure leaves behind the next sweep takes care of. */
  #afterCommit(change: () => void): void {
    const { db, log } = this.#parts
    db.afterCommit(() => {
      try {
        change()
      } catch (error) {
        log.warn('A scratchlist attachment could not be moved or removed', { error })
      }
    })
  }
}

/** An attachment as clients see it. */
export const toWire = ({
  id,
  filename,
  mimeType,
  size,
}: ScratchlistAttachmentRow): ScratchlistAttachment => ({
  id,
  filename,
  mimeType,
  size,
  path: `svc-hub:scratchlist/${id}`,
})

/** `text/plain` of `Text/Plain; charset=utf-8`. */
const baseType = (mimeType: string): string => (mimeType.split(';')[0] ?? '').trim().toLowerCase()
