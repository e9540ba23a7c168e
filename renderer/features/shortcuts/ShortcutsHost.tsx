import { lazy, Suspense, useEffect, useState } from 'react'
import { loadScreen } from '../shell/load-screen.ts'
import { shortcutOf } from './shortcuts.ts'
import { isBusyTyping, onOpenShortcuts } from './shortcuts-state.ts'

const ShortcutsDialog = lazy(async () => ({
  default: (await loadScreen(() => import('./ShortcutsDialog.tsx'))).ShortcutsDialog,
}))

/** Shows the keyboard shortcuts when asked; the list is loaded the first time. */
export function ShortcutsHost() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => onOpenShortcuts(() => setOpen(true)), [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (shortcutOf('everywhere', event) !== 'shortcuts' || isBusyTyping(event.target)) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  if (!isOpen) return null
  return (
    <Suspense fallback={null}>
      <ShortcutsDialog onClose={() => setOpen(false)} />
    </Suspense>
  )
}
