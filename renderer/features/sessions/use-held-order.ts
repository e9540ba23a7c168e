import { type RefObject, useEffect, useRef, useState } from 'react'
import type { SessionGroup } from './group-sessions.ts'
import { holdOrder } from './hold-order.ts'

/** A finger or a mouse that rests this long is about to press nothing. */
const POINTER_MS = 3000
/** Whoever reads with the keyboard needs longer from line to line. */
const KEYBOARD_MS = 15_000

/** The groups in the order to show them: it stays while somebody is about to press something in the list. */
export function useHeldOrder(
  area: RefObject<HTMLElement | null>,
  groups: readonly SessionGroup[],
  /** Whoever searches for something else asks for another list. */
  query: string,
): readonly SessionGroup[] {
  const isHeld = useHeld(area)
  const last = useRef({ query, shown: groups, from: groups })
  if (last.current.from !== groups || last.current.query !== query || !isHeld) {
    const mayMove = !isHeld || last.current.query !== query
    const shown = mayMove ? groups : holdOrder(last.current.shown, groups)
    last.current = { query, shown, from: groups }
  }
  return last.current.shown
}

function useHeld(area: RefObject<HTMLElement | null>): boolean {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    const element = area.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const release = () => {
      clearTimeout(timer)
      setHeld(false)
    }
    const holdFor = (duration: number) => () => {
      clearTimeout(timer)
      timer = setTimeout(release, duration)
      setHeld(true)
    }
    const byPointer = holdFor(POINTER_MS)
    const byKeyboard = holdFor(KEYBOARD_MS)
    const passive = { passive: true }
    const stops = [
      ...(['pointermove', 'pointerdown', 'wheel', 'scroll', 'touchmove'] as const).map((name) =>
        listen(element, name, byPointer, passive),
      ),
      listen(element, 'keydown', byKeyboard),
      // A finger that was lifted has left; the press it makes comes after that.
      listen(element, 'pointerleave', ({ pointerType }) => pointerType === 'mouse' && release()),
      listen(element, 'focusout', ({ relatedTarget }) => {
        if (!element.contains(relatedTarget as Node | null) && !element.matches(':hover')) release()
      }),
    ]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [area])
  return isHeld
}

function listen<Name extends keyof HTMLElementEventMap>(
  element: HTMLElement,
  name: Name,
  listener: (event: HTMLElementEventMap[Name]) => void,
  options?: AddEventListenerOptions,
): () => void {
  element.addEventListener(name, listener, options)
  return () => element.removeEventListener(name, listener, options)
}
