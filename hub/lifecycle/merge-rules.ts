import type { AgentState, Metadata, PinMode } from '../../contract/session.ts'
import type { AppliedConfig } from '../sessions/agent-config.ts'
import type { SessionRecord } from '../store/sessions.ts'

const GAP_KEYS = [
  'name',
  'worktree',
  'path',
  'host',
  'preferredPermissionMode',
  'preferredCopilotAgentMode',
] as const
const PIN_STRENGTH: readonly PinMode[] = ['none', 'project', 'global']

/** What the surviving session lacks and the merged one knows, and the newer summary; null when nothing. */
export function fillMetadataGaps(into: Metadata, from: Metadata | null): Metadata | null {
  if (!from) return null
  const filled: Metadata = { ...into }
  for (const key of GAP_KEYS) {
    if (isGap(into[key]) && !isGap(from[key])) Object.assign(filled, { [key]: from[key] })
  }
  if (from.summary && from.summary.updatedAt > (into.summary?.updatedAt ?? 0)) filled.summary = from.summary
  const changed = [...GAP_KEYS, 'summary' as const].some((key) => filled[key] !== into[key])
  return changed ? filled : null
}

/** Model, efforts and tier the surviving session has none of; undefined when nothing is missing. */
export function configGaps(into: SessionRecord, from: SessionRecord): AppliedConfig | undefined {
  const gaps: AppliedConfig = {
    ...(into.model === null && from.model !== null && { model: from.model }),
    ...(into.modelReasoningEffort === null &&
      from.modelReasoningEffort !== null && { modelReasoningEffort: from.modelReasoningEffort }),
    ...(into.effort === null && from.effort !== null && { effort: from.effort }),
    ...(into.serviceTier === null && from.serviceTier !== null && { serviceTier: from.serviceTier }),
  }
  return Object.keys(gaps).length > 0 ? gaps : undefined
}

/** Both states' requests, of which none that either calls completed is pending; undefined when unchanged. */
export function uniteAgentStates(into: AgentState | null, from: AgentState | null): AgentState | undefined {
  if (!from?.requests && !from?.completedRequests) return undefined
  const completedRequests = { ...from.completedRequests, ...into?.completedRequests }
  const requests = Object.fromEntries(
    Object.entries({ ...from.requests, ...into?.requests }).filter(([id]) => !(id in completedRequests)),
  )
  return { ...into, requests, completedRequests }
}

export function strongerPin(a: PinMode, b: PinMode): PinMode {
  return PIN_STRENGTH.indexOf(a) >= PIN_STRENGTH.indexOf(b) ? a : b
}

const isGap = (value: unknown) => value === undefined || value === null || value === ''
