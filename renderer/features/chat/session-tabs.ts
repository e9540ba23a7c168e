import type { ShortcutOf } from '../shortcuts/shortcuts.ts'

/** The parts of a session and their addresses. */
export const SESSION_TABS = [
  { name: 'conversation', to: '/sessions/$sessionId' },
  { name: 'files', to: '/sessions/$sessionId/files' },
  { name: 'changes', to: '/sessions/$sessionId/changes' },
  { name: 'notes', to: '/sessions/$sessionId/notes' },
] as const
export type SessionTab = (typeof SESSION_TABS)[number]['name']

/** Which part of a session an address shows. */
export function tabOf(path: string): SessionTab {
  const [, , , name] = path.split('/')
  return SESSION_TABS.find((tab) => tab.name === name)?.name ?? 'conversation'
}

/** Which tab lies that way from the `index`th of `count`. */
export function nextTab(way: ShortcutOf<'tabs'>, index: number, count: number): number {
  if (way === 'first') return 0
  if (way === 'last') return count - 1
  return (index + (way === 'next' ? 1 : count - 1)) % count
}
