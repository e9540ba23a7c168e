import type { Statement } from 'better-sqlite3'
import type { Database } from './database.ts'

export interface ScratchlistEntryRow {
  pk: number
  entryId: string
  text: string
  createdAt: number
  updatedAt: number
}

export interface ScratchlistAttachmentRow {
  id: string
  sessionPk: number
  filename: string
  mimeType: string
  size: number
  createdAt: number
}

const ENTRY = 'pk, entry_id AS entryId, text, created_at AS createdAt, updated_at AS updatedAt'
const ATTACHMENT = `id, session_pk AS sessionPk, filename, mime_type AS mimeType, size, created_at AS createdAt`

/** Entries of the scratchlist and what is known of their files. Writes run inside `db.write()`. */
export class ScratchlistTable {
  readonly #entries: Statement
  readonly #entry: Statement
  readonly #count: Statement
  readonly #insert: Statement
  readonly #update: Statement
  readonly #deleteEntry: Statement
  readonly #named: Statement
  readonly #unname: Statement
  readonly #name: Statement
  readonly #attachment: Statement
  readonly #insertAttachment: Statement
  readonly #deleteAttachment: Statement
  readonly #isNamed: Statement
  readonly #bytes: Statement
  readonly #unused: Statement
  readonly #sessionOf: Statement
  readonly #clashes: Statement
  readonly #rename: Statement
  readonly #moveEntries: Statement
  readonly #moveAttachments: Statement

  constructor(db: Database) {
    this.#entries = db.prepare(`
      SELECT ${ENTRY} FROM scratchlist_entries WHERE session_pk = ? ORDER BY created_at DESC, entry_id DESC`)
    this.#entry = db.prepare(`SELECT ${ENTRY} FROM scratchlist_entries WHERE session_pk = ? AND entry_id = ?`)
    this.#count = db.prepare('SELECT count(*) AS n FROM scratchlist_entries WHERE session_pk = ?')
    this.#insert = db.prepare(`
      INSERT INTO scratchlist_entries (session_pk, entry_id, text, created_at, updated_at)
      VALUES (@sessionPk, @entryId, @text, @createdAt, @updatedAt)`)
    this.#update = db.prepare(
      'UPDATE scratchlist_entries SET text = @text, updated_at = @updatedAt WHERE pk = @pk',
    )
    this.#deleteEntry = db.prepare('DELETE FROM scratchlist_entries WHERE pk = ?')
    this.#named = db.prepare(`
      SELECT ${ATTACHMENT} FROM scratchlist_entry_attachments
      JOIN scratchlist_attachments ON id = attachment_id WHERE entry_pk = ? ORDER BY position`)
    this.#unname = db.prepare('DELETE FROM scratchlist_entry_attachments WHERE entry_pk = ?')
    this.#name = db.prepare('INSERT INTO scratchlist_entry_attachments VALUES (?, ?, ?)')
    this.#attachment = db.prepare(`SELECT ${ATTACHMENT} FROM scratchlist_attachments WHERE id = ?`)
    this.#insertAttachment = db.prepare(`
      INSERT INTO scratchlist_attachments VALUES (@id, @sessionPk, @filename, @mimeType, @size, @createdAt)`)
    this.#deleteAttachment = db.prepare('DELETE FROM scratchlist_attachments WHERE id = ?')
    this.#isNamed = db.prepare('SELECT 1 FROM scratchlist_entry_attachments WHERE attachment_id = ? LIMIT 1')
    this.#bytes = db.prepare(
      'SELECT coalesce(sum(size), 0) AS bytes FROM scratchlist_attachments WHERE session_pk = ?',
    )
    this.#unused = db.prepare(`
      SELECT id FROM scratchlist_attachments WHERE created_at <= ? AND NOT EXISTS
        (SELECT 1 FROM scratchlist_entry_attachments WHERE attachment_id = id)`)
    this.#sessionOf = db.prepare(`
      SELECT sessions.id FROM scratchlist_attachments JOIN sessions ON sessions.pk = session_pk
      WHERE scratchlist_attachments.id = ?`)
    this.#rename = db.prepare('UPDATE scratchlist_entries SET entry_id = ? WHERE pk = ?')
    this.#clashes = db.prepare(`
      SELECT pk FROM scratchlist_entries WHERE session_pk = @fromPk AND entry_id IN
        (SELECT entry_id FROM scratchlist_entries WHERE session_pk = @intoPk)`)
    this.#moveEntries = db.prepare(
      'UPDATE scratchlist_entries SET session_pk = @intoPk WHERE session_pk = @fromPk',
    )
    this.#moveAttachments = db.prepare(`
      UPDATE scratchlist_attachments SET session_pk = @intoPk WHERE session_pk = @fromPk RETURNING id`)
  }

  /** Newest first; of the same time the greater id first. */
  entries(sessionPk: number): ScratchlistEntryRow[] {
    return this.#entries.all(sessionPk) as ScratchlistEntryRow[]
  }

  find(sessionPk: number, entryId: string): ScratchlistEntryRow | undefined {
    return this.#entry.get(sessionPk, entryId) as ScratchlistEntryRow | undefined
  }

  count(sessionPk: number): number {
    return (this.#count.get(sessionPk) as { n: number }).n
  }

  insert(sessionPk: number, entry: Omit<ScratchlistEntryRow, 'pk'>): ScratchlistEntryRow {
    const { lastInsertRowid } = this.#insert.run({ sessionPk, ...entry })
    return { pk: Number(lastInsertRowid), ...entry }
  }

  update(pk: number, { text, updatedAt }: Pick<ScratchlistEntryRow, 'text' | 'updatedAt'>): void {
    this.#update.run({ pk, text, updatedAt })
  }

  /** Its attachments stay, named by one entry less. */
  delete(pk: number): void {
    this.#deleteEntry.run(pk)
  }

  /** What the entry names, in the order it does. */
  attachmentsOf(entryPk: number): ScratchlistAttachmentRow[] {
    return this.#named.all(entryPk) as ScratchlistAttachmentRow[]
  }

  /** Lets the entry name these attachments and no others. */
  nameAttachments(entryPk: number, ids: readonly string[]): void {
    this.#unname.run(entryPk)
    ids.forEach((id, position) => void this.#name.run(entryPk, position, id))
  }

  findAttachment(id: string): ScratchlistAttachmentRow | undefined {
    return this.#attachment.get(id) as ScratchlistAttachmentRow | undefined
  }

  insertAttachment(attachment: ScratchlistAttachmentRow): void {
    this.#insertAttachment.run(attachment)
  }

  deleteAttachment(id: string): void {
    this.#deleteAttachment.run(id)
  }

  /** Whether any entry names the attachment. */
  isNamed(id: string): boolean {
    return this.#isNamed.get(id) !== undefined
  }

  /** Bytes of all the session's attachments, named or not. */
  attachmentBytes(sessionPk: number): number {
    return (this.#bytes.get(sessionPk) as { bytes: number }).bytes
  }

  /** Attachments no entry names, uploaded at `before` or earlier. */
  unusedSince(before: number): string[] {
    return (this.#unused.all(before) as { id: string }[]).map(({ id }) => id)
  }

  /** The id of the session an attachment belongs to. */
  sessionOf(attachmentId: string): string | undefined {
    return (this.#sessionOf.get(attachmentId) as { id: string } | undefined)?.id
  }

  /** Gives everything of one session to another; `newEntryId` names entries whose ids both had. */
  moveAll(
    fromPk: number,
    intoPk: number,
    newEntryId: () => string,
  ): { entries: number; attachmentIds: string[] } {
    for (const { pk } of this.#clashes.all({ fromPk, intoPk }) as { pk: number }[]) {
      this.#rename.run(newEntryId(), pk)
    }
    const attachmentIds = (this.#moveAttachments.all({ fromPk, intoPk }) as { id: string }[]).map(
      ({ id }) => id,
    )
    return { entries: this.#moveEntries.run({ fromPk, intoPk }).changes, attachmentIds }
  }
}
