import type { z } from 'zod'
import {
  AgentState,
  Metadata,
  ModelSelection,
  type PinMode,
  TeamState,
  TodoItem,
} from '../../contract/session.ts'

/**
 * A stored session. What fails validation reads as null or absent instead of failing (not-shown A2);
 * metadata keys we do not know are kept as they were sent (ruling 20).
 */
export interface SessionRecord {
  pk: number
  id: string
  namespace: string
  tag: string
  /** Counts the changes of the row. */
  seq: number
  createdAt: number
  updatedAt: number
  /** The stored flag: moved when a session becomes active or inactive, not by every keep-alive. */
  active: boolean
  activeAt: number
  metadata: Metadata | null
  metadataVersion: number
  agentState: AgentState | null
  agentStateVersion: number
  model: ModelSelection
  modelReasoningEffort: string | null
  effort: string | null
  serviceTier: string | null
  todos: TodoItem[] | undefined
  todosUpdatedAt: number | null
  teamState: TeamState | null
  teamStateUpdatedAt: number | null
  pin: PinMode
  /** Copy of `metadata.supersededBySessionId`. */
  supersededBy: string | null
  messageEpoch: number
  hasConversationContent: boolean
}

export interface SessionRow {
  pk: number
  id: string
  namespace: string
  tag: string
  seq: number
  created_at: number
  updated_at: number
  active: number
  active_at: number
  metadata: string | null
  metadata_version: number
  agent_state: string | null
  agent_state_version: number
  model: string | null
  model_reasoning_effort: string | null
  effort: string | null
  service_tier: string | null
  todos: string | null
  todos_updated_at: number | null
  team_state: string | null
  team_state_updated_at: number | null
  pin: PinMode
  superseded_by: string | null
  message_epoch: number
  has_conversation_content: number
}

const Todos = TodoItem.array()

export function toSessionRecord(row: SessionRow): SessionRecord {
  return {
    pk: row.pk,
    id: row.id,
    namespace: row.namespace,
    tag: row.tag,
    seq: row.seq,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    active: row.active === 1,
    activeAt: row.active_at,
    metadata: read(Metadata, row.metadata) ?? null,
    metadataVersion: row.metadata_version,
    agentState: read(AgentState, row.agent_state) ?? null,
    agentStateVersion: row.agent_state_version,
    model: read(ModelSelection, row.model) ?? null,
    modelReasoningEffort: row.model_reasoning_effort,
    effort: row.effort,
    serviceTier: row.service_tier,
    todos: read(Todos, row.todos),
    todosUpdatedAt: row.todos_updated_at,
    teamState: read(TeamState, row.team_state) ?? null,
    teamStateUpdatedAt: row.team_state_updated_at,
    pin: row.pin,
    supersededBy: row.superseded_by,
    messageEpoch: row.message_epoch,
    hasConversationContent: row.has_conversation_content === 1,
  }
}

/** JSON text for a column; null and undefined are stored as NULL. */
export function toColumn(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}

/** The value of a JSON column as it was sent; null for NULL. */
export function fromColumn(text: string | null): unknown {
  return text === null ? null : JSON.parse(text)
}

function read<Schema extends z.ZodType>(schema: Schema, text: string | null): z.output<Schema> | undefined {
  if (text === null) return undefined
  const parsed = schema.safeParse(JSON.parse(text))
  return parsed.success ? parsed.data : undefined
}
