import { lazy, Suspense, useEffect, useState } from 'react'
import { loadScreen } from '../shell/load-screen.ts'
import { shortcutOf } from '../shortcuts/shortcuts.ts'
import { onOpenPalette } from './palette-state.ts'

const Palette = lazy(async () => ({
  default: (await loadScreen(() => import('./CommandPalette.tsx'))).CommandPalette,
}))

/** Opens the palette when asked; it is loaded the first time. */
export function PaletteHost() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => onOpenPalette(() => setOpen(true)), [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (shortcutOf('everywhere', event) !== 'palette') return
      event.preventDefault()
      setOpen((was) => !was)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  if (!isOpen) return null
  return (
    <Suspense fallback={null}>
      <Palette onClose={() => setOpen(false)} />
    </Suspense>
  )
}
