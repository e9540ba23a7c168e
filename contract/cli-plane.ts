import { z } from 'zod'
import { CollaborationMode } from './session.ts'

/**
 * The agent-facing plane: Socket.IO namespace `/cli` and HTTP `/cli/*`. Event names, payloads and
 * acknowledgements as the public CLI speaks them; none of it may be called by clients of the API.
 */

export const SOCKET_PATH = '/socket.io/'
export const CLI_NAMESPACE = '/cli'
export const CLI_PROTOCOL_HEADER = 'x-hapi-protocol-version'
export const SOCKET_MAX_FRAME_BYTES = 48 * 1024 * 1024

export const SESSION_ALIVE_TIMEOUT_MS = 30_000
export const MACHINE_ALIVE_TIMEOUT_MS = 45_000
export const KEEP_ALIVE_BROADCAST_MS = 10_000
export const KEEP_ALIVE_MAX_AGE_MS = 10 * 60_000
export const QUEUED_THINKING_GRACE_MS = 15_000
/** A queued prompt the CLI has not consumed is delivered again after this long (ruling 17). */
export const REDELIVER_AFTER_MS = 15_000
export const HUB_TICK_MS = 5_000

export const RPC_TIMEOUT_MS = 30_000
export const RPC_SLOW_TIMEOUT_MS = 120_000
export const QUEUE_ACK_TIMEOUT_MS = 500

/** How long a resumed agent may take to keep alive, how long to be ready, and a handed-over one to leave. */
export const RESUME_ACTIVE_TIMEOUT_MS = 15_000
export const RESUME_READY_TIMEOUT_MS = 60_000
export const HANDOFF_TIMEOUT_MS = 15_000

/** Agent strings longer than this are cut to head + marker + tail before they are stored. */
export const AGENT_STRING_MAX = 65_536
export const AGENT_STRING_HEAD = 49_152
export const AGENT_STRING_TAIL = 12_288

export const BACKFILL_LIMIT_MAX = 200

export const SocketAuth = z.looseObject({
  token: z.string(),
  sessionId: z.string().optional(),
  machineId: z.string().optional(),
})

const sid = z.string().min(1)
const localIds = z
  .array(z.unknown())
  .transform((ids) => ids.filter((id): id is string => typeof id === 'string' && id !== ''))

export const MessagePayload = z.looseObject({
  sid,
  message: z.unknown(),
  localId: z.string().min(1).nullish(),
  createdAt: z.number().nullish(),
})
export const UpdateMetadataPayload = z.looseObject({ sid, expectedVersion: z.int(), metadata: z.unknown() })
export const UpdateStatePayload = z.looseObject({ sid, expectedVersion: z.int(), agentState: z.unknown() })

/**
 * Live configuration a keep-alive may carry; a field that is present is applied. A field we cannot read is
 * passed over: the session is alive all the same.
 */
export const SessionConfig = z.object({
  permissionMode: z.string().optional().catch(undefined),
  model: z.string().nullable().optional().catch(undefined),
  modelReasoningEffort: z.string().nullable().optional().catch(undefined),
  effort: z.string().nullable().optional().catch(undefined),
  serviceTier: z.string().nullable().optional().catch(undefined),
  collaborationMode: CollaborationMode.optional().catch(undefined),
  copilotAgentMode: z.string().optional().catch(undefined),
})
export type SessionConfig = z.infer<typeof SessionConfig>

export const SessionAlivePayload = SessionConfig.extend({
  sid,
  time: z.number(),
  thinking: z.boolean().optional().catch(undefined),
})
export type SessionAlivePayload = z.infer<typeof SessionAlivePayload>

export const SessionReadyPayload = z.looseObject({ sid })
export const SessionEndPayload = z.looseObject({
  sid,
  reason: z.enum(['completed', 'terminated', 'error', 'handoff', 'cleared']).optional().catch(undefined),
})

export const MessagesConsumedPayload = z.looseObject({
  sid,
  localIds,
  clearQueuedThinkingGrace: z.boolean().optional(),
  steered: z.boolean().optional(),
})
export const MessagesIndeterminatePayload = z.looseObject({ sid, localIds })
export const MessagesSteerStatePayload = z.looseObject({
  sid,
  localIds,
  state: z.enum(['queued', 'dispatching']),
})
export const NativeQueueMessagePayload = z.looseObject({
  sid,
  localId: z.string().min(1),
  text: z.string().nullable(),
})

const machineId = z.string().min(1)
export const MachineAlivePayload = z.looseObject({
  machineId,
  time: z.number(),
  health: z.unknown().optional(),
})
export const MachineUpdateMetadataPayload = z.looseObject({
  machineId,
  expectedVersion: z.int(),
  metadata: z.unknown(),
})
export const MachineUpdateStatePayload = z.looseObject({
  machineId,
  expectedVersion: z.int(),
  runnerState: z.unknown(),
})
export const MachineAgyModelsChangedPayload = z.looseObject({ machineId })
export const RpcRegisterPayload = z.looseObject({ method: z.string().min(1) })

/** Acknowledgement of a versioned write. */
export type VersionedAck<Key extends string> =
  | ({ result: 'success' | 'version-mismatch'; version: number } & { [K in Key]: unknown })
  | { result: 'error'; reason?: string }

/** A CLI's answer to `cancel-queued-message`; combined over several sockets by priority. */
export const CancelAck = z.looseObject({
  removed: z.boolean().optional(),
  inFlight: z.boolean().optional(),
  indeterminate: z.boolean().optional(),
  consumed: z.boolean().optional(),
  accepted: z.boolean().optional(),
})
export type CancelAck = z.infer<typeof CancelAck>

/** `new-message` as a CLI receives it. */
export interface DeliveredMessage {
  id: string
  seq: number
  createdAt: number
  localId: string | null
  content: unknown
}

/** Body of the `update` event, hub to CLI. */
export type UpdateBody =
  | { t: 'new-message'; sid: string; message: DeliveredMessage }
  | {
      t: 'update-session'
      sid: string
      metadata: { version: number; value: unknown } | null
      agentState: { version: number; value: unknown } | null
    }
  | {
      t: 'update-machine'
      machineId: string
      metadata: { version: number; value: unknown } | null
      runnerState: { version: number; value: unknown } | null
    }
  | { t: 'cancel-queued-message'; sid: string; messageId: string; localId: string }
  | { t: 'retry-queued-message'; sid: string; messageId: string; localId: string; message: DeliveredMessage }

export interface UpdateEnvelope {
  id: string
  seq: number
  createdAt: number
  body: UpdateBody
}

/** The error event a socket receives for an event on something that is not its own. */
export interface SocketError {
  message: string
  code: 'not-found' | 'access-denied' | 'namespace-missing'
  scope: 'session' | 'machine'
  id: string
}

/** Registered RPC names are `<session or machine id>:<method>`. */
export const SESSION_RPC = {
  permission: 'permission',
  abort: 'abort',
  switch: 'switch',
  setSessionConfig: 'set-session-config',
  killSession: 'killSession',
  handoffLocal: 'handoff-local',
  steerQueuedMessage: 'steer-queued-message',
  implementCodexPlan: 'implement-codex-plan',
  clearConversation: 'clear-conversation',
  listSlashCommands: 'listSlashCommands',
  listSkills: 'listSkills',
  readFile: 'readFile',
  forkConversation: 'fork-conversation',
  rewindConversation: 'rewind-conversation',
} as const

export const MACHINE_RPC = {
  spawn: 'spawn-happy-session',
  stopSession: 'stop-session',
  stopRunner: 'stop-runner',
  agentAvailability: 'agent-availability',
  listDirectory: 'list-directory',
  pathExists: 'path-exists',
  cursorChatStoreStatus: 'cursor-chat-store-status',
} as const

// HTTP /cli/*

export const CliMachineBody = z.looseObject({
  id: z.string().min(1),
  metadata: z.unknown(),
  runnerState: z.unknown().optional(),
})
export type CliMachineBody = z.infer<typeof CliMachineBody>

export const CliSessionBody = z.looseObject({
  tag: z.string().min(1),
  id: z.uuid().optional(),
  metadata: z.unknown(),
  agentState: z.unknown().optional(),
  model: z.string().nullish(),
  modelReasoningEffort: z.string().nullish(),
  effort: z.string().nullish(),
  machine: CliMachineBody.optional(),
})
export type CliSessionBody = z.infer<typeof CliSessionBody>

export const CliBackfillQuery = z.object({
  afterSeq: z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number),
  limit: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(BACKFILL_LIMIT_MAX))
    .default(BACKFILL_LIMIT_MAX),
})

/** A row of the CLI's backfill after a reconnect. */
export interface BackfillMessage extends DeliveredMessage {
  invokedAt: number | null
  scheduledAt: number | null
  deliveryState?: string
}

/** What a terminal needs to resume a session locally. */
export interface LocalResumeTarget {
  sessionId: string
  directory: string
  agentSessionId: string
  flavor: string
  machineId?: string
  host?: string
  active: boolean
  thinking: boolean
  controlledByUser: boolean
  model: string | null
  effort: string | null
  modelReasoningEffort: string | null
  permissionMode?: string
  collaborationMode?: string
  copilotAgentMode?: string
}

export interface ResumableSession extends LocalResumeTarget {
  updatedAt: number
  name?: string
  summary?: string
  firstUserMessage?: string
}

// RPC results the hub reads

export const RpcError = z.looseObject({ error: z.string() })
export const SpawnRpcResult = z.looseObject({
  type: z.string().optional(),
  sessionId: z.string().optional(),
  errorMessage: z.string().optional(),
  message: z.string().optional(),
  error: z.string().optional(),
  code: z.string().optional(),
  agent: z.string().optional(),
  directory: z.string().optional(),
})
export const ChatStoreStatusRpcResult = z.looseObject({ onDisk: z.boolean() })
export const SteerRpcResult = z.looseObject({
  steered: z.boolean().optional(),
  error: z.string().optional(),
  indeterminate: z.boolean().optional(),
})
export const ForkRpcResult = z.looseObject({
  /** The agent's own id of the new conversation; with `forkSession` of the old one, which the child forks. */
  nativeSessionId: z.string().min(1),
  forkSession: z.boolean().optional(),
  /** The child, where a shared agent has already made its session. */
  sessionId: z.string().min(1).optional(),
})
export type ForkRpcResult = z.infer<typeof ForkRpcResult>
export const RewindRpcResult = z.discriminatedUnion('success', [
  z.looseObject({
    success: z.literal(true),
    truncateFromLocalId: z.string().min(1),
    /** What takes the place of the rows that go. */
    messages: z
      .array(
        z.looseObject({
          content: z.unknown(),
          localId: z.string().min(1).nullish(),
          createdAt: z.number().nullish(),
          invokedAt: z.number().nullish(),
        }),
      )
      .nullish(),
  }),
  z.looseObject({
    success: z.literal(false),
    error: z.string(),
    code: z.string().nullish(),
    /** How the agent is left: as it was, in every one of these cases. */
    outcome: z.enum(['rejected', 'cancelled', 'source_restored']),
  }),
])
export type RewindRpcResult = z.infer<typeof RewindRpcResult>
export const ConfigRpcResult = z.looseObject({
  applied: z.record(z.string(), z.unknown()).optional(),
  error: z.string().optional(),
})

export const PlanRpcResult = z.union([
  z.looseObject({ ok: z.literal(true) }),
  z.looseObject({ ok: z.literal(false), code: z.string().optional(), error: z.string().optional() }),
])
export const ClearRpcResult = z.looseObject({ sessionId: z.string().min(1) })

export interface SpawnRpcParams {
  type: 'spawn-in-directory'
  directory: string
  agent: string
  model?: string
  modelReasoningEffort?: string
  effort?: string
  yolo?: boolean
  permissionMode?: string
  serviceTier?: string
  collaborationMode?: string
  copilotAgentMode?: string
  startingMode?: string
  sessionType?: string
  worktreeName?: string
  resumeSessionId?: string
  existingSessionId?: string
  /** Same value as `existingSessionId`. */
  sessionId?: string
  forkSession: boolean
}
