import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** Closer to the end than this counts as reading the newest, px. */
export const NEAR_END = 80

interface FollowEnd {
  /** Whether the end stays in view while the content grows. */
  isFollowing: boolean
  /** To be called on every scroll. */
  onScroll: () => void
  /** Stays where it is, as when something near the end unfolds. */
  hold: () => void
}

interface FollowEndOptions {
  isReady: boolean
  /** What is held ends before the newest: reaching its end is not reading the newest. */
  isCutOff: boolean
  scrollToEnd: () => void
}

/**
 * Follows the end of a scrolling element until the person scrolls up, and again once they are back. The size
 * of what is in it (its first child) and its own may change at any time.
 */
export function useFollowEnd(
  scroller: RefObject<HTMLElement | null>,
  { isReady, isCutOff, scrollToEnd }: FollowEndOptions,
): FollowEnd {
  const [isFollowing, setFollowing] = useState(true)
  const isFollowingNow = useRef(true)
  const lastTop = useRef(0)

  const follow = useCallback((next: boolean) => {
    isFollowingNow.current = next
    setFollowing(next)
  }, [])
  const hold = useCallback(() => follow(false), [follow])
  const onScroll = useCallback(() => {
    const element = scroller.current
    if (!element) return
    // Growing content also moves the end away; only a way up is the person's own.
    const wentUp = element.scrollTop < lastTop.current - 1
    lastTop.current = element.scrollTop
    if (isNearEnd(element) && !isCutOff) follow(true)
    else if (wentUp) follow(false)
  }, [scroller, follow, isCutOff])

  useEffect(() => {
    const element = scroller.current
    const content = element?.firstElementChild
    if (!isReady || !element || !content) return
    const observer = new ResizeObserver(() => {
      if (isFollowingNow.current) scrollToEnd()
      else if (isNearEnd(element) && !isCutOff) follow(true)
    })
    observer.observe(element)
    observer.observe(content)
    return () => observer.disconnect()
  }, [scroller, isReady, isCutOff, scrollToEnd, follow])

  return { isFollowing, onScroll, hold }
}

const isNearEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) =>
  scrollHeight - scrollTop - clientHeight <= NEAR_END
