import { Session, SessionPatch } from '../../contract/session.ts'

/** What the `data` of `session-added` and `session-updated` asks for (spec: Versioned patch algorithm). */
export type SessionUpdate =
  | { kind: 'replace'; session: Session }
  | { kind: 'patch'; patch: SessionPatch }
  | { kind: 'refetch' }

/** An `activeAt` that moved less than this, alone, is keep-alive noise. */
export const ACTIVE_AT_NOISE_MS = 60_000

/** Fields of a patch whose last write wins. */
export const PLAIN_FIELDS = [
  'active',
  'thinking',
  'activeAt',
  'model',
  'modelReasoningEffort',
  'effort',
  'serviceTier',
  'permissionMode',
  'collaborationMode',
  'copilotAgentMode',
  'backgroundTaskCount',
] as const satisfies readonly (keyof SessionPatch & keyof Session)[]

/** Sorts `data` into full session, patch, or neither: then the detail and the list are fetched again. */
export function readSessionUpdate(sessionId: string, data: unknown): SessionUpdate {
  const session = Session.safeParse(data)
  if (session.success) {
    return session.data.id === sessionId ? { kind: 'replace', session: session.data } : { kind: 'refetch' }
  }
  const patch = SessionPatch.safeParse(data)
  if (patch.success && Object.keys(patch.data).length > 0) return { kind: 'patch', patch: patch.data }
  return { kind: 'refetch' }
}

/**
 * Applies a patch field by field. Returns the same object when nothing a person could see changed: an equal
 * value, a stale version, or an `activeAt` that moved less than 60 s.
 */
export function applySessionPatch(session: Session, patch: SessionPatch): Session {
  const next: Session = { ...session }
  assignPlainFields(next, patch)
  if (patch.updatedAt !== undefined) next.updatedAt = Math.max(session.updatedAt, patch.updatedAt)
  if (patch.metadata && patch.metadata.version > session.metadataVersion) {
    next.metadata = patch.metadata.value
    next.metadataVersion = patch.metadata.version
  }
  if (patch.agentState && patch.agentState.version > session.agentStateVersion) {
    next.agentState = patch.agentState.value
    next.agentStateVersion = patch.agentState.version
  }
  if (patch.todos && patch.todos.version > (session.todosUpdatedAt ?? 0)) {
    next.todos = patch.todos.value
    next.todosUpdatedAt = patch.todos.version
  }
  if (patch.teamState && patch.teamState.version > (session.teamStateUpdatedAt ?? 0)) {
    next.teamState = patch.teamState.value
    next.teamStateUpdatedAt = patch.teamState.version
  }
  return isRenderRelevant(session, next) ? next : session
}

/** Whether two states of one record differ by more than keep-alive noise. */
export function isRenderRelevant<Value extends { activeAt: number }>(before: Value, after: Value): boolean {
  if (Math.abs(after.activeAt - before.activeAt) >= ACTIVE_AT_NOISE_MS) return true
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof Value>
  keys.delete('activeAt')
  for (const key of keys) {
    if (before[key] !== after[key] && JSON.stringify(before[key]) !== JSON.stringify(after[key])) return true
  }
  return false
}

/** Copies what a patch says of the fields both have; absent fields stay. */
function assignPlainFields(target: Session, patch: SessionPatch): void {
  for (const field of PLAIN_FIELDS) {
    if (patch[field] !== undefined) Object.assign(target, { [field]: patch[field] })
  }
}
