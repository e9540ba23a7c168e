import { flavorOf } from '../../contract/flavors.ts'
import type { Metadata } from '../../contract/session.ts'

/** The keys that say how a session ended; a failed reopen puts them back exactly. */
export const ARCHIVE_KEYS = ['lifecycleState', 'lifecycleStateSince', 'archivedBy', 'archiveReason'] as const

type ArchiveKeys = Partial<Pick<Metadata, (typeof ARCHIVE_KEYS)[number]>>

export function isArchived(metadata: Metadata | null): boolean {
  return metadata?.lifecycleState === 'archived'
}

/** Whether its CLI never said goodbye: it counts as somebody's until it is archived. */
export function isOwned(metadata: Metadata | null): boolean {
  return metadata?.lifecycleState === 'running' || metadata?.lifecycleState === 'idle'
}

/** Whether the agent runs inside a terminal the hub shows. */
export function isPty(session: {
  metadata: Metadata | null
  agentState: { startingMode?: string | null | undefined } | null
}): boolean {
  return (session.agentState?.startingMode ?? session.metadata?.startingMode) === 'pty'
}

/** Whether the agent speaks a protocol in which a session counts only once it is ready. */
export function countsOnceReady(metadata: Metadata | null): boolean {
  const { waitsForReady, assumedProtocol } = flavorOf(metadata).resume
  if (waitsForReady !== 'new-session') return false
  return (metadata?.cursorSessionProtocol ?? assumedProtocol) !== assumedProtocol
}

export function archiveKeysOf(metadata: Metadata | null): ArchiveKeys {
  const kept: Record<string, unknown> = {}
  for (const key of ARCHIVE_KEYS) if (metadata?.[key] !== undefined) kept[key] = metadata[key]
  return kept
}

/** The metadata with these archive keys and no others. */
export function withArchiveKeys(metadata: Metadata, keys: ArchiveKeys): Metadata {
  const rest = { ...metadata }
  for (const key of ARCHIVE_KEYS) delete rest[key]
  return { ...rest, ...keys }
}
