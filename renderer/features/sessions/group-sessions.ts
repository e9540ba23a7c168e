import type { SessionSummary } from '../../../contract/session.ts'
import { stateOf } from './session-words.ts'

/** The groups of the list, in this order. */
export const SESSION_GROUPS = ['waiting', 'pinned', 'working', 'quiet', 'ended'] as const
export type SessionGroup = (typeof SESSION_GROUPS)[number]

export interface GroupedSessions {
  group: SessionGroup
  sessions: readonly SessionSummary[]
}

/**
 * Puts the list into groups and keeps its order inside each. A session that waits for the person comes first
 * even when it is pinned; one that was replaced by another in the list is left out.
 */
export function groupSessions(sessions: readonly SessionSummary[]): readonly GroupedSessions[] {
  const ids = new Set(sessions.map(({ id }) => id))
  const groups = new Map<SessionGroup, SessionSummary[]>()
  for (const session of sessions) {
    const successor = session.metadata?.supersededBySessionId
    if (successor !== undefined && successor !== session.id && ids.has(successor)) continue
    const group = groupOf(session)
    const members = groups.get(group)
    if (members) members.push(session)
    else groups.set(group, [session])
  }
  return SESSION_GROUPS.flatMap((group) => {
    const members = groups.get(group)
    return members ? [{ group, sessions: members }] : []
  })
}

function groupOf(session: SessionSummary): SessionGroup {
  const state = stateOf(session)
  if (state === 'waiting') return 'waiting'
  if (session.globalPinned || session.pinned) return 'pinned'
  if (state === 'working' || state === 'background') return 'working'
  return session.active ? 'quiet' : 'ended'
}

/** The sessions whose title, folder or branch contain every word. */
export function searchSessions(
  sessions: readonly SessionSummary[],
  query: string,
): readonly SessionSummary[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return sessions
  return sessions.filter(({ metadata }) => {
    const parts = [metadata?.name, metadata?.summary?.text, metadata?.path, metadata?.worktree?.branch]
    const text = parts.join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
