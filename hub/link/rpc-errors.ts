import { ERROR_TEXTS } from '../../contract/error-texts.ts'
import { AgentFailed, AgentUnreachable } from '../errors.ts'

/** What a CLI answers when it has no handler of that name. */
export const METHOD_NOT_FOUND = 'Method not found'

// People read these: clients branch on status and code alone. The first three are the "target missing"
// class of the CLI-plane reference, 7.1.
export const notConnected = () => new AgentUnreachable(ERROR_TEXTS.agentNotConnected)
export const notOffered = () => new AgentUnreachable(ERROR_TEXTS.agentLacksIt)
export const connectionLost = ({ wasAsked }: { wasAsked: boolean }) =>
  new AgentUnreachable(ERROR_TEXTS.connectionLost, { wasAsked })
export const callTimedOut = () => new AgentFailed(ERROR_TEXTS.agentLate)
export const tooManyCalls = () => new AgentFailed(ERROR_TEXTS.agentBusy, { wasAsked: false })
