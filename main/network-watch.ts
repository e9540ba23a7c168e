import type { Clock, Timer } from './clock.ts'

const LOOK_EVERY_MS = 10_000

export interface NetworkWatchParts {
  /** The addresses of this computer, in any order. */
  addresses(): readonly string[]
  clock: Clock
  onChange(): void
}

/** Tells when the computer's addresses change: another network, a cable, a VPN. The answer ends it. */
export function watchNetwork({ addresses, clock, onChange }: NetworkWatchParts): Timer {
  const look = () => [...addresses()].sort().join(' ')
  let before = look()
  return clock.every(LOOK_EVERY_MS, () => {
    const now = look()
    if (now === before) return
    before = now
    onChange()
  })
}
