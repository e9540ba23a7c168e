import { z } from 'zod'
import { type Endpoint, endpoint } from './endpoint.ts'
import type { FlavorId } from './flavors.ts'
import { QueryBoolean, RpcFailure } from './wire.ts'

// What a catalog holds is the agent's business: the hub passes it on as it came, and clients read the
// fields below where they are (not-shown A13).

/** A model of the Codex catalog. */
export const CodexModel = z.object({
  id: z.string(),
  displayName: z.string().nullish(),
  isDefault: z.boolean().nullish(),
  defaultReasoningEffort: z.string().nullish(),
  defaultServiceTier: z.string().nullish(),
  supportedReasoningEfforts: z.array(z.string()).nullish(),
  serviceTiers: z.array(z.string()).nullish(),
})
export type CodexModel = z.infer<typeof CodexModel>

export const EffortOption = z.object({
  value: z.string(),
  name: z.string().nullish(),
  isDefault: z.boolean().nullish(),
})
export type EffortOption = z.infer<typeof EffortOption>

/** A model of every other catalog; Pi adds provider, window and thinking levels, Grok reasoning efforts. */
export const ModelOption = z.object({
  modelId: z.string(),
  name: z.string().nullish(),
  provider: z.string().optional(),
  contextWindow: z.number().nullish(),
  reasoning: z.boolean().nullish(),
  /** The agent's own word for a thinking level; null where the model lacks it. */
  thinkingLevelMap: z.record(z.string(), z.string().nullable()).nullish(),
  reasoningEfforts: z.array(EffortOption).nullish(),
})
export type ModelOption = z.infer<typeof ModelOption>

const catalog = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.union([z.object({ success: z.literal(true), ...fields }), RpcFailure])

export const CodexModelsResponse = catalog({ models: z.array(CodexModel) })
export const ModelsResponse = catalog({
  availableModels: z.array(ModelOption),
  currentModelId: z.string().nullish(),
  /** Cursor: the models its command line takes. */
  cliModelSkus: z.array(ModelOption).nullish(),
  /** Grok: the permission mode `auto` can be chosen. */
  autoPermissionModeSupported: z.boolean().nullish(),
  /** Advice to show beside the list, such as a sign-in that has lapsed. */
  error: z.string().nullish(),
})
export const EffortOptionsResponse = catalog({
  options: z.array(EffortOption),
  currentValue: z.string().nullish(),
})
export const ModelVariantsResponse = catalog({ variants: z.unknown() })

// A session's own catalogs: an active session of the flavor in the path, 400 otherwise; 503
// `rpc_target_missing` when its CLI is away or has no such list; other failures are 200
// `{success: false, error}`. Each is also served under the agent's own name, such as `codex-models`.

export const listSessionCodexModels = endpoint('GET', '/api/sessions/:id/agentB-models', {
  response: CodexModelsResponse,
})
export const listSessionCursorModels = endpoint('GET', '/api/sessions/:id/agentC-models', {
  response: ModelsResponse,
})
export const listSessionGrokModels = endpoint('GET', '/api/sessions/:id/agentD-models', {
  response: ModelsResponse,
})
export const listSessionPiModels = endpoint('GET', '/api/sessions/:id/agentE-models', {
  response: ModelsResponse,
})
export const listSessionOpencodeModels = endpoint('GET', '/api/sessions/:id/agentG-models', {
  response: ModelsResponse,
})
export const listSessionCopilotModels = endpoint('GET', '/api/sessions/:id/agentH-models', {
  response: ModelsResponse,
})
export const listSessionGrokEfforts = endpoint('GET', '/api/sessions/:id/agentD-reasoning-effort-options', {
  response: EffortOptionsResponse,
})
export const listSessionOpencodeEfforts = endpoint(
  'GET',
  '/api/sessions/:id/agentG-reasoning-effort-options',
  { response: EffortOptionsResponse },
)

// A machine's catalogs, for sessions yet to be started: 503 `rpc_target_missing` when its runner is away
// or has no such list; other failures are 200 `{success: false, error}`.

const path = z.string().regex(/\S/)
/** The folder the session would start in, which decides what the agent offers. */
const InFolder = z.object({ cwd: path })

export const listMachineCodexModels = endpoint('GET', '/api/machines/:id/agentB-models', {
  response: CodexModelsResponse,
})
export const listMachineCursorModels = endpoint('GET', '/api/machines/:id/agentC-models', {
  response: ModelsResponse,
})
export const listMachinePiModels = endpoint('GET', '/api/machines/:id/agentE-models', {
  response: ModelsResponse,
})
/** Answered from the machine's cache, which `refresh` bypasses; may carry advice in `error` beside the list. */
export const listMachineAgyModels = endpoint('GET', '/api/machines/:id/agentI-models', {
  query: z.object({ refresh: QueryBoolean.default(false) }),
  response: ModelsResponse,
})
export const listMachineGrokModels = endpoint('GET', '/api/machines/:id/agentD-models', {
  query: InFolder,
  response: ModelsResponse,
})
export const listMachineOpencodeModels = endpoint('GET', '/api/machines/:id/agentG-models', {
  query: InFolder,
  response: ModelsResponse,
})
export const listMachineCopilotModels = endpoint('GET', '/api/machines/:id/agentH-models', {
  query: InFolder,
  response: ModelsResponse,
})
export const listMachineOpencodeVariants = endpoint('GET', '/api/machines/:id/agentG-model-variants', {
  query: z.object({ cwd: path.optional() }),
  response: ModelVariantsResponse,
})

type ModelLists = typeof CodexModelsResponse | typeof ModelsResponse
type Lists = ModelLists | typeof EffortOptionsResponse | typeof ModelVariantsResponse

/** A catalog: where clients ask for it, and the method that answers on the other side. */
export interface SessionCatalog<Response extends Lists = Lists> {
  readonly endpoint: Endpoint<`/api/sessions/:id/${string}`, undefined, undefined, Response>
  readonly rpc: string
}
export interface MachineCatalog<Response extends Lists = Lists> {
  readonly endpoint: Endpoint<`/api/machines/:id/${string}`, z.ZodType | undefined, undefined, Response>
  /** Called with the query as parameters. */
  readonly rpc: string
}
/** Catalogs by the flavor they are of; flavors without one are absent. */
export type ByFlavor<Catalog> = { readonly [Id in FlavorId]?: Catalog }

export const SESSION_MODELS: ByFlavor<SessionCatalog<ModelLists>> = {
  agentB: { endpoint: listSessionCodexModels, rpc: 'listCodexModels' },
  agentC: { endpoint: listSessionCursorModels, rpc: 'listCursorModels' },
  agentD: { endpoint: listSessionGrokModels, rpc: 'listGrokModels' },
  agentE: { endpoint: listSessionPiModels, rpc: 'listPiModels' },
  agentG: { endpoint: listSessionOpencodeModels, rpc: 'listOpencodeModels' },
  agentH: { endpoint: listSessionCopilotModels, rpc: 'listCopilotModels' },
}
export const SESSION_EFFORTS: ByFlavor<SessionCatalog<typeof EffortOptionsResponse>> = {
  agentD: { endpoint: listSessionGrokEfforts, rpc: 'listGrokReasoningEffortOptions' },
  agentG: { endpoint: listSessionOpencodeEfforts, rpc: 'listOpencodeReasoningEffortOptions' },
}
export const MACHINE_MODELS: ByFlavor<MachineCatalog<ModelLists>> = {
  agentB: { endpoint: listMachineCodexModels, rpc: 'listCodexModels' },
  agentC: { endpoint: listMachineCursorModels, rpc: 'listCursorModels' },
  agentD: { endpoint: listMachineGrokModels, rpc: 'listGrokModelsForCwd' },
  agentE: { endpoint: listMachinePiModels, rpc: 'listPiModelsForMachine' },
  agentG: { endpoint: listMachineOpencodeModels, rpc: 'listOpencodeModelsForCwd' },
  agentH: { endpoint: listMachineCopilotModels, rpc: 'listCopilotModelsForCwd' },
  agentI: { endpoint: listMachineAgyModels, rpc: 'listAgyModels' },
}
export const MACHINE_VARIANTS: ByFlavor<MachineCatalog<typeof ModelVariantsResponse>> = {
  agentG: { endpoint: listMachineOpencodeVariants, rpc: 'listOpencodeModelVariants' },
}

// What can be typed into a session.

export const SlashCommand = z.object({
  name: z.string(),
  description: z.string().nullish(),
  /** `builtin`, `user`, `plugin` or `project`. */
  source: z.string().nullish(),
  content: z.string().nullish(),
  pluginName: z.string().nullish(),
})
export type SlashCommand = z.infer<typeof SlashCommand>

export const Skill = z.object({ name: z.string(), description: z.string().nullish() })
export type Skill = z.infer<typeof Skill>

export const SlashCommandsResponse = catalog({ commands: z.array(SlashCommand) })
export type SlashCommandsResponse = z.infer<typeof SlashCommandsResponse>
export const SkillsResponse = catalog({ skills: z.array(Skill) })
export type SkillsResponse = z.infer<typeof SkillsResponse>

/** The agent's commands, with those it named at its start; of an inactive session those alone. */
export const listSlashCommands = endpoint('GET', '/api/sessions/:id/slash-commands', {
  response: SlashCommandsResponse,
})
export const listSkills = endpoint('GET', '/api/sessions/:id/skills', { response: SkillsResponse })
