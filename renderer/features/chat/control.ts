import { flavorOf } from '../../../contract/flavors.ts'
import type { Session } from '../../../contract/session.ts'

/** Whether somebody at the computer drives the agent; sessions of many clients know no such gate. */
export function isTerminalControlled(session: Session): boolean {
  const isShared = session.metadata?.capabilities?.concurrentClients === true
  return session.active && session.agentState?.controlledByUser === true && !isShared
}

/** Whether the agent has something under way; a step without a result is only running while it has. */
export function isAtWork({ active, thinking, backgroundTaskCount = 0, agentState }: Session): boolean {
  const isAsking = Object.keys(agentState?.requests ?? {}).length > 0
  return active && (thinking || backgroundTaskCount > 0 || isAsking)
}

/** Whether a queued message can be handed to the agent while it works (spec: Messages, steer rules). */
export function canSteer(session: Session): boolean {
  if (!session.active || !session.thinking || isTerminalControlled(session)) return false
  const { steer, resume } = flavorOf(session.metadata)
  if (steer !== 'protocol-sessions') return steer === 'always'
  return (session.metadata?.cursorSessionProtocol ?? resume.assumedProtocol) !== resume.assumedProtocol
}

/** The plan a shared session waits with; undefined when there is none to carry out (spec: Plan execution). */
export function planProposal({ active, metadata, agentState }: Session): string | undefined {
  const isShared = metadata?.capabilities?.concurrentClients === true
  if (!active || !isShared || !flavorOf(metadata).planImplementation) return undefined
  return agentState?.codexPlanProposalId ?? undefined
}
