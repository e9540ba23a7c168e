import type { Session } from '../../../contract/session.ts'
import { isTerminalControlled } from '../chat/control.ts'

/** What can be done with a conversation as a whole, by the name under which agents say that they can. */
export type HistoryAction = 'forkCurrent' | 'forkAtMessage' | 'rewindToMessage'

/** Why it cannot be done at this moment. */
export type Obstacle = 'inactive' | 'working' | 'terminal' | 'queued' | 'diverged'

/** Whether the agent can do it at all; a shared session is forked rather than rewound. */
export function isOffered({ metadata }: Session, action: HistoryAction): boolean {
  const isShared = metadata?.capabilities?.concurrentClients === true
  if (isShared && action === 'rewindToMessage') return false
  return metadata?.capabilities?.conversationHistory?.[action] === true
}

/** What keeps the history from being touched now; `waiting` messages are those the agent has not got. */
export function obstacleOf(session: Session, waiting: number): Obstacle | undefined {
  if (!session.active) return 'inactive'
  if (session.metadata?.conversationHistoryDiverged === true) return 'diverged'
  if (session.thinking) return 'working'
  if (isTerminalControlled(session)) return 'terminal'
  return waiting > 0 ? 'queued' : undefined
}

/** Whether the agent can cut its history at this message; agents that keep no such list can at each. */
export function isBoundary({ metadata }: Session, localId: string): boolean {
  const points = metadata?.conversationHistoryPoints
  if (typeof points !== 'object' || points === null) return true
  return (points as Record<string, unknown>)[localId] === true
}
