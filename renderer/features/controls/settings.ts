import { flavorOf, type Setting, supportsSetting } from '../../../contract/flavors.ts'
import type { ModelSelection, Session } from '../../../contract/session.ts'
import { isTerminalControlled } from '../chat/control.ts'

/** What a setting is set to, as the wire has it; null leaves it to the agent. */
export type SettingValue = ModelSelection

/** Why a setting cannot be changed now. */
export type Lock = 'terminal' | 'inactive'

/** The mode that a session of many clients rejects (spec: Concurrent-client sessions). */
const UNSHARED_MODE = 'safe-yolo'

/** The order in which people see them. */
const ORDER: readonly Setting[] = [
  'permissionMode',
  'model',
  'effort',
  'modelReasoningEffort',
  'collaborationMode',
  'copilotAgentMode',
  'serviceTier',
]

/** The settings sessions of this flavor have. */
export function settingsOf({ metadata }: Session): readonly Setting[] {
  const flavor = flavorOf(metadata)
  return ORDER.filter((setting) => supportsSetting(flavor, setting))
}

/** Why the setting as a whole cannot be changed now; undefined when it can (spec: Session configuration). */
export function lockOf(session: Session, setting: Setting): Lock | undefined {
  if (!session.active) return setting === 'permissionMode' ? undefined : 'inactive'
  const isRemoteOnly = flavorOf(session.metadata).remoteOnly.includes(setting)
  return isRemoteOnly && isTerminalControlled(session) ? 'terminal' : undefined
}

/** The permission modes that can be chosen now. */
export function permissionModesOf(session: Session): readonly string[] {
  const { permissionModes, remoteOnlyModes } = flavorOf(session.metadata)
  const isShared = session.metadata?.capabilities?.concurrentClients === true
  const isTerminal = isTerminalControlled(session)
  return permissionModes.filter(
    (mode) => !(isShared && mode === UNSHARED_MODE) && !(isTerminal && remoteOnlyModes.includes(mode)),
  )
}

/** What the session says it is set to; null where the agent decides. */
export function currentOf(session: Session, setting: Setting): SettingValue {
  const { metadata } = session
  switch (setting) {
    case 'permissionMode':
      return (
        session.permissionMode ??
        metadata?.preferredPermissionMode ??
        flavorOf(metadata).permissionModes[0] ??
        null
      )
    case 'model':
      return selectedModel(metadata?.piSelectedModel) ?? session.model ?? null
    case 'effort':
      return effortOf(session)
    case 'modelReasoningEffort':
      return session.modelReasoningEffort ?? null
    case 'serviceTier':
      return session.serviceTier ?? 'standard'
    case 'collaborationMode':
      return session.collaborationMode ?? 'default'
    case 'copilotAgentMode':
      return session.copilotAgentMode ?? metadata?.preferredCopilotAgentMode ?? 'interactive'
  }
}

/** One string per value, for lists of choices; null is the empty one. */
export function keyOf(value: SettingValue): string {
  if (value === null) return ''
  return typeof value === 'string' ? value : `${value.provider}/${value.modelId}`
}

/** Some agents say `auto` where others say nothing; where thinking can be off, nothing means off. */
function effortOf({ effort, metadata }: Session): string | null {
  if (effort && effort !== 'auto' && effort !== 'default') return effort
  return flavorOf(metadata).efforts?.includes('off') ? 'off' : null
}

function selectedModel(value: unknown): SettingValue | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { provider, modelId } = value as { provider?: unknown; modelId?: unknown }
  return typeof provider === 'string' && typeof modelId === 'string' ? { provider, modelId } : undefined
}
