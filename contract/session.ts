import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { EmptyBody, EpochMs, Ok, QueryInteger } from './wire.ts'

export const SESSION_LIST_LIMIT_MAX = 500
export const SESSION_TITLE_MAX_LENGTH = 255
export const SUMMARY_PENDING_REQUESTS_MAX = 5

export const Worktree = z.looseObject({
  basePath: z.string(),
  branch: z.string(),
  name: z.string(),
  worktreePath: z.string().optional(),
  createdAt: z.number().optional(),
})

export const SessionCapabilities = z.looseObject({
  concurrentClients: z.boolean().optional(),
  terminal: z.boolean().optional(),
  conversationHistory: z
    .looseObject({
      forkCurrent: z.boolean().optional(),
      forkAtMessage: z.boolean().optional(),
      rewindToMessage: z.boolean().optional(),
    })
    .optional(),
})

/**
 * `Session.metadata`: the keys the hub or the window reads. Keys we do not know are kept as sent and
 * returned as sent (ruling 20).
 */
export const Metadata = z.looseObject({
  path: z.string().optional(),
  host: z.string().optional(),
  name: z.string().optional(),
  summary: z.looseObject({ text: z.string(), updatedAt: z.number() }).nullish(),
  os: z.string().optional(),
  homeDir: z.string().optional(),
  machineId: z.string().optional(),
  flavor: z.string().nullish(),
  claudeSessionId: z.string().nullish(),
  codexSessionId: z.string().nullish(),
  geminiSessionId: z.string().nullish(),
  opencodeSessionId: z.string().nullish(),
  grokSessionId: z.string().nullish(),
  agySessionId: z.string().nullish(),
  cursorSessionId: z.string().nullish(),
  kimiSessionId: z.string().nullish(),
  copilotSessionId: z.string().nullish(),
  piSessionId: z.string().nullish(),
  cursorSessionProtocol: z.string().nullish(),
  forkedFrom: z.string().nullish(),
  startedBy: z.string().nullish(),
  startedFromRunner: z.boolean().optional(),
  lifecycleState: z.string().nullish(),
  lifecycleStateSince: z.number().nullish(),
  archivedBy: z.string().nullish(),
  archiveReason: z.string().nullish(),
  idleReconcileExempt: z.boolean().optional(),
  supersededBySessionId: z.string().nullish(),
  preferredPermissionMode: z.string().nullish(),
  preferredCopilotAgentMode: z.string().nullish(),
  startingMode: z.string().nullish(),
  capabilities: SessionCapabilities.nullish(),
  conversationHistoryDiverged: z.boolean().optional(),
  worktree: Worktree.nullish(),
  slashCommands: z.array(z.string()).optional(),
  tools: z.array(z.string()).optional(),
})
export type Metadata = z.infer<typeof Metadata>

export const PermissionAnswers = z.union([
  z.record(z.string(), z.array(z.string())),
  z.record(z.string(), z.object({ answers: z.array(z.string()) })),
])
export type PermissionAnswers = z.infer<typeof PermissionAnswers>

export const PendingRequest = z.looseObject({
  tool: z.string(),
  toolCallId: z.string().nullish(),
  arguments: z.unknown(),
  createdAt: z.number().nullish(),
})
export type PendingRequest = z.infer<typeof PendingRequest>

export const CompletedRequest = PendingRequest.extend({
  completedAt: z.number().nullish(),
  status: z.string().optional(),
  reason: z.string().nullish(),
  mode: z.string().nullish(),
  decision: z.string().nullish(),
  allowTools: z.array(z.string()).nullish(),
  answers: z.unknown().optional(),
})
export type CompletedRequest = z.infer<typeof CompletedRequest>

/** `Session.agentState`; unknown keys are kept. */
export const AgentState = z.looseObject({
  controlledByUser: z.boolean().nullish(),
  codexPlanProposalId: z.string().nullish(),
  steeringActive: z.boolean().nullish(),
  startingMode: z.string().nullish(),
  requests: z.record(z.string(), PendingRequest).nullish(),
  completedRequests: z.record(z.string(), CompletedRequest).nullish(),
})
export type AgentState = z.infer<typeof AgentState>

export const TodoItem = z.object({
  content: z.string(),
  status: z.enum(['pending', 'in_progress', 'completed']),
  priority: z.enum(['high', 'medium', 'low']).default('medium'),
  id: z.string().default(''),
  activeForm: z.string().optional(),
})
export type TodoItem = z.infer<typeof TodoItem>

export const TeamState = z.object({
  teamName: z.string(),
  description: z.string().optional(),
  members: z
    .array(
      z.object({
        name: z.string(),
        agentType: z.string().optional(),
        status: z.enum(['active', 'idle', 'shutdown']).optional(),
      }),
    )
    .optional(),
  tasks: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        description: z.string().optional(),
        status: z.enum(['pending', 'in_progress', 'completed', 'blocked']).optional(),
        owner: z.string().optional(),
      }),
    )
    .optional(),
  messages: z
    .array(
      z.object({
        from: z.string(),
        to: z.string(),
        summary: z.string(),
        type: z.enum(['message', 'broadcast', 'shutdown_request', 'shutdown_response']),
        timestamp: z.number(),
      }),
    )
    .optional(),
  updatedAt: z.number().optional(),
})
export type TeamState = z.infer<typeof TeamState>

export const ModelSelection = z.union([
  z.string(),
  z.object({ provider: z.string(), modelId: z.string() }),
  z.null(),
])
export type ModelSelection = z.infer<typeof ModelSelection>

export const CollaborationMode = z.enum(['default', 'plan'])
export const ServiceTier = z.enum(['fast', 'standard'])

/** A full session record (spec: Session; reference not-shown A2). */
export const Session = z.object({
  id: z.string(),
  namespace: z.string(),
  seq: z.number(),
  createdAt: EpochMs,
  updatedAt: EpochMs,
  active: z.boolean(),
  activeAt: EpochMs,
  thinking: z.boolean(),
  thinkingAt: EpochMs,
  activeTurnStartedAt: EpochMs.nullish(),
  backgroundTaskCount: z.number().optional(),
  pinned: z.boolean().optional(),
  globalPinned: z.boolean().optional(),
  hasConversationContent: z.boolean().optional(),
  metadata: Metadata.nullable(),
  metadataVersion: z.number(),
  agentState: AgentState.nullable(),
  agentStateVersion: z.number(),
  todos: z.array(TodoItem).optional(),
  todosUpdatedAt: z.number().optional(),
  teamState: TeamState.nullish(),
  teamStateUpdatedAt: z.number().optional(),
  model: ModelSelection.optional(),
  modelReasoningEffort: z.string().nullish(),
  effort: z.string().nullish(),
  serviceTier: z.string().nullish(),
  permissionMode: z.string().nullish(),
  collaborationMode: CollaborationMode.nullish(),
  copilotAgentMode: z.string().nullish(),
})
export type Session = z.infer<typeof Session>

const versioned = <Value extends z.ZodType>(value: Value) => z.strictObject({ version: z.number(), value })

/** A partial update of a session; an unknown key makes it invalid (spec: Versioned patch algorithm). */
export const SessionPatch = z.strictObject({
  active: z.boolean().optional(),
  activeAt: EpochMs.optional(),
  thinking: z.boolean().optional(),
  activeTurnStartedAt: EpochMs.nullish(),
  updatedAt: EpochMs.optional(),
  metadata: versioned(Metadata.nullable()).optional(),
  agentState: versioned(AgentState.nullable()).optional(),
  todos: versioned(z.array(TodoItem)).optional(),
  teamState: versioned(TeamState.nullable()).optional(),
  model: ModelSelection.optional(),
  modelReasoningEffort: z.string().nullish(),
  effort: z.string().nullish(),
  serviceTier: z.string().nullish(),
  permissionMode: z.string().nullish(),
  collaborationMode: CollaborationMode.nullish(),
  copilotAgentMode: z.string().nullish(),
  backgroundTaskCount: z.number().optional(),
  scratchlistUpdatedAt: EpochMs.optional(),
})
export type SessionPatch = z.infer<typeof SessionPatch>

export const PendingRequestKind = z.enum(['permission', 'input'])

/** A row of the session list (spec: SessionSummary; reference not-shown A3). */
export const SessionSummary = z.object({
  id: z.string(),
  active: z.boolean(),
  activeAt: EpochMs,
  thinking: z.boolean(),
  updatedAt: EpochMs,
  pinned: z.boolean(),
  globalPinned: z.boolean(),
  hasConversationContent: z.boolean(),
  metadata: z
    .object({
      name: z.string().optional(),
      path: z.string().optional(),
      machineId: z.string().optional(),
      summary: z.object({ text: z.string() }).optional(),
      flavor: z.string().nullable(),
      worktree: Worktree.optional(),
      agentSessionId: z.string().optional(),
      lifecycleState: z.string().optional(),
      supersededBySessionId: z.string().optional(),
    })
    .nullable(),
  metadataVersion: z.number(),
  agentStateVersion: z.number(),
  todosUpdatedAt: z.number(),
  todoProgress: z.object({ completed: z.number(), total: z.number() }).nullable(),
  /** The authoritative count; `pendingRequests` holds at most five of them, oldest first. */
  pendingRequestsCount: z.number(),
  pendingRequestKinds: z.array(PendingRequestKind),
  pendingRequests: z.array(
    z.object({ id: z.string(), kind: PendingRequestKind, tool: z.string(), since: EpochMs }),
  ),
  backgroundTaskCount: z.number(),
  futureScheduledMessageCount: z.number(),
  nextScheduledAt: EpochMs.nullable(),
  model: ModelSelection,
  modelReasoningEffort: z.string().nullable(),
  effort: z.string().nullable(),
})
export type SessionSummary = z.infer<typeof SessionSummary>

export const SessionListQuery = z.object({
  limit: QueryInteger.pipe(z.int().min(1).max(SESSION_LIST_LIMIT_MAX)).optional(),
  order: z.enum(['updatedAt']).optional(),
})
export type SessionListQuery = z.infer<typeof SessionListQuery>

export const SessionListResponse = z.object({ sessions: z.array(SessionSummary) })
export const SessionResponse = z.object({ session: Session })

export const PinMode = z.enum(['none', 'project', 'global'])
export type PinMode = z.infer<typeof PinMode>

export const ResumeBody = z.object({ permissionMode: z.string().min(1).optional() })
export const ResumeResponse = z.object({ type: z.literal('success'), sessionId: z.string() })
export const ReopenResponse = z.object({
  ok: z.literal(true),
  sessionId: z.string(),
  resumed: z.boolean(),
  cursorSessionProtocol: z.string().optional(),
})
export const ArchiveResponse = z.object({ ok: z.literal(true), alreadyArchived: z.literal(true).optional() })

const title = z.string().min(1).max(SESSION_TITLE_MAX_LENGTH)

export const listSessions = endpoint('GET', '/api/sessions', {
  query: SessionListQuery,
  response: SessionListResponse,
})
export const getSession = endpoint('GET', '/api/sessions/:id', { response: SessionResponse })
export const resumeSession = endpoint('POST', '/api/sessions/:id/resume', {
  body: ResumeBody,
  bodyOptional: true,
  response: ResumeResponse,
})
export const reopenSession = endpoint('POST', '/api/sessions/:id/reopen', {
  body: EmptyBody,
  bodyOptional: true,
  response: ReopenResponse,
})
export const abortSession = endpoint('POST', '/api/sessions/:id/abort', {
  body: EmptyBody,
  bodyOptional: true,
  response: Ok,
})
export const archiveSession = endpoint('POST', '/api/sessions/:id/archive', {
  body: EmptyBody,
  bodyOptional: true,
  response: ArchiveResponse,
})
export const deleteSession = endpoint('DELETE', '/api/sessions/:id', { response: Ok })
export const renameSession = endpoint('PATCH', '/api/sessions/:id', {
  body: z.object({ name: title }),
  response: Ok,
})
export const setSessionSummary = endpoint('PATCH', '/api/sessions/:id/summary', {
  body: z.object({ text: z.string().trim().pipe(title) }),
  response: Ok,
})
export const pinSession = endpoint('PUT', '/api/sessions/:id/pin', {
  body: z.object({ mode: PinMode }),
  response: Ok,
})
export const switchSession = endpoint('POST', '/api/sessions/:id/switch', {
  body: EmptyBody,
  bodyOptional: true,
  response: Ok,
})
