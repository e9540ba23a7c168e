import { flavorOf } from '../../contract/flavors.ts'
import {
  type AgentState,
  type Metadata,
  type PendingRequest,
  type Session,
  type SessionPatch,
  type SessionSummary,
  SUMMARY_PENDING_REQUESTS_MAX,
  type TodoItem,
} from '../../contract/session.ts'
import { isRenderRelevant } from './session-patch.ts'

/** Tools that ask the person something rather than for leave (reference not-shown A3). */
const INPUT_TOOLS: ReadonlySet<string> = new Set([
  'AskUserQuestion',
  'ask_user_question',
  'ExitPlanMode',
  'exit_plan_mode',
  'request_user_input',
])

/**
 * The list row of a full session; returns `previous` itself when nothing visible changed. What is scheduled is
 * taken from `previous`, as a session record does not tell it.
 */
export function summaryOf(session: Session, previous: SessionSummary | undefined): SessionSummary {
  const next: SessionSummary = {
    id: session.id,
    active: session.active,
    activeAt: session.activeAt,
    thinking: session.thinking,
    updatedAt: session.updatedAt,
    pinned: session.pinned ?? false,
    globalPinned: session.globalPinned ?? false,
    hasConversationContent: session.hasConversationContent ?? previous?.hasConversationContent ?? false,
    metadata: summariseMetadata(session.metadata),
    metadataVersion: session.metadataVersion,
    agentStateVersion: session.agentStateVersion,
    todosUpdatedAt: session.todosUpdatedAt ?? 0,
    todoProgress: todoProgress(session.todos),
    ...pendingRequests(session.agentState, session.updatedAt),
    backgroundTaskCount: session.backgroundTaskCount ?? 0,
    futureScheduledMessageCount: previous?.futureScheduledMessageCount ?? 0,
    nextScheduledAt: previous?.nextScheduledAt ?? null,
    model: session.model ?? null,
    modelReasoningEffort: session.modelReasoningEffort ?? null,
    effort: session.effort ?? null,
  }
  return !previous || isRenderRelevant(previous, next) ? next : previous
}

/** Applies a patch to a list row by the rules of the session itself; same object when nothing visible changed. */
export function applySummaryPatch(summary: SessionSummary, patch: SessionPatch): SessionSummary {
  const next: SessionSummary = { ...summary }
  if (patch.active !== undefined) next.active = patch.active
  if (patch.thinking !== undefined) next.thinking = patch.thinking
  if (patch.activeAt !== undefined) next.activeAt = patch.activeAt
  if (patch.model !== undefined) next.model = patch.model
  if (patch.modelReasoningEffort !== undefined) next.modelReasoningEffort = patch.modelReasoningEffort
  if (patch.effort !== undefined) next.effort = patch.effort
  if (patch.backgroundTaskCount !== undefined) next.backgroundTaskCount = patch.backgroundTaskCount
  if (patch.updatedAt !== undefined) next.updatedAt = Math.max(summary.updatedAt, patch.updatedAt)
  if (patch.metadata && patch.metadata.version > summary.metadataVersion) {
    next.metadata = summariseMetadata(patch.metadata.value)
    next.metadataVersion = patch.metadata.version
  }
  if (patch.agentState && patch.agentState.version > summary.agentStateVersion) {
    Object.assign(next, pendingRequests(patch.agentState.value, next.updatedAt))
    next.agentStateVersion = patch.agentState.version
  }
  if (patch.todos && patch.todos.version > summary.todosUpdatedAt) {
    next.todoProgress = todoProgress(patch.todos.value)
    next.todosUpdatedAt = patch.todos.version
  }
  return isRenderRelevant(summary, next) ? next : summary
}

function summariseMetadata(metadata: Metadata | null): SessionSummary['metadata'] {
  if (!metadata) return null
  const nativeIdKey = flavorOf(metadata).nativeIdKey
  const nativeId = nativeIdKey === null ? undefined : metadata[nativeIdKey]
  return {
    flavor: metadata.flavor ?? null,
    ...(metadata.name !== undefined && { name: metadata.name }),
    ...(metadata.path !== undefined && { path: metadata.path }),
    ...(metadata.machineId !== undefined && { machineId: metadata.machineId }),
    ...(metadata.summary && { summary: { text: metadata.summary.text } }),
    ...(metadata.worktree && { worktree: metadata.worktree }),
    ...(typeof nativeId === 'string' && nativeId.trim() !== '' && { agentSessionId: nativeId.trim() }),
    ...(metadata.lifecycleState && { lifecycleState: metadata.lifecycleState }),
    ...(metadata.supersededBySessionId && { supersededBySessionId: metadata.supersededBySessionId }),
  }
}

function todoProgress(todos: readonly TodoItem[] | undefined): SessionSummary['todoProgress'] {
  if (!todos || todos.length === 0) return null
  return { completed: todos.filter((todo) => todo.status === 'completed').length, total: todos.length }
}

type PendingFields = Pick<SessionSummary, 'pendingRequestsCount' | 'pendingRequestKinds' | 'pendingRequests'>

function pendingRequests(agentState: AgentState | null, updatedAt: number): PendingFields {
  const all = Object.entries(agentState?.requests ?? {})
    .map(([id, request]) => pendingRow(id, request, updatedAt))
    .sort((a, b) => a.since - b.since || (a.id < b.id ? -1 : 1))
  const kinds = new Set(all.map((request) => request.kind))
  return {
    pendingRequestsCount: all.length,
    pendingRequestKinds: (['permission', 'input'] as const).filter((kind) => kinds.has(kind)),
    pendingRequests: all.slice(0, SUMMARY_PENDING_REQUESTS_MAX),
  }
}

function pendingRow(
  id: string,
  request: PendingRequest,
  updatedAt: number,
): SessionSummary['pendingRequests'][number] {
  const kind = INPUT_TOOLS.has(request.tool) ? 'input' : 'permission'
  return { id, kind, tool: request.tool, since: request.createdAt ?? updatedAt }
}
