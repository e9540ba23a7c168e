import type { SessionSummary } from '../../../contract/session.ts'
import type { ShortcutOf } from '../shortcuts/shortcuts.ts'
import type { SessionGroup } from './group-sessions.ts'

/** Ended sessions that a project shows without being asked. */
const ENDED_SHOWN = 5

/** One line of the list, told from the others by `key`. */
export type ListLine = { key: string; group: SessionGroup } & (
  | { kind: 'heading'; isOpen: boolean }
  | { kind: 'session'; session: SessionSummary }
  /** Shows the ended sessions that are left out. */
  | { kind: 'older'; count: number }
)

interface Shown {
  /** Keys of the projects the person folded up. */
  folded: ReadonlySet<string>
  /** Keys of the projects of which all ended sessions are shown. */
  unrolled: ReadonlySet<string>
  /** What is searched for is shown wherever it is. */
  isSearching: boolean
}

/** The groups as lines, one below the other. */
export function listLines(
  groups: readonly SessionGroup[],
  { folded, unrolled, isSearching }: Shown,
): readonly ListLine[] {
  return groups.flatMap((group): ListLine[] => {
    const { key, kind, sessions } = group
    const isOpen = kind !== 'project' || isSearching || !folded.has(key)
    const heading = { kind: 'heading', key: `heading ${key}`, group, isOpen } as const
    if (!isOpen) return [heading]
    const shown = kind !== 'project' || isSearching || unrolled.has(key) ? sessions : withoutOlder(sessions)
    return [
      heading,
      ...shown.map((session) => ({ kind: 'session', key: session.id, group, session }) as const),
      ...(shown.length < sessions.length
        ? [{ kind: 'older', key: `older ${key}`, group, count: sessions.length - shown.length } as const]
        : []),
    ]
  })
}

/** All that are open or pinned and the first of those that ended; a single one is not worth hiding. */
function withoutOlder(sessions: readonly SessionSummary[]): readonly SessionSummary[] {
  let ended = 0
  const shown = sessions.filter(({ active, pinned }) => {
    if (active || pinned) return true
    ended += 1
    return ended <= ENDED_SHOWN
  })
  return sessions.length - shown.length > 1 ? shown : sessions
}

/** The line that lies that way, of those that can be reached; the list ends at both ends. */
export function moveLine(
  way: ShortcutOf<'list'>,
  from: number,
  reachable: readonly boolean[],
): number | undefined {
  const places = reachable.flatMap((isReachable, index) => (isReachable ? [index] : []))
  switch (way) {
    case 'next':
      return places.find((index) => index > from)
    case 'previous':
      return places.findLast((index) => index < from)
    case 'first':
      return places[0]
    case 'last':
      return places.at(-1)
  }
}
