import type { Statement } from 'better-sqlite3'
import type { Database } from './database.ts'

const TAG_PREFIX = 'opencode-clear-replacement:'

/** The tag of the session that replaces `sourceId` after a `/clear`. */
export const replacementTag = (sourceId: string) => `${TAG_PREFIX}${sourceId}`

/** Finds the sessions that were prepared to replace another one (CLI-plane reference 3.5). */
export class ClearReplacements {
  readonly #all: Statement

  constructor(db: Database) {
    this.#all = db.prepare(`SELECT id, tag FROM sessions WHERE tag GLOB '${TAG_PREFIX}*'`)
  }

  /** Every one of them, with the session it was prepared for. */
  all(): { replacementId: string; sourceId: string }[] {
    return (this.#all.all() as { id: string; tag: string }[]).map(({ id, tag }) => ({
      replacementId: id,
      sourceId: tag.slice(TAG_PREFIX.length),
    }))
  }
}
