type Listener = (text: string) => void

let listener: Listener | undefined

/** Has a screen reader say `text` when it is done with what it says now. */
export function announce(text: string): void {
  listener?.(text)
}

/** The one live region of the page takes over; returns the way to let go. */
export function onAnnounce(take: Listener): () => void {
  listener = take
  return () => {
    if (listener === take) listener = undefined
  }
}
