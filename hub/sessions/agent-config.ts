import type { SessionConfig } from '../../contract/cli-plane.ts'
import type { Metadata, ModelSelection, Session } from '../../contract/session.ts'
import type { StoredConfig } from '../store/sessions.ts'

/** Configuration of a running agent, as it applied it; a field that is absent was not asked for. */
export type AppliedConfig = Omit<SessionConfig, 'model'> & { model?: ModelSelection | undefined }

/** Live configuration: what the agent last reported, else what is stored; modes it has not reported are undefined. */
export interface LiveConfig extends StoredConfig {
  permissionMode: string | undefined
  collaborationMode: Session['collaborationMode']
  copilotAgentMode: string | undefined
}

export const CONFIG_FIELDS = [
  'permissionMode',
  'model',
  'modelReasoningEffort',
  'effort',
  'serviceTier',
  'collaborationMode',
  'copilotAgentMode',
] as const satisfies (keyof LiveConfig)[]
export type ConfigField = (typeof CONFIG_FIELDS)[number]

/** When the hub itself last changed a field; keep-alives sent before that do not undo it. */
export type ConfigStamps = Partial<Record<ConfigField, number>>

/** `fleet` is what older CLIs call `interactive` (not-shown A2). */
export function copilotMode(mode: string | null | undefined): string | undefined {
  return mode === 'fleet' ? 'interactive' : (mode ?? undefined)
}

/** Metadata that remembers modes for the next start; null when it already does. */
export function rememberModes(metadata: Metadata, changed: Partial<LiveConfig>): Metadata | null {
  const { permissionMode, copilotAgentMode } = changed
  const remembered = { ...metadata }
  if (permissionMode !== undefined) remembered.preferredPermissionMode = permissionMode
  if (copilotAgentMode !== undefined) remembered.preferredCopilotAgentMode = copilotAgentMode
  const isKnown =
    remembered.preferredPermissionMode === metadata.preferredPermissionMode &&
    remembered.preferredCopilotAgentMode === metadata.preferredCopilotAgentMode
  return isKnown ? null : remembered
}

/** Metadata that remembers a model chosen with its provider, or that none is; null when it already does. */
export function rememberModel(metadata: Metadata, model: ModelSelection): Metadata | null {
  if (typeof model === 'object' && model !== null) return { ...metadata, piSelectedModel: model }
  return metadata.piSelectedModel ? { ...metadata, piSelectedModel: null } : null
}

/**
 * The fields of `config` that differ from `live`; undefined when there are none. Fields the hub changed
 * after `at` are left out. Costs a few compares when nothing changed.
 */
export function changedConfig(
  live: LiveConfig,
  config: AppliedConfig,
  stamps: ConfigStamps,
  at: number,
): Partial<LiveConfig> | undefined {
  let changed: Partial<LiveConfig> | undefined
  for (const field of CONFIG_FIELDS) {
    const value = field === 'copilotAgentMode' ? copilotMode(config[field]) : config[field]
    if (value === undefined || isSame(live[field], value)) continue
    const stamp = stamps[field]
    if (stamp !== undefined && stamp > at) continue
    changed = { ...changed, [field]: value }
  }
  return changed
}

/** Whether a change has to be stored: the collaboration mode alone lives in memory. */
export function isStored(changed: Partial<LiveConfig>): boolean {
  return (
    'model' in changed || 'modelReasoningEffort' in changed || 'effort' in changed || 'serviceTier' in changed
  )
}

/** A CLI reports a model by its id alone, also when a provider was chosen with it. */
function isSame(live: LiveConfig[ConfigField], value: LiveConfig[ConfigField]): boolean {
  if (live === value) return true
  if (typeof live !== 'object' || live === null) return false
  if (typeof value === 'string') return live.modelId === value
  return (
    typeof value === 'object' &&
    value !== null &&
    live.provider === value.provider &&
    live.modelId === value.modelId
  )
}
