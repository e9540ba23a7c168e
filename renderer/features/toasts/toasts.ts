import { useSyncExternalStore } from 'react'

/** A short message that leaves by itself. */
export interface Toast {
  id: number
  title: string
  body?: string | undefined
  /** Where it leads. */
  path?: string | undefined
  kind: 'info' | 'danger'
}

/** More at once would hide the page. */
const SHOWN_MAX = 3

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a message; the oldest makes room. */
export function showToast(toast: Omit<Toast, 'id' | 'kind'> & { kind?: Toast['kind'] }): void {
  lastId += 1
  change([...toasts, { kind: 'info' as const, ...toast, id: lastId }].slice(-SHOWN_MAX))
}

export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id))
}

/** What is shown now, the newest last. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
}

let place: HTMLElement | undefined
const placeListeners = new Set<() => void>()

/**
 * Takes the element that a page keeps free for messages, so that they cover nothing of it; a `ref`. Without
 * one they lie above the page, at its foot.
 */
export function keepToastPlace(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return
  const set = (next: HTMLElement | undefined) => {
    place = next
    for (const listener of placeListeners) listener()
  }
  set(element)
  return () => {
    if (place === element) set(undefined)
  }
}

/** The element that is kept free for messages, where there is one. */
export function useToastPlace(): HTMLElement | undefined {
  return useSyncExternalStore(
    (listener) => {
      placeListeners.add(listener)
      return () => placeListeners.delete(listener)
    },
    () => place,
  )
}
