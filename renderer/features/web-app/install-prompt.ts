import { useSyncExternalStore } from 'react'

/** The browser's offer to install the page; not every browser makes it, and the type library knows none. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

let offer: InstallOffer | undefined
const listeners = new Set<() => void>()

function keep(next: InstallOffer | undefined): void {
  offer = next
  for (const listener of listeners) listener()
}

/** Keeps the offer for the settings instead of letting the browser show it; called before the page is there. */
export function watchInstallOffer(window: Window): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    keep(event as InstallOffer)
  })
  window.addEventListener('appinstalled', () => keep(undefined))
}

/** The way to accept the offer, from a press; undefined while there is none. */
export function useInstallOffer(): (() => Promise<void>) | undefined {
  const present = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => offer,
  )
  if (!present) return undefined
  return async () => {
    // An offer can be accepted or refused once.
    keep(undefined)
    await present.prompt()
  }
}
