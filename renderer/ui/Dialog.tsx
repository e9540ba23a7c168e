import { lazy, Suspense, useState } from 'react'
import type { DialogProps } from './DialogFrame.tsx'

/** Loads what dialogs are made of; the window does so ahead of time. */
export const loadDialogs = () => import('./DialogFrame.tsx')

const DialogFrame = lazy(async () => ({ default: (await loadDialogs()).DialogFrame }))

/** A dialog in the middle of the window; at the bottom of a phone. */
export function Dialog(props: DialogProps) {
  const [wasOpen, setWasOpen] = useState(props.isOpen)
  if (props.isOpen && !wasOpen) setWasOpen(true)
  if (!wasOpen) return null
  return (
    <Suspense>
      <DialogFrame {...props} />
    </Suspense>
  )
}
