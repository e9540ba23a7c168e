import type { SessionRecord } from '../store/sessions.ts'

/** A decision a button stands for. */
export interface Choice {
  approved: boolean
  sessionPrefix: string
  requestPrefix: string
}

/** Which request a message asked about. */
export interface AskedRequest {
  sessionId: string
  requestId: string
}

const PREFIX_LENGTH = 8
const DATA = /^(ap|dn):(.{1,8}):(.{1,8})$/s

/** What a button carries: at most 64 bytes, so only the beginnings of the ids (reference: not-shown B3). */
export function choiceData(approved: boolean, { sessionId, requestId }: AskedRequest): string {
  return [approved ? 'ap' : 'dn', sessionId.slice(0, PREFIX_LENGTH), requestId.slice(0, PREFIX_LENGTH)].join(
    ':',
  )
}

export function readChoice(data: string): Choice | undefined {
  const [, word, sessionPrefix, requestPrefix] = DATA.exec(data) ?? []
  if (sessionPrefix === undefined || requestPrefix === undefined) return undefined
  return { approved: word === 'ap', sessionPrefix, requestPrefix }
}

/**
 * The one pending request a button can mean when the hub no longer knows what its message asked. Many ids
 * begin alike, so none is found when two fit, or when the only one is younger than the message.
 */
export function findAsked(
  sessions: readonly SessionRecord[],
  { sessionPrefix, requestPrefix }: Choice,
  askedAt: number,
): AskedRequest | undefined {
  const fitting = sessions
    .filter(({ id }) => id.startsWith(sessionPrefix))
    .flatMap(({ id, agentState }) =>
      Object.entries(agentState?.requests ?? {})
        .filter(([requestId]) => requestId.startsWith(requestPrefix))
        .map(([requestId, { createdAt }]) => ({ sessionId: id, requestId, createdAt })),
    )
  const [only, ...others] = fitting
  if (!only || others.length > 0 || only.createdAt == null || only.createdAt > askedAt) return undefined
  return { sessionId: only.sessionId, requestId: only.requestId }
}
