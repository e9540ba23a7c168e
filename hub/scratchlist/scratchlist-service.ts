import type { BroadcastEvent } from '../../contract/events.ts'
import {
  type CreateScratchlistBody,
  SCRATCHLIST_ENTRIES_MAX,
  type ScratchlistAttachment,
  type ScratchlistEntry,
  type ScratchlistLimits,
  type UpdateScratchlistBody,
} from '../../contract/scratchlist.ts'
import type { Clock, Timer } from '../clock.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'
import type { SessionService } from '../sessions/session-service.ts'
import type { Database } from '../store/database.ts'
import type { ScratchlistEntryRow, ScratchlistTable } from '../store/scratchlist.ts'
import type { SessionRecord } from '../store/sessions.ts'
import { AttachmentFiles } from './attachment-files.ts'
import { Attachments, type AttachmentUpload, toWire } from './attachments.ts'
import { atCap, entryEmpty, entryNotFound } from './scratchlist-errors.ts'

/** How often what nobody names is looked for. */
const SWEEP_EVERY_MS = 24 * 60 * 60 * 1000

type Owner = Pick<SessionRecord, 'pk' | 'id' | 'namespace'>

export interface ScratchlistParts {
  db: Database
  table: ScratchlistTable
  sessions: Pick<SessionService, 'find' | 'require'>
  bus: { publish(event: BroadcastEvent & { namespace: string }): void }
  /** Where the attachments' files are kept. */
  folder: string
  limits: ScratchlistLimits
  clock: Clock
  log: Log
}

/**
 * Notes kept with a session, with files, until they are sent or thrown away (spec: Scratchlist). The session
 * need not be active. Every change of an entry is told as `scratchlistUpdatedAt`.
 */
export class ScratchlistService {
  readonly limits: ScratchlistLimits
  readonly #parts: ScratchlistParts
  readonly #attachments: Attachments
  #timer: Timer | undefined
  #sweep: Promise<void> = Promise.resolve()

  constructor(parts: ScratchlistParts) {
    this.#parts = parts
    this.limits = parts.limits
    this.#attachments = new Attachments({ ...parts, files: new AttachmentFiles(parts.folder) })
  }

  /** Tidies up now, which it resolves after, and every day from then on. */
  start(): Promise<void> {
    const { clock } = this.#parts
    const sweep = () => {
      this.#sweep = this.#sweep.then(() => this.#attachments.sweep())
    }
    this.#timer = clock.every(SWEEP_EVERY_MS, sweep)
    sweep()
    return this.#sweep
  }

  /** Waits for a tidying that is under way. */
  close(): Promise<void> {
    this.#timer?.cancel()
    return this.#sweep
  }

  /** The session's entries, newest first; none for an unknown session. */
  entries(sessionId: string): ScratchlistEntry[] {
    const { table, sessions } = this.#parts
    const pk = sessions.find(sessionId)?.pk
    if (pk === undefined) return []
    return table.entries(pk).map((row) => this.#toEntry(row))
  }

  /**
   * Adds an entry, or answers the one that has the id already as it is.
   * @throws HubError 409 `scratchlist_at_cap`; 400 for an empty entry, an unknown attachment or a budget
   */
  create(session: Owner, body: CreateScratchlistBody): { entry: ScratchlistEntry; isNew: boolean } {
    const { db, table, clock } = this.#parts
    return db.write(() => {
      const known = body.entryId === undefined ? undefined : table.find(session.pk, body.entryId)
      if (known) return { entry: this.#toEntry(known), isNew: false }
      if (table.count(session.pk) >= SCRATCHLIST_ENTRIES_MAX) throw atCap()
      const text = body.text.trim()
      const ids = this.#attachments.check(session, body.attachments)
      if (text === '' && ids.length === 0) throw entryEmpty()
      const now = clock.now()
      const { entryId = newId(), createdAt = now } = body
      const row = table.insert(session.pk, { entryId, text, createdAt, updatedAt: now })
      table.nameAttachments(row.pk, ids)
      this.#announce(session)
      return { entry: this.#toEntry(row), isNew: true }
    })
  }

  /**
   * Replaces text, attachments or both; files no entry names any more are removed.
   * @throws HubError 404; 400 as `create`
   */
  update(session: Owner, entryId: string, change: UpdateScratchlistBody): ScratchlistEntry {
    const { db, table, clock } = this.#parts
    return db.write(() => {
      const row = this.#require(session, entryId)
      const before = table.attachmentsOf(row.pk).map(({ id }) => id)
      const ids = change.attachments ? this.#attachments.check(session, change.attachments) : before
      const text = change.text?.trim() ?? row.text
      if (text === '' && ids.length === 0) throw entryEmpty()
      const updated = { ...row, text, updatedAt: clock.now() }
      table.update(row.pk, updated)
      table.nameAttachments(row.pk, ids)
      this.#attachments.dropUnnamed(session.id, before)
      this.#announce(session)
      return this.#toEntry(updated)
    })
  }

  /** @throws HubError 404 */
  delete(session: Owner, entryId: string): void {
    const { db, table } = this.#parts
    db.write(() => {
      const { pk } = this.#require(session, entryId)
      const ids = table.attachmentsOf(pk).map(({ id }) => id)
      table.delete(pk)
      this.#attachments.dropUnnamed(session.id, ids)
      this.#announce(session)
    })
  }

  /** See Attachments.store; the session is looked up again under its id. */
  upload({ namespace, id }: Owner, upload: AttachmentUpload): Promise<ScratchlistAttachment> {
    return this.#attachments.store(() => this.#parts.sessions.require(namespace, id), upload)
  }

  /** See Attachments.read. */
  readAttachment(session: Owner, id: string) {
    return this.#attachments.read(session, id)
  }

  /** See Attachments.delete. */
  deleteAttachment(session: Owner, id: string): void {
    this.#attachments.delete(session, id)
  }

  /** Two sessions became one: entries and files go along, also above the cap. Inside `db.write()`. */
  merged(from: Owner, into: Owner): void {
    const { entries, attachmentIds } = this.#parts.table.moveAll(from.pk, into.pk, newId)
    this.#attachments.moved(from.id, into.id, attachmentIds)
    if (entries === 0) return
    this.#announce(into)
    this.#announce(from)
  }

  /** The session's rows are gone with it; its files follow. */
  sessionRemoved(sessionId: string): void {
    this.#attachments.sessionRemoved(sessionId)
  }

  #require(session: Owner, entryId: string): ScratchlistEntryRow {
    const row = this.#parts.table.find(session.pk, entryId)
    if (!row) throw entryNotFound()
    return row
  }

  #toEntry({ pk, ...entry }: ScratchlistEntryRow): ScratchlistEntry {
    return { ...entry, attachments: this.#parts.table.attachmentsOf(pk).map(toWire) }
  }

  #announce({ id, namespace }: Owner): void {
    const { db, bus, clock } = this.#parts
    const data = { scratchlistUpdatedAt: clock.now() }
    db.afterCommit(() => bus.publish({ type: 'session-updated', namespace, sessionId: id, data }))
  }
}
