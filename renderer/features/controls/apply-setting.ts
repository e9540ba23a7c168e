import {
  setCollaborationMode,
  setCopilotAgentMode,
  setEffort,
  setModel,
  setModelReasoningEffort,
  setPermissionMode,
  setServiceTier,
} from '../../../contract/configuration.ts'
import type { Setting } from '../../../contract/flavors.ts'
import type { HubClient } from '../../client/hub-client.ts'
import { keyOf, type SettingValue } from './settings.ts'

type Call = (client: HubClient, id: string, value: SettingValue) => Promise<unknown>

const CALLS: Readonly<Record<Setting, Call>> = {
  permissionMode: (client, id, value) =>
    client.call(setPermissionMode, { params: { id }, body: { mode: keyOf(value) } }),
  model: (client, id, model) => client.call(setModel, { params: { id }, body: { model } }),
  effort: (client, id, value) => client.call(setEffort, { params: { id }, body: { effort: wordOf(value) } }),
  modelReasoningEffort: (client, id, value) =>
    client.call(setModelReasoningEffort, { params: { id }, body: { modelReasoningEffort: wordOf(value) } }),
  serviceTier: (client, id, value) =>
    client.call(setServiceTier, { params: { id }, body: { serviceTier: keyOf(value) } }),
  collaborationMode: (client, id, value) =>
    client.call(setCollaborationMode, { params: { id }, body: { mode: keyOf(value) } }),
  copilotAgentMode: (client, id, value) =>
    client.call(setCopilotAgentMode, { params: { id }, body: { mode: keyOf(value) } }),
}

/** Asks the agent to change a setting; what it changed to arrives by the stream. Throws ClientError. */
export function applySetting(
  client: HubClient,
  id: string,
  { setting, value }: { setting: Setting; value: SettingValue },
): Promise<unknown> {
  return CALLS[setting](client, id, value)
}

const wordOf = (value: SettingValue) => (value === null ? null : keyOf(value))
