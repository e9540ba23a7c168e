import { randomUUID } from 'node:crypto'
import { SESSION_RPC } from '../contract/cli-plane.ts'
import type { Flavor } from '../contract/flavors.ts'
import type { Metadata } from '../contract/session.ts'
import type { CliSocket } from './cli-client.ts'

/** What a simulated agent says it can do with its history. */
export const HISTORY_CAPABILITIES = {
  conversationHistory: { forkCurrent: true, forkAtMessage: true, rewindToMessage: true },
}

/** The metadata once the agent has taken a prompt, which can be forked and rewound at from then on. */
export function withHistoryPoint(metadata: Metadata, localId: string): Metadata {
  const points = metadata.conversationHistoryPoints as Record<string, true> | undefined
  return { ...metadata, conversationHistoryPoints: { ...points, [localId]: true } }
}

/** Lets the conversation be forked and rewound; a simulated agent remembers nothing, so that is easy. */
export function registerHistoryRpc(
  socket: CliSocket,
  { keepsSessionIdOnResume }: Pick<Flavor, 'keepsSessionIdOnResume'>,
  agent: { nativeId(): string; isThinking(): boolean },
): void {
  socket.handle(SESSION_RPC.forkConversation, () => {
    if (agent.isThinking()) throw new Error('I am in the middle of something')
    // Agents that get a new session whenever they are started fork by themselves when they are.
    return keepsSessionIdOnResume
      ? { nativeSessionId: randomUUID() }
      : { nativeSessionId: agent.nativeId(), forkSession: true }
  })
  socket.handle(SESSION_RPC.rewindConversation, (params) => {
    const { messageLocalId } = params as { messageLocalId: string }
    return agent.isThinking()
      ? { success: false, error: 'I am in the middle of something', outcome: 'rejected' }
      : { success: true, truncateFromLocalId: messageLocalId }
  })
}
