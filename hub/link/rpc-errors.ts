import { AgentFailed, AgentUnreachable } from '../errors.ts'

/** What a CLI answers when it has no handler of that name. */
export const METHOD_NOT_FOUND = 'Method not found'

// People read these: clients branch on status and code alone. The first three are the "target missing"
// class of the CLI-plane reference, 7.1.
export const notConnected = () =>
  new AgentUnreachable('The agent or its machine is not connected to the hub right now')
export const notOffered = () =>
  new AgentUnreachable('The agent or machine does not offer this; it may be too old')
export const connectionLost = ({ wasAsked }: { wasAsked: boolean }) =>
  new AgentUnreachable('The connection was lost before the agent answered', { wasAsked })
export const callTimedOut = () => new AgentFailed('The agent did not answer in time')
export const tooManyCalls = () =>
  new AgentFailed('The agent is busy: too many requests wait for it', { wasAsked: false })
