/** What installs service workers; undefined where the browser, the address or a frame allows none. */
export function findWorkerContainer(): ServiceWorkerContainer | undefined {
  try {
    return globalThis.navigator?.serviceWorker
  } catch {
    // A frame that may store nothing.
    return undefined
  }
}
