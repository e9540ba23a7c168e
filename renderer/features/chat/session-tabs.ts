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

/** Which tab the arrow keys, Home and End lead to from the `index`th of `count`; undefined for other keys. */
export function nextTab(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (index + 1) % count
  if (key === 'ArrowLeft') return (index + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
