const listeners = new Set<() => void>()

/** Opens the palette, wherever the press came from. */
export function openPalette(): void {
  for (const listener of listeners) listener()
}

/** Returns the way to let go. */
export function onOpenPalette(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
