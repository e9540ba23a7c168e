import { lazy, Suspense, useState } from 'react'
import { loadingPart } from '../client/part-not-loaded.ts'
import type { DialogProps } from './DialogFrame.tsx'
import { focusOrigin, returnFocus } from './return-focus.ts'

/** Loads what dialogs are made of; the window does so ahead of time. */
export const loadDialogs = () => import('./DialogFrame.tsx')

const DialogFrame = lazy(async () => ({ default: (await loadingPart(loadDialogs)).DialogFrame }))

/** A dialog in the middle of the window; at the bottom of a phone. */
export function Dialog(props: DialogProps) {
  const [wasOpen, setWasOpen] = useState(props.isOpen)
  const [isOpen, setOpen] = useState(props.isOpen)
  const [origin, setOrigin] = useState(() => (props.isOpen ? focusOrigin() : undefined))
  if (props.isOpen && !wasOpen) setWasOpen(true)
  if (props.isOpen !== isOpen) {
    setOpen(props.isOpen)
    // Before the dialog loads, let alone takes the focus.
    if (props.isOpen) setOrigin(focusOrigin())
  }
  if (!wasOpen) return null
  return (
    <Suspense>
      <DialogFrame {...props} onClosed={() => returnFocus(origin)} />
    </Suspense>
  )
}
