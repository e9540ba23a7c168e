import { useCallback, useEffect, useState } from 'react'

/** How long a secret stays in sight. */
export const REVEAL_MS = 60_000

export interface Reveal {
  isShown: boolean
  /** Seconds until it hides itself. */
  secondsLeft: number
  show: () => void
  hide: () => void
}

/** Shows a secret for a minute; it also hides when the page goes out of sight. */
export function useReveal(): Reveal {
  const [until, setUntil] = useState<number>()
  const [now, setNow] = useState(() => Date.now())
  const hide = useCallback(() => setUntil(undefined), [])
  const show = useCallback(() => {
    setNow(Date.now())
    setUntil(Date.now() + REVEAL_MS)
  }, [])
  useEffect(() => {
    if (until === undefined) return
    const tick = () => {
      setNow(Date.now())
      if (Date.now() >= until) hide()
    }
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') hide()
    }
    const timer = setInterval(tick, 1000)
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [until, hide])
  const secondsLeft = until === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1000))
  return { isShown: until !== undefined, secondsLeft, show, hide }
}
