import type { PendingRequest, Session } from '../../../contract/session.ts'

/** Where the keyboard goes on when a request takes the place of an answered one. */
export const REQUEST_HEADING_ID = 'request-heading'

export interface WaitingRequest {
  id: string
  request: PendingRequest
}

/** What waits for the person, the oldest first (the order of the session list's counts). */
export function waitingRequests(
  session: Pick<Session, 'agentState' | 'updatedAt'>,
): readonly WaitingRequest[] {
  const since = ({ request }: WaitingRequest) => request.createdAt ?? session.updatedAt
  return Object.entries(session.agentState?.requests ?? {})
    .map(([id, request]) => ({ id, request }))
    .sort((a, b) => since(a) - since(b) || (a.id < b.id ? -1 : 1))
}
