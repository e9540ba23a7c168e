const KEY = 'svc-hub:opened-by-bot'

/** Remembers, until the window is closed, that a messaging client opened it; nothing of what it opened it with. */
export const noteOpenedByBot = (storage: Pick<Storage, 'setItem'>) => storage.setItem(KEY, 'yes')

/** Whether a page that nobody is signed in to was opened by a messaging client, and then loaded anew. */
export const wasOpenedByBot = (storage: Pick<Storage, 'getItem'>) => storage.getItem(KEY) !== null

export const forgetOpenedByBot = (storage: Pick<Storage, 'removeItem'>) => storage.removeItem(KEY)
