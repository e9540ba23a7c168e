import type { AttachmentMetadata } from '../../contract/message.ts'
import type { MessageRow } from '../state/message-row.ts'

interface ItemBase {
  /** Stable while the item grows; unique within a conversation. */
  id: string
  /** Position in time, epoch ms. */
  at: number
}

/** What a person wrote. */
export interface UserItem extends ItemBase {
  kind: 'user'
  text: string
  attachments: readonly AttachmentMetadata[]
  row: MessageRow
}

/** Agent text, markdown. */
export interface TextItem extends ItemBase {
  kind: 'text'
  text: string
}

/** A review an agent answered with: one JSON object instead of prose. */
export interface ReviewItem extends ItemBase {
  kind: 'review'
  findings: readonly unknown[]
  correctness: string | undefined
  explanation: string | undefined
}

/** What the agent thought. */
export interface ReasoningItem extends ItemBase {
  kind: 'reasoning'
  text: string
  /** Still being written; a later row replaces it. */
  live: boolean
}

/** One tool call with its result. */
export interface ToolItem extends ItemBase {
  kind: 'tool'
  callId: string
  name: string
  /** The agent's own words for this call. */
  title: string | undefined
  state: 'running' | 'done' | 'error'
  input: unknown
  /** Result or error content, as the agent sent it; undefined while running. */
  result: unknown
  /** Newest progress of a running call. */
  progress: unknown
  /** What a sub-agent said and did under this call; one level deep. */
  children: readonly ConversationItem[]
}

/** A sub-agent that reports beside the conversation (codex agent runs). */
export interface AgentRunItem extends ItemBase {
  kind: 'agent-run'
  agentId: string
  state: 'running' | 'done' | 'error'
  statusText: string | undefined
  summary: string | undefined
  input: unknown
  children: readonly ConversationItem[]
}

/** A generated image; its bytes are at `/api/sessions/:id/generated-images/:imageId`. */
export interface ImageItem extends ItemBase {
  kind: 'image'
  imageId: string
  fileName: string | undefined
  mimeType: string | undefined
}

/** Something that happened, by its wire name and fields, which make a sentence in the language of the page. */
export interface EventItem extends ItemBase {
  kind: 'event'
  name: string
  data: Readonly<Record<string, unknown>>
}

/** Something that went wrong, in the words of the agent; empty when it found none. */
export interface ErrorItem extends ItemBase {
  kind: 'error'
  text: string
}

/** A value no rule knows, as indented JSON, so that it does not vanish. */
export interface RawItem extends ItemBase {
  kind: 'raw'
  json: string
}

/** One thing a conversation shows. */
export type ConversationItem =
  | UserItem
  | TextItem
  | ReviewItem
  | ReasoningItem
  | ToolItem
  | AgentRunItem
  | ImageItem
  | EventItem
  | ErrorItem
  | RawItem
