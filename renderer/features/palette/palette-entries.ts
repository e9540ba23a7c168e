import type { ReactNode } from 'react'

export const PALETTE_GROUPS = ['sessions', 'screens', 'actions', 'messages'] as const
export type PaletteGroup = (typeof PALETTE_GROUPS)[number]

export interface PaletteEntry {
  id: string
  group: PaletteGroup
  title: string
  /** Second line; searched too. */
  detail?: string
  /** What the second line shows instead of `detail`. */
  content?: ReactNode
  icon: ReactNode
  run: () => void
}

/** Enough to choose from; whoever looks for another types another letter. */
export const MOST_SESSIONS = 8

const simple = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLocaleLowerCase()

/**
 * The entries that contain every word, whatever its accents: those whose title begins with the first word
 * before the others, and else as they came. Sessions come first while nothing is typed.
 */
export function findEntries(entries: readonly PaletteEntry[], query: string): readonly PaletteEntry[] {
  const words = simple(query).split(/\s+/).filter(Boolean)
  const [first = ''] = words
  const matching = entries.filter(({ title, detail }) => {
    const text = simple(`${title}\n${detail ?? ''}`)
    return words.every((word) => text.includes(word))
  })
  const rank = ({ title }: PaletteEntry) => (simple(title).startsWith(first) ? 0 : 1)
  return PALETTE_GROUPS.flatMap((group) => {
    const members = matching.filter((entry) => entry.group === group)
    const sorted = words.length === 0 ? members : members.toSorted((a, b) => rank(a) - rank(b))
    return group === 'sessions' ? sorted.slice(0, MOST_SESSIONS) : sorted
  })
}

/** The entry above or below; the list has no end. */
export function moveChoice(way: 'next' | 'previous', chosen: number, count: number): number {
  if (count === 0) return 0
  return (chosen + (way === 'next' ? 1 : count - 1)) % count
}
