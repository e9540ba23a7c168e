import { AgentFailed, AgentUnreachable } from '../errors.ts'

/** What a CLI answers when it has no handler of that name. */
export const METHOD_NOT_FOUND = 'Method not found'

// Texts of the CLI-plane reference, 7.1: the first two are the "target missing" class.
export const handlerNotRegistered = (name: string) =>
  new AgentUnreachable(`RPC handler not registered: ${name}`)
export const socketDisconnected = (name: string, { wasAsked }: { wasAsked: boolean }) =>
  new AgentUnreachable(`RPC socket disconnected: ${name}`, { wasAsked })
export const callTimedOut = () => new AgentFailed('operation has timed out')
export const tooManyCalls = (name: string) =>
  new AgentFailed(`Too many RPC calls in flight: ${name}`, { wasAsked: false })
