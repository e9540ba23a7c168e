/** What the order of the session list looks at. */
export interface OrderKeys {
  id: string
  globalPinned: boolean
  pinned: boolean
  active: boolean
  pendingRequestsCount: number
  updatedAt: number
}

/** Newest update first; equal times by id, so that pages of equal rows never shuffle. */
export function byRecency(a: OrderKeys, b: OrderKeys): number {
  return b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : Number(a.id > b.id))
}

/**
 * The default order: globalPinned, pinned, active, pending requests (among active), newest update
 * (spec: Sessions: list and detail).
 */
export function byAttention(a: OrderKeys, b: OrderKeys): number {
  return (
    Number(b.globalPinned) - Number(a.globalPinned) ||
    Number(b.pinned) - Number(a.pinned) ||
    Number(b.active) - Number(a.active) ||
    (a.active ? b.pendingRequestsCount - a.pendingRequestsCount : 0) ||
    byRecency(a, b)
  )
}
