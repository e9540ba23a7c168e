import { flavorOf } from '../../contract/flavors.ts'
import {
  type AgentState,
  type Metadata,
  type SessionSummary,
  SUMMARY_PENDING_REQUESTS_MAX,
  type TodoItem,
} from '../../contract/session.ts'
import type { ScheduledSummary } from '../store/messages.ts'
import type { SessionRecord } from '../store/sessions.ts'

/** The fields of a summary that move without the row: from liveness. */
export type LiveSummary = Pick<SessionSummary, 'active' | 'activeAt' | 'thinking' | 'backgroundTaskCount'>

/** The fields of a summary that the stored row and the message queue decide. */
export type StoredSummary = Omit<SessionSummary, keyof LiveSummary>

/** Tools whose request is a question to the user rather than a permission (not-shown A3). */
const INPUT_TOOLS = new Set([
  'AskUserQuestion',
  'ask_user_question',
  'ExitPlanMode',
  'exit_plan_mode',
  'request_user_input',
])

type PendingRequestSummary = SessionSummary['pendingRequests'][number]

/** The stored half of a row of the session list (spec: SessionSummary; not-shown A3). */
export function storedSummary(record: SessionRecord, scheduled: ScheduledSummary | undefined): StoredSummary {
  const pending = pendingRequests(record.agentState, record.updatedAt)
  const kinds = new Set(pending.map((request) => request.kind))
  return {
    id: record.id,
    updatedAt: record.updatedAt,
    pinned: record.pin === 'project',
    globalPinned: record.pin === 'global',
    hasConversationContent: record.hasConversationContent,
    metadata: record.metadata && summaryMetadata(record.metadata),
    metadataVersion: record.metadataVersion,
    agentStateVersion: record.agentStateVersion,
    todosUpdatedAt: record.todosUpdatedAt ?? 0,
    todoProgress: todoProgress(record.todos),
    pendingRequestsCount: pending.length,
    pendingRequestKinds: (['permission', 'input'] as const).filter((kind) => kinds.has(kind)),
    pendingRequests: pending.slice(0, SUMMARY_PENDING_REQUESTS_MAX),
    futureScheduledMessageCount: scheduled?.count ?? 0,
    nextScheduledAt: scheduled?.nextAt ?? null,
    model: record.model,
    modelReasoningEffort: record.modelReasoningEffort,
    effort: record.effort,
  }
}

function summaryMetadata(metadata: Metadata): NonNullable<SessionSummary['metadata']> {
  const { name, path, machineId, summary, flavor, worktree, lifecycleState, supersededBySessionId } = metadata
  const nativeIdKey = flavorOf(metadata).nativeIdKey
  const nativeId = nativeIdKey === null ? undefined : metadata[nativeIdKey]
  const agentSessionId = typeof nativeId === 'string' ? nativeId.trim() : ''
  return {
    ...(name !== undefined && { name }),
    ...(path !== undefined && { path }),
    ...(machineId !== undefined && { machineId }),
    ...(summary && { summary: { text: summary.text } }),
    flavor: flavor ?? null,
    ...(worktree && { worktree }),
    ...(agentSessionId !== '' && { agentSessionId }),
    ...(lifecycleState && { lifecycleState }),
    ...(supersededBySessionId && { supersededBySessionId }),
  }
}

function todoProgress(todos: TodoItem[] | undefined): SessionSummary['todoProgress'] {
  if (!todos || todos.length === 0) return null
  return { completed: todos.filter((todo) => todo.status === 'completed').length, total: todos.length }
}

/** Oldest first; a request without a time counts as old as the session's last update. */
function pendingRequests(agentState: AgentState | null, updatedAt: number): PendingRequestSummary[] {
  return Object.entries(agentState?.requests ?? {})
    .map(
      ([id, { tool, createdAt }]): PendingRequestSummary => ({
        id,
        kind: INPUT_TOOLS.has(tool) ? 'input' : 'permission',
        tool,
        since: createdAt ?? updatedAt,
      }),
    )
    .sort((a, b) => a.since - b.since || (a.id < b.id ? -1 : 1))
}
