import type { SessionEndReason } from '../../contract/events.ts'
import { isShared } from '../../contract/flavors.ts'
import type { ClearOpencode } from './clear-opencode.ts'
import type { Duplicates } from './duplicates.ts'
import type { LifecycleParts } from './lifecycle-parts.ts'

export type SessionEndParts = Pick<LifecycleParts, 'db' | 'sessions' | 'messages'> & {
  clearOpencode: ClearOpencode
  duplicates: Duplicates
}

/**
 * A session's process has gone (CLI-plane reference 5.6): what it will not consume any more is swept,
 * unless it was cleared (its replacement gets it) or is shared (another client may still take it).
 */
export function endSession(parts: SessionEndParts, id: string, reason: SessionEndReason | undefined): void {
  const { db, sessions, messages, clearOpencode, duplicates } = parts
  db.write(() => {
    const record = sessions.find(id)
    if (!record) return
    if (reason !== 'cleared' && !isShared(record.metadata)) messages.sweepQueued(id)
    clearOpencode.noteEnded(id, reason)
    duplicates.noteEnding(id, { wasReady: sessions.isReady(id) })
    sessions.markInactive(id)
    sessions.announceEnded(id, reason)
    duplicates.noteInactive(id)
  })
}
