import { memoryStorage } from './memory-storage.ts'

/** A place to keep things, and whether they outlive the page there. */
export interface StorageArea {
  storage: Storage
  isKept: boolean
}

/**
 * What `open` answers, or a stand-in that ends with the page: browsers may keep a page from storing anything, for
 * one in a frame of another site, or for every page, and then already looking for the storage throws.
 */
export function storageArea(open: () => Storage | null | undefined): StorageArea {
  try {
    const storage = open()
    // Some refuse, or find their files broken, only once something is read.
    storage?.getItem('')
    if (storage) return { storage, isKept: true }
  } catch {
    // Below is the answer to that.
  }
  return { storage: memoryStorage(), isKept: false }
}

const ofBrowser = storageArea(() => globalThis.localStorage)
const ofTab = storageArea(() => globalThis.sessionStorage)

/** Kept by the browser for this hub. The only way to it: the browser's own name may throw. */
export const browserStorage: Storage = ofBrowser.storage

/** Kept until the tab is closed. */
export const tabStorage: Storage = ofTab.storage

/** False where the page's end ends what is in `browserStorage`, the sign-in too. */
export const isBrowserStorageKept: boolean = ofBrowser.isKept

/** False where the page's end ends what is in `tabStorage`. */
export const isTabStorageKept: boolean = ofTab.isKept
