import { AgentState, Metadata, type SessionPatch } from '../../contract/session.ts'

const NullableMetadata = Metadata.nullable()
const NullableAgentState = AgentState.nullable()

/**
 * The patch for new metadata; undefined when the value would make the patch invalid for its readers, who
 * then need the full session (CLI-plane reference 5.2).
 */
export function metadataPatch(version: number, value: unknown): Pick<SessionPatch, 'metadata'> | undefined {
  const parsed = NullableMetadata.safeParse(value)
  return parsed.success ? { metadata: { version, value: parsed.data } } : undefined
}

/** As `metadataPatch`, for the agent's state. */
export function agentStatePatch(
  version: number,
  value: unknown,
): Pick<SessionPatch, 'agentState'> | undefined {
  const parsed = NullableAgentState.safeParse(value)
  return parsed.success ? { agentState: { version, value: parsed.data } } : undefined
}
