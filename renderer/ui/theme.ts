import { useSyncExternalStore } from 'react'
import { browserStorage } from '../browser-storage.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'svc-hub:theme'
const listeners = new Set<() => void>()

function storedTheme(): Theme {
  const stored = browserStorage.getItem(KEY)
  return THEMES.find((theme) => theme === stored) ?? 'system'
}

/** What the system paints around the page, as in index.html, which has one line for each of its themes. */
const FRAMES = { light: '#f6f6f4', dark: '#101214' }

/** Puts the chosen look on the page; call before the first paint. */
export function applyTheme(): void {
  const theme = storedTheme()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  for (const line of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = line.media.includes('dark') ? 'dark' : 'light'
    line.content = FRAMES[theme === 'system' ? own : theme]
  }
}

/** Keeps and shows the chosen look. */
export function setTheme(theme: Theme): void {
  browserStorage.setItem(KEY, theme)
  applyTheme()
  for (const listener of listeners) listener()
}

/** The chosen look and its changes. */
export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, storedTheme)
}
