import type { SessionSummary } from '../../../contract/session.ts'
import type { SessionGroup } from './group-sessions.ts'

/**
 * The groups as they were shown, with what is known now of their sessions: nothing changes its place under a
 * finger. What is gone leaves; what is new waits until the list may move again.
 */
export function holdOrder(
  shown: readonly SessionGroup[],
  now: readonly SessionGroup[],
): readonly SessionGroup[] {
  const sessions = new Map<string, SessionSummary>(
    now.flatMap((group) => group.sessions.map((session) => [session.id, session] as const)),
  )
  const groups = new Map(now.map((group) => [group.key, group]))
  return shown.flatMap((group) => {
    const members = group.sessions.flatMap(({ id }) => sessions.get(id) ?? [])
    const { working, waiting } = groups.get(group.key) ?? group
    return members.length === 0 ? [] : [{ ...group, sessions: members, working, waiting }]
  })
}
