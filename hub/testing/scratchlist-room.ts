import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BroadcastEvent } from '../../contract/events.ts'
import type { ScratchlistLimits } from '../../contract/scratchlist.ts'
import { SCRATCHLIST_LIMITS } from '../config/scratchlist-limits.ts'
import { ScratchlistService } from '../scratchlist/scratchlist-service.ts'
import { ScratchlistTable } from '../store/scratchlist.ts'
import { LifecycleRoom } from './lifecycle-room.ts'
import { RecordedLog } from './recorded-log.ts'

/** Scratchlists of real sessions on a database in memory, their files in a folder of their own. */
export class ScratchlistRoom extends LifecycleRoom {
  readonly folder = mkdtempSync(join(tmpdir(), 'svc-scratchlist-'))
  readonly log = new RecordedLog()
  readonly published: BroadcastEvent[] = []
  readonly table: ScratchlistTable
  readonly scratchlist: ScratchlistService

  constructor(limits: Partial<ScratchlistLimits> = {}) {
    super()
    this.table = new ScratchlistTable(this.db)
    this.scratchlist = this.open(limits)
    this.sessions.onMerged((from, into) => this.scratchlist.merged(from, into))
    this.sessions.onRemoved((id) => this.scratchlist.sessionRemoved(id))
  }

  /** One more service on the same database and folder, as after a restart. */
  open(limits: Partial<ScratchlistLimits> = {}): ScratchlistService {
    return new ScratchlistService({
      db: this.db,
      table: this.table,
      sessions: this.sessions,
      bus: { publish: (event) => void this.published.push(event) },
      folder: this.folder,
      limits: { ...SCRATCHLIST_LIMITS, ...limits },
      clock: this.clock,
      log: this.log,
    })
  }

  /** Stores a file; its id. */
  async upload(sessionId: string, size = 3, mimeType = 'text/plain'): Promise<string> {
    const upload = { filename: 'a.txt', mimeType, bytes: Buffer.alloc(size, 'x') }
    const { id } = await this.scratchlist.upload(this.record(sessionId), upload)
    this.db.flush()
    return id
  }

  /** An entry with these attachments; its id. */
  entry(sessionId: string, ...ids: string[]): string {
    const attachments = ids.map((id) => ({ id }))
    const { entry } = this.scratchlist.create(this.record(sessionId), { text: 'note', attachments })
    this.db.flush()
    return entry.entryId
  }

  /** `<session>/<key>` of every file there is. */
  files(): string[] {
    return readdirSync(this.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(this.folder.length + 1))
      .sort()
  }

  /** When the scratchlists of sessions were said to have changed, since the last call. */
  announced(): [string, number][] {
    this.db.flush()
    return this.published
      .splice(0)
      .flatMap((event) =>
        event.type === 'session-updated'
          ? [[event.sessionId, (event.data as { scratchlistUpdatedAt: number }).scratchlistUpdatedAt]]
          : [],
      )
  }

  async close(): Promise<void> {
    await this.scratchlist.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
