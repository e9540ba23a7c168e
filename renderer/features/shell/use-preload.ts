import { useEffect } from 'react'
import { loadDialogs } from '../../ui/Dialog.tsx'
import { loadMenus } from '../../ui/Menu.tsx'
import { loadSessionPage } from '../chat/load-session-page.ts'

/** The first screen has been painted and has asked for its lists by then. */
const QUIET_MS = 400

/** Loads what nearly everybody needs next, once the first screen is there. */
export function usePreload(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // What fails now is loaded again when it is needed, and says so then.
      void Promise.allSettled([loadSessionPage(), loadMenus(), loadDialogs()])
    }, QUIET_MS)
    return () => clearTimeout(timer)
  }, [])
}
