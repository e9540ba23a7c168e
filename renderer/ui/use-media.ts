import { useCallback, useSyncExternalStore } from 'react'

/** Whether the media query holds, kept up to date. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

/** Room for list and session side by side. */
export const useIsWide = () => useMedia('(min-width: 48rem)')

/** Fingers rather than a mouse: Enter makes a new line, nothing hides until hovered. */
export const useIsTouch = () => useMedia('(pointer: coarse)')
