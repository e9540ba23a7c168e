import type { Metadata } from '../../contract/session.ts'

/** Keys under which agents note, by localId, what a fork or rewind at that message needs to know. */
const HISTORY_MAPS = [
  'conversationHistoryPoints',
  'conversationHistoryIndexes',
  'conversationHistoryTurns',
  'conversationHistoryEntryIds',
] as const

/** The maps of `metadata`, of each what is about these messages; maps it does not have are left out. */
export function historyMaps(metadata: Metadata, localIds: ReadonlySet<string>): Partial<Metadata> {
  const kept: Partial<Metadata> = {}
  for (const key of HISTORY_MAPS) {
    const map = metadata[key]
    if (typeof map !== 'object' || map === null || Array.isArray(map)) continue
    kept[key] = Object.fromEntries(Object.entries(map).filter(([localId]) => localIds.has(localId)))
  }
  return kept
}
