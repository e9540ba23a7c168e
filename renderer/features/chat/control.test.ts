import { describe, expect, it } from 'vitest'
import type { Metadata, Session } from '../../../contract/session.ts'
import { canSteer, isAtWork, isTerminalControlled, planProposal } from './control.ts'

function session(change: Partial<Session>, metadata: Metadata = { flavor: 'codex' }): Session {
  return {
    id: 's',
    namespace: 'default',
    seq: 1,
    createdAt: 0,
    updatedAt: 0,
    active: true,
    activeAt: 0,
    thinking: true,
    thinkingAt: 0,
    metadata,
    metadataVersion: 1,
    agentState: null,
    agentStateVersion: 1,
    ...change,
  }
}

const controlled = { agentState: { controlledByUser: true } }
const shared: Metadata = { flavor: 'codex', capabilities: { concurrentClients: true } }

describe('isTerminalControlled', () => {
  it('holds while somebody at the computer drives the agent', () => {
    expect(isTerminalControlled(session(controlled))).toBe(true)
    expect(isTerminalControlled(session({}))).toBe(false)
  })

  it('never holds for ended sessions and sessions of many clients', () => {
    expect(isTerminalControlled(session({ ...controlled, active: false }))).toBe(false)
    expect(isTerminalControlled(session(controlled, shared))).toBe(false)
  })
})

describe('isAtWork', () => {
  const quiet = { thinking: false }
  const requests = { ask: { tool: 'Bash', arguments: {} } }

  it('holds while the agent works, has something in the background, or waits for an answer', () => {
    expect(isAtWork(session({}))).toBe(true)
    expect(isAtWork(session({ ...quiet, backgroundTaskCount: 1 }))).toBe(true)
    expect(isAtWork(session({ ...quiet, agentState: { requests } }))).toBe(true)
  })

  it('ends with the turn, and with the agent', () => {
    expect(isAtWork(session(quiet))).toBe(false)
    expect(isAtWork(session({ active: false, backgroundTaskCount: 1, agentState: { requests } }))).toBe(false)
  })
})

describe('canSteer', () => {
  it.each([
    ['codex', undefined, true],
    ['pi', undefined, true],
    ['claude', undefined, false],
    ['cursor', 'acp', true],
    ['cursor', 'stream-json', false],
    ['cursor', undefined, false],
  ])('of %s with protocol %s is %s', (flavor, cursorSessionProtocol, expected) => {
    expect(canSteer(session({}, { flavor, cursorSessionProtocol }))).toBe(expected)
  })

  it('needs a working agent that no terminal controls', () => {
    expect(canSteer(session({ thinking: false }))).toBe(false)
    expect(canSteer(session({ active: false }))).toBe(false)
    expect(canSteer(session(controlled))).toBe(false)
    expect(canSteer(session(controlled, shared))).toBe(true)
  })
})

describe('planProposal', () => {
  const proposed = { agentState: { codexPlanProposalId: 'p1' } }
  it('is the plan of a shared session of an agent that carries plans out', () => {
    expect(planProposal(session(proposed, shared))).toBe('p1')
  })

  it.each([
    ['of a session that is not shared', session(proposed)],
    ['of another agent', session(proposed, { ...shared, flavor: 'claude' })],
    ['of a stopped agent', session({ ...proposed, active: false }, shared)],
    ['that was withdrawn', session({ agentState: { codexPlanProposalId: null } }, shared)],
  ])('is none %s', (_, from) => {
    expect(planProposal(from)).toBeUndefined()
  })
})
