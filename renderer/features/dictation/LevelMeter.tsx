import { useEffect, useRef } from 'react'
import type { Dictation } from './dictation.ts'

/** Speech is seldom louder than this share of what a microphone can tell. */
const LOUD = 0.4

/** How loud it is now, as a bar; it shows that the microphone hears. */
export function LevelMeter({ dictation }: { dictation: Dictation }) {
  const bar = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    let frame = requestAnimationFrame(function draw() {
      // A root, as ears hear: quiet speech moves the bar, too.
      const share = Math.sqrt(Math.min(1, dictation.level() / LOUD))
      if (bar.current) bar.current.style.transform = `scaleX(${share})`
      frame = requestAnimationFrame(draw)
    })
    return () => cancelAnimationFrame(frame)
  }, [dictation])
  return (
    <span aria-hidden className="h-1.5 min-w-8 flex-1 overflow-hidden rounded-full bg-hover">
      <span ref={bar} className="block h-full origin-left scale-x-0 rounded-full bg-danger" />
    </span>
  )
}
