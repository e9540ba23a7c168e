import type { BrowserPushAction } from '../../../contract/push.ts'

/*
 * What windows and the service worker of this browser share. The worker has no code and no token, so an answer
 * given on a notification waits here for a window, which is signed in.
 */

const NAME = 'svc-hub-worker'
const CHOICES = 'choices'
const ANSWERS = 'answers'

/** An answer given on a notification that no window has passed on yet. */
export interface KeptAnswer {
  sessionId: string
  requestId: string
  answer: BrowserPushAction
  /** Epoch ms. */
  at: number
}

/** Reads a choice of this browser; undefined when it was never made. */
export function readChoice(name: string): Promise<unknown> {
  return withStore(CHOICES, 'readonly', (store) => store.get(name))
}

export async function keepChoice(name: string, value: unknown): Promise<void> {
  await withStore(CHOICES, 'readwrite', (store) => store.put(value, name))
}

export async function keepAnswer(answer: KeptAnswer): Promise<void> {
  await withStore(ANSWERS, 'readwrite', (store) => store.add(answer))
}

/** The answers that wait, which are then gone: each is passed on by one window, once. */
export async function takeAnswers(): Promise<KeptAnswer[]> {
  const database = await open()
  try {
    const transaction = database.transaction(ANSWERS, 'readwrite')
    const store = transaction.objectStore(ANSWERS)
    const all = store.getAll()
    store.clear()
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    return all.result as KeptAnswer[]
  } finally {
    database.close()
  }
}

async function withStore<Result>(
  name: string,
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open()
  try {
    return await settled(use(database.transaction(name, mode).objectStore(name)))
  } finally {
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore(CHOICES)
    request.result.createObjectStore(ANSWERS, { autoIncrement: true })
  }
  return settled(request)
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
