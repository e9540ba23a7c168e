/** What the service worker tells the windows of the app. */
export type WorkerNews =
  /** A notification was pressed: show this path. */
  | { type: 'open'; path: string }
  /** Somebody answered on a notification; the answer lies in the shared store. */
  | { type: 'answered' }
  /** The browser gave out a new address for pushes; only a window can tell the hub. */
  | { type: 'subscription-changed' }

/** What a window asks of the worker that waits to take over. */
export type WorkerRequest = { type: 'take-over' }

/** Undefined for what is not ours, such as messages of browser extensions. */
export function readNews(data: unknown): WorkerNews | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined
  if (data.type === 'answered' || data.type === 'subscription-changed') return { type: data.type }
  if (data.type !== 'open' || !('path' in data) || typeof data.path !== 'string') return undefined
  return data.path.startsWith('/') && !data.path.startsWith('//')
    ? { type: 'open', path: data.path }
    : undefined
}

/** Whether a window asked the waiting worker to take over. */
export const isTakeOver = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'take-over'
