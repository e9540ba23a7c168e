import { useEffect, useState } from 'react'
import { onAnnounce } from './announce.ts'

/** Where announcements are read from. */
export function LiveRegion() {
  const [said, setSaid] = useState({ count: 0, text: '' })
  useEffect(() => onAnnounce((text) => setSaid(({ count }) => ({ count: count + 1, text }))), [])
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {/* A new element, so that the same sentence is said again. */}
      <span key={said.count}>{said.text}</span>
    </div>
  )
}
