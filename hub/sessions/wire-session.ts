import type { Session } from '../../contract/session.ts'
import type { SessionRecord } from '../store/sessions.ts'
import { copilotMode } from './agent-config.ts'
import type { Liveness } from './liveness.ts'

/** The full wire record: what is stored, with what is only known while the session runs. */
export function toSession(record: SessionRecord, live: Liveness | undefined): Session {
  const { metadata } = record
  const permissionMode = live?.config.permissionMode ?? metadata?.preferredPermissionMode
  const collaborationMode = live?.config.collaborationMode
  const copilotAgentMode = live?.config.copilotAgentMode ?? copilotMode(metadata?.preferredCopilotAgentMode)
  return {
    id: record.id,
    namespace: record.namespace,
    seq: record.seq,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
    active: live?.active ?? record.active,
    activeAt: live?.activeAt ?? record.activeAt,
    thinking: live?.thinking ?? false,
    thinkingAt: live?.thinkingAt ?? 0,
    activeTurnStartedAt: live?.activeTurnStartedAt ?? null,
    backgroundTaskCount: live?.backgroundTaskCount ?? 0,
    pinned: record.pin === 'project',
    globalPinned: record.pin === 'global',
    hasConversationContent: record.hasConversationContent,
    metadata,
    metadataVersion: record.metadataVersion,
    agentState: record.agentState,
    agentStateVersion: record.agentStateVersion,
    ...(record.todos && { todos: record.todos }),
    todosUpdatedAt: record.todosUpdatedAt ?? 0,
    ...(record.teamState && { teamState: record.teamState }),
    teamStateUpdatedAt: record.teamStateUpdatedAt ?? 0,
    model: record.model,
    modelReasoningEffort: record.modelReasoningEffort,
    effort: record.effort,
    serviceTier: record.serviceTier,
    ...(permissionMode && { permissionMode }),
    ...(collaborationMode && { collaborationMode }),
    ...(copilotAgentMode && { copilotAgentMode }),
  }
}

/** The record as a CLI accepts it: it reads a model as a plain string only (not-shown A2). */
export function toCliSession(session: Session): Session {
  const { model } = session
  return typeof model === 'object' && model !== null ? { ...session, model: model.modelId } : session
}
