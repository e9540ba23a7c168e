const listeners = new Set<() => void>()

/** Shows the list of keyboard shortcuts, wherever the press came from. */
export function openShortcuts(): void {
  for (const listener of listeners) listener()
}

/** Returns the way to let go. */
export function onOpenShortcuts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether somebody types, or looks at a dialog: a letter is no shortcut there. */
export function isBusyTyping(target: EventTarget | null): boolean {
  return (
    (target instanceof HTMLElement &&
      (target.isContentEditable || target.matches('input, textarea, select'))) ||
    document.querySelector('[role=dialog], [role=menu]') !== null
  )
}
