/**
 * Where the keyboard is now, to come back to it. Inside a menu, which is gone by then, it is what opened the menu.
 */
export function focusOrigin(): HTMLElement | undefined {
  const { activeElement } = document
  const opener = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const origin = opener ? document.getElementById(opener) : activeElement
  return origin instanceof HTMLElement && origin !== document.body ? origin : undefined
}

/**
 * Brings the keyboard back, to the title of the page where its origin is gone; leaves it where somebody else has
 * put it by now.
 */
export function returnFocus(origin: HTMLElement | undefined): void {
  if (document.activeElement !== document.body) return
  const title = document.querySelector<HTMLElement>('main h1')
  const target = origin?.isConnected ? origin : title
  if (target === title) title?.setAttribute('tabindex', '-1')
  target?.focus()
}
