import type { WindowBounds } from './shell-settings.ts'

export interface Area {
  x: number
  y: number
  width: number
  height: number
}

export const WINDOW_USUAL = { width: 1180, height: 800 } as const
export const WINDOW_LEAST = { width: 380, height: 520 } as const
/** So much of the window's top must be on a screen for it to be taken hold of. */
const HANDLE = { width: 120, height: 40 } as const

/**
 * Where to put the window: where it was, if a screen is still there, no larger than that screen; else of the
 * usual size, and the system chooses the place.
 */
export function placeWindow(
  before: WindowBounds | null,
  screens: readonly Area[],
): Partial<Area> & { width: number; height: number } {
  const screen = before && screens.find((area) => isReachable(before, area))
  if (!screen) {
    const [first] = screens
    return {
      width: Math.min(WINDOW_USUAL.width, first?.width ?? WINDOW_USUAL.width),
      height: Math.min(WINDOW_USUAL.height, first?.height ?? WINDOW_USUAL.height),
    }
  }
  const { x, y, width, height } = before
  return {
    x,
    y,
    width: Math.max(WINDOW_LEAST.width, Math.min(width, screen.width)),
    height: Math.max(WINDOW_LEAST.height, Math.min(height, screen.height)),
  }
}

function isReachable({ x, y, width }: Area, screen: Area): boolean {
  const seen = Math.min(x + width, screen.x + screen.width) - Math.max(x, screen.x)
  return (
    seen >= HANDLE.width && y >= screen.y - HANDLE.height && y + HANDLE.height <= screen.y + screen.height
  )
}
