import { ERROR_TEXTS, errorText } from '../../contract/error-texts.ts'
import { flavorOf, isShared, type Setting, supportsSetting } from '../../contract/flavors.ts'
import type { AgentState, Metadata } from '../../contract/session.ts'
import { HubError } from '../errors.ts'
import { assertPermissionMode } from '../permissions/permission-mode.ts'
import type { AppliedConfig } from '../sessions/agent-config.ts'

/** What decides which settings a session takes. */
export interface ConfiguredSession {
  metadata: Metadata | null
  agentState: AgentState | null
}

/** The settings as texts for people name them. */
const NAMES: Record<Setting, string> = {
  permissionMode: 'Permission mode',
  model: 'Model selection',
  effort: 'Effort selection',
  modelReasoningEffort: 'Reasoning effort selection',
  serviceTier: 'Service tier selection',
  collaborationMode: 'Collaboration mode',
  copilotAgentMode: 'Agent mode',
}

const unsupported = (setting: Setting) => new HubError(400, errorText('settingUnsupported', NAMES[setting]))
const invalidAgentMode = () => new HubError(400, ERROR_TEXTS.agentModeInvalid)
const terminalControlled = (what: string) => new HubError(409, errorText('settingTerminalControlled', what))

/**
 * Refuses what the session's flavor or its present control does not allow (spec: Session configuration,
 * Concurrent-client sessions; not-shown A12).
 * @throws HubError 400 for the wrong flavor or a mode it lacks, 409 for what only a remotely controlled
 *   session takes and for what a shared one refuses
 */
export function assertSettings(session: ConfiguredSession, wanted: AppliedConfig): void {
  const flavor = flavorOf(session.metadata)
  for (const setting of settingsIn(wanted)) {
    if (!supportsSetting(flavor, setting)) throw unsupported(setting)
    if (flavor.remoteOnly.includes(setting) && isTerminalControlled(session)) {
      throw terminalControlled(NAMES[setting])
    }
  }
  const { permissionMode, copilotAgentMode } = wanted
  if (permissionMode !== undefined) {
    assertPermissionMode(session.metadata, permissionMode)
    if (flavor.remoteOnlyModes.includes(permissionMode) && isTerminalControlled(session)) {
      throw terminalControlled(`Permission mode ${permissionMode}`)
    }
  }
  if (copilotAgentMode !== undefined && !flavor.copilotAgentModes?.includes(copilotAgentMode)) {
    throw invalidAgentMode()
  }
}

/** The settings that are asked for. */
export function settingsIn(wanted: AppliedConfig): Setting[] {
  return (Object.keys(wanted) as Setting[]).filter((setting) => wanted[setting] !== undefined)
}

/** Shared sessions know no control modes, whatever an old flag says. */
function isTerminalControlled({ metadata, agentState }: ConfiguredSession): boolean {
  return agentState?.controlledByUser === true && !isShared(metadata)
}
