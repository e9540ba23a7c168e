import { describe, expect, it } from 'vitest'
import { makeSession } from '../../testing/factories.ts'
import { isBoundary, isOffered, obstacleOf } from './history-rules.ts'

const able = { forkCurrent: true, forkAtMessage: true, rewindToMessage: true }
const session = (metadata: object = {}, changes: object = {}) =>
  makeSession({
    metadata: { flavor: 'claude', capabilities: { conversationHistory: able }, ...metadata },
    ...changes,
  })

describe('isOffered', () => {
  it('holds for what the agent says it can', () => {
    expect(isOffered(session(), 'forkAtMessage')).toBe(true)
    expect(
      isOffered(session({ capabilities: { conversationHistory: { forkCurrent: true } } }), 'rewindToMessage'),
    ).toBe(false)
    expect(isOffered(makeSession(), 'forkCurrent')).toBe(false)
  })

  it('never rewinds a shared session, but forks it', () => {
    const shared = session({ capabilities: { concurrentClients: true, conversationHistory: able } })
    expect([isOffered(shared, 'rewindToMessage'), isOffered(shared, 'forkAtMessage')]).toEqual([false, true])
  })
})

describe('obstacleOf', () => {
  it.each([
    [session(), 0, undefined],
    [session(), 1, 'queued'],
    [session({}, { thinking: true }), 0, 'working'],
    [session({}, { active: false }), 0, 'inactive'],
    [session({ conversationHistoryDiverged: true }), 0, 'diverged'],
    [session({}, { agentState: { controlledByUser: true } }), 0, 'terminal'],
    [
      session({ capabilities: { concurrentClients: true } }, { agentState: { controlledByUser: true } }),
      0,
      undefined,
    ],
  ])('%# is as it should be', (from, waiting, obstacle) => {
    expect(obstacleOf(from, waiting)).toBe(obstacle)
  })
})

describe('isBoundary', () => {
  it('asks the agent’s list where there is one', () => {
    const listed = session({ conversationHistoryPoints: { a: true } })
    expect([isBoundary(listed, 'a'), isBoundary(listed, 'b'), isBoundary(session(), 'b')]).toEqual([
      true,
      false,
      true,
    ])
  })
})
