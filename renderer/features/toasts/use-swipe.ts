import { type CSSProperties, type PointerEvent, useRef, useState } from 'react'

/** A shorter way is a finger that trembles, or thinks better of it. */
const AWAY_PX = 72

interface Swipe {
  handlers: {
    onPointerDown: (event: PointerEvent) => void
    onPointerMove: (event: PointerEvent) => void
    onPointerUp: () => void
    onPointerCancel: () => void
    onClickCapture: (event: { preventDefault: () => void; stopPropagation: () => void }) => void
  }
  style: CSSProperties | undefined
}

/** Moves with a finger to either side, and is gone when it went far enough. */
export function useSwipe(onAway: () => void): Swipe {
  const start = useRef<number>(undefined)
  const wasMoved = useRef(false)
  const [offset, setOffset] = useState(0)
  const end = (isAway: boolean) => {
    start.current = undefined
    setOffset(0)
    if (isAway) onAway()
  }
  return {
    handlers: {
      onPointerDown: ({ pointerType, clientX }) => {
        wasMoved.current = false
        if (pointerType === 'touch') start.current = clientX
      },
      onPointerMove: ({ clientX }) => {
        if (start.current === undefined) return
        const moved = clientX - start.current
        if (Math.abs(moved) > 8) wasMoved.current = true
        setOffset(moved)
      },
      onPointerUp: () => end(start.current !== undefined && Math.abs(offset) >= AWAY_PX),
      onPointerCancel: () => end(false),
      // What was moved aside was not pressed.
      onClickCapture: (event) => {
        if (!wasMoved.current) return
        event.preventDefault()
        event.stopPropagation()
      },
    },
    style:
      offset === 0
        ? undefined
        : { transform: `translateX(${offset}px)`, opacity: Math.max(0.2, 1 - Math.abs(offset) / 240) },
  }
}
