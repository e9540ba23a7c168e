import { useSyncExternalStore } from 'react'
import { announcements } from './announce.ts'

/** Where announcements are read from. */
export function LiveRegion() {
  const texts = useSyncExternalStore(announcements.subscribe, announcements.current)
  return (
    // Only what was added is said; a status is otherwise said as a whole.
    <div role="status" aria-live="polite" aria-atomic={false} className="sr-only">
      {texts.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  )
}
