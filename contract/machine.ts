import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { findFlavor } from './flavors.ts'
import { CollaborationMode, ServiceTier } from './session.ts'
import { EmptyBody, EpochMs, Ok, RpcFailure } from './wire.ts'

export const PATHS_EXISTS_MAX = 1000
export const DISPLAY_NAME_MAX = 64
/** Entry of `metadata.capabilities` of runners that can check and spawn agents as clients expect. */
export const AGENT_AVAILABILITY_CAPABILITY = 'agent-availability'

export const MachineMetadata = z.looseObject({
  host: z.string(),
  platform: z.string(),
  happyCliVersion: z.string().optional(),
  displayName: z.string().nullish(),
  homeDir: z.string().optional(),
  workspaceRoots: z.array(z.string()).optional(),
  capabilities: z.array(z.string()).optional(),
  supervisedRestart: z.boolean().optional(),
})
export type MachineMetadata = z.infer<typeof MachineMetadata>

export const RunnerState = z.looseObject({
  status: z.string(),
  pid: z.number().optional(),
  httpPort: z.number().optional(),
  startedAt: z.number().optional(),
  capabilities: z.looseObject({}).optional(),
  lastSpawnError: z.unknown().optional(),
})
export type RunnerState = z.infer<typeof RunnerState>

export const MachineHealth = z.strictObject({
  collectedAt: z.number(),
  cpuCount: z.int().positive().optional(),
  load1m: z.number().min(0).optional(),
  cpuPercent: z.number().min(0).max(100).optional(),
  memoryPercent: z.number().min(0).max(100).optional(),
  uptimeSeconds: z.number().min(0).optional(),
})
export type MachineHealth = z.infer<typeof MachineHealth>

/** A computer with a runner (spec: Machine; reference not-shown A4). */
export const Machine = z.object({
  id: z.string(),
  namespace: z.string(),
  seq: z.number(),
  createdAt: EpochMs,
  updatedAt: EpochMs,
  active: z.boolean(),
  activeAt: EpochMs,
  metadata: MachineMetadata.nullable(),
  metadataVersion: z.number(),
  runnerState: RunnerState.nullable(),
  runnerStateVersion: z.number(),
  health: MachineHealth.nullish(),
})
export type Machine = z.infer<typeof Machine>

export const MachinePatch = z.strictObject({
  active: z.boolean().optional(),
  activeAt: EpochMs.optional(),
  updatedAt: EpochMs.optional(),
})
export type MachinePatch = z.infer<typeof MachinePatch>

export const AgentAvailability = z.object({
  agent: z.string(),
  available: z.boolean(),
  /** A word of a newer runner is left out. */
  reason: z.enum(['not_found', 'invalid_configuration']).optional().catch(undefined),
})
export type AgentAvailability = z.infer<typeof AgentAvailability>

/** Body of a spawn; the agent is accepted in both spellings (ruling 1). */
export const SpawnBody = z
  .object({
    directory: z.string().min(1),
    agent: z
      .string()
      .refine((name) => findFlavor(name) !== undefined, 'Unknown agent')
      .optional(),
    model: z.string().min(1).optional(),
    effort: z.string().min(1).optional(),
    modelReasoningEffort: z.string().min(1).optional(),
    yolo: z.boolean().optional(),
    permissionMode: z.string().min(1).optional(),
    sessionType: z.enum(['simple', 'worktree']).optional(),
    worktreeName: z.string().optional(),
    serviceTier: ServiceTier.optional(),
    collaborationMode: CollaborationMode.optional(),
    copilotAgentMode: z.string().min(1).optional(),
    startingMode: z.enum(['remote', 'pty']).optional(),
  })
  .superRefine((body, context) => {
    const flavor = findFlavor(body.agent ?? 'agentA')
    if (body.startingMode && flavor && !flavor.startingModes.includes(body.startingMode)) {
      context.addIssue({
        code: 'custom',
        path: ['startingMode'],
        message: `${flavor.label} only starts in mode ${flavor.startingModes.join(', ')}`,
      })
    }
  })
export type SpawnBody = z.infer<typeof SpawnBody>

/** A failed spawn is still HTTP 200 (spec: Spawn rules). */
export const SpawnResponse = z.discriminatedUnion('type', [
  z.object({ type: z.literal('success'), sessionId: z.string() }),
  z.object({
    type: z.literal('error'),
    message: z.string(),
    code: z.string().optional(),
    agent: z.string().optional(),
  }),
])
export type SpawnResponse = z.infer<typeof SpawnResponse>

export const DirectoryEntry = z.object({
  name: z.string(),
  /** What a newer runner calls otherwise is `other`. */
  type: z.enum(['file', 'directory', 'other']).catch('other'),
  size: z.number().optional(),
  modified: z.number().optional(),
  isGitRepo: z.boolean().optional(),
})
export type DirectoryEntry = z.infer<typeof DirectoryEntry>

export const ListDirectoryResponse = z.union([
  z.object({ success: z.literal(true), entries: z.array(DirectoryEntry) }),
  RpcFailure,
])

export const PathsExistsResponse = z.union([
  z.object({
    exists: z.record(z.string(), z.boolean()),
    outsideWorkspaceRoots: z.array(z.string()).optional(),
  }),
  RpcFailure,
])

export const AgentAvailabilityResponse = z.union([
  z.object({ agents: z.array(AgentAvailability) }),
  RpcFailure,
])

export const listMachines = endpoint('GET', '/api/machines', {
  response: z.object({ machines: z.array(Machine) }),
})
/** Names a machine for people; an empty name clears it, and the host's own is shown again. */
export const renameMachine = endpoint('PATCH', '/api/machines/:id', {
  body: z.object({ displayName: z.string().trim().max(DISPLAY_NAME_MAX) }),
  response: Ok,
  invalidBody: `Invalid body: displayName is required, at most ${DISPLAY_NAME_MAX} characters`,
})
export const getAgentAvailability = endpoint('GET', '/api/machines/:id/agent-availability', {
  response: AgentAvailabilityResponse,
})
/** The codes of failed spawns that clients may rely on; a runner's other codes are not passed on. */
export const RUNNER_SPAWN_CODES: readonly string[] = ['agent_unavailable', 'outside_workspace_roots']

export const spawnSession = endpoint('POST', '/api/machines/:id/spawn', {
  body: SpawnBody,
  response: SpawnResponse,
})
export const listMachineDirectory = endpoint('POST', '/api/machines/:id/list-directory', {
  body: z.object({ path: z.string(), includeHidden: z.boolean().optional() }),
  response: ListDirectoryResponse,
})
export const checkPathsExist = endpoint('POST', '/api/machines/:id/paths/exists', {
  // As many as may be asked for, each as long as it may be.
  bodyLimitBytes: 16 * 1024 * 1024,
  body: z.object({ paths: z.array(z.string()).max(PATHS_EXISTS_MAX) }),
  response: PathsExistsResponse,
})
/**
 * Ends the machine's runner, which its supervisor starts again. Errors carry a code: 404
 * `machine_not_found`, 403 `access_denied`, 503 `machine_offline`, 502 `restart_unsupported` or
 * `restart_failed` (ruling 25).
 */
export const restartRunner = endpoint('POST', '/api/machines/:id/restart-runner', {
  body: EmptyBody,
  bodyOptional: true,
  response: z.object({ message: z.string() }),
})
