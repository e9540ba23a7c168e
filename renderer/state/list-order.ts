import type { SessionSummary } from '../../contract/session.ts'

/**
 * The default order of the session list (spec: Sessions, list and detail): pinned for all, pinned in its
 * project, active, more pending requests (among active ones), most recently updated.
 */
export function compareSessions(a: SessionSummary, b: SessionSummary): number {
  return (
    Number(b.globalPinned) - Number(a.globalPinned) ||
    Number(b.pinned) - Number(a.pinned) ||
    Number(b.active) - Number(a.active) ||
    pendingAmongActive(b) - pendingAmongActive(a) ||
    b.updatedAt - a.updatedAt
  )
}

function pendingAmongActive(session: SessionSummary): number {
  return session.active ? session.pendingRequestsCount : 0
}
