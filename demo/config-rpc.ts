import { MACHINE_MODELS, SESSION_EFFORTS, SESSION_MODELS } from '../contract/catalog.ts'
import { SESSION_RPC } from '../contract/cli-plane.ts'
import type { Flavor, FlavorId } from '../contract/flavors.ts'
import type { ModelSelection } from '../contract/session.ts'
import type { CliSocket } from './cli-client.ts'

const named = (...names: string[]) =>
  names.map((name) => ({ modelId: name.toLowerCase().replaceAll(' ', '-'), name }))
const efforts = (standard: string, ...values: string[]) =>
  values.map((value) => ({ value, name: value, isDefault: value === standard }))

/** What each simulated agent offers, in the words of its own catalog. */
const MODELS: { readonly [Id in FlavorId]?: object } = {
  agentB: {
    models: [
      {
        id: 'gpt-5-codex',
        displayName: 'GPT-5 Codex',
        isDefault: true,
        defaultReasoningEffort: 'medium',
        supportedReasoningEfforts: ['low', 'medium', 'high', 'xhigh'],
        serviceTiers: ['standard', 'fast'],
      },
      {
        id: 'gpt-5-codex-mini',
        displayName: 'GPT-5 Codex mini',
        isDefault: false,
        defaultReasoningEffort: 'medium',
        supportedReasoningEfforts: ['low', 'medium', 'high'],
      },
    ],
  },
  agentD: {
    availableModels: named('Grok Code', 'Grok Code Fast').map((model) => ({
      ...model,
      reasoningEfforts: efforts('medium', 'low', 'medium', 'high'),
    })),
    autoPermissionModeSupported: true,
  },
  agentE: {
    availableModels: [
      { provider: 'acme', modelId: 'large', name: 'Acme Large', contextWindow: 200_000, reasoning: true },
      { provider: 'acme', modelId: 'small', name: 'Acme Small', contextWindow: 64_000, reasoning: false },
    ],
  },
  agentG: { availableModels: named('Big Pickle', 'Small Pickle') },
}
const EFFORTS: { readonly [Id in FlavorId]?: object[] } = {
  agentD: efforts('medium', 'low', 'medium', 'high'),
  agentG: efforts('default', 'default', 'high', 'max'),
}

const COMMANDS = [
  { name: 'review', description: 'Look over the changes of this branch', source: 'project' },
  { name: 'explain', description: 'Explain a file step by step', source: 'user' },
]
const SKILLS = [
  { name: 'release-notes', description: 'Writes release notes from the history' },
  { name: 'screenshots', description: 'Takes screenshots of the running site' },
]

/** How an agent is set; it takes over whatever the hub asks for. */
interface Settings {
  model?: ModelSelection
  effort?: string | null
  modelReasoningEffort?: string | null
}

/** Serves what a session's agent offers to choose from; `current` is how it is set now. */
export function registerConfigRpc(socket: CliSocket, { id }: Flavor, current: () => Settings): void {
  const [models, options] = [MODELS[id], EFFORTS[id]]
  const [modelCatalog, effortCatalog] = [SESSION_MODELS[id], SESSION_EFFORTS[id]]
  if (models && modelCatalog) {
    socket.handle(modelCatalog.rpc, () => {
      const { model = null } = current()
      return { success: true, ...models, currentModelId: typeof model === 'string' ? model : model?.modelId }
    })
  }
  if (options && effortCatalog) {
    socket.handle(effortCatalog.rpc, () => {
      const { modelReasoningEffort, effort } = current()
      return { success: true, options, currentValue: modelReasoningEffort ?? effort }
    })
  }
  socket.handle(SESSION_RPC.listSlashCommands, () => ({ success: true, commands: COMMANDS }))
  socket.handle(SESSION_RPC.listSkills, () => ({ success: true, skills: SKILLS }))
}

/** Serves what the agents of a machine offer before one is started. */
export function registerMachineCatalogs(socket: CliSocket): void {
  for (const [id, { rpc }] of Object.entries(MACHINE_MODELS)) {
    const models = MODELS[id as FlavorId]
    if (models) socket.handle(rpc, () => ({ success: true, ...models, currentModelId: null }))
  }
}
