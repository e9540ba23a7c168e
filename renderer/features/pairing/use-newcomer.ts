import { useEffect, useEffectEvent, useRef } from 'react'
import { newDevices, type Registration } from './new-devices.ts'

/** Calls `onArrived` with the newest of those that are in `list` now and were not, or not since, in the first one. */
export function useNewcomer<Item extends Registration>(
  list: readonly Item[] | undefined,
  onArrived: (item: Item) => void,
): void {
  const before = useRef<readonly Item[]>(undefined)
  const arrived = useEffectEvent(onArrived)
  useEffect(() => {
    if (!list) return
    const [found] = newDevices(before.current ?? list, list)
    before.current = list
    if (found) arrived(found)
  }, [list])
}
