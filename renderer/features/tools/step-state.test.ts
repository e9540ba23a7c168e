import { describe, expect, it } from 'vitest'
import { askedSteps, stepState } from './step-state.ts'

describe('the steps people were asked about', () => {
  it('are found by the id of their call, or of the request where there is none', () => {
    const tool = { tool: 'Bash', arguments: {} }
    const agentState = {
      requests: { a: { ...tool, toolCallId: 'call-a' }, b: tool },
      completedRequests: {
        c: { ...tool, status: 'denied', toolCallId: 'call-c' },
        d: { ...tool, status: 'canceled', decision: 'abort' },
        e: { ...tool, status: 'approved' },
        f: { ...tool, status: 'resolved' },
      },
    }
    const decided = [
      ['call-c', 'denied'],
      ['d', 'withdrawn'],
    ]
    expect([...askedSteps({ active: true, agentState })].sort()).toEqual([
      ['b', 'waiting'],
      ['call-a', 'waiting'],
      ...decided,
    ])
    expect([...askedSteps({ active: false, agentState })]).toEqual(decided)
  })

  it('are none before the agent said anything', () => {
    expect(askedSteps({ active: true, agentState: null }).size).toBe(0)
  })
})

describe('a step', () => {
  const rejected =
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, ...)."
  it.each([
    ['runs', { state: 'running', result: undefined }, undefined, 'running'],
    ['waits for leave', { state: 'running', result: undefined }, 'waiting', 'waiting'],
    ['was denied, and no result came', { state: 'running', result: undefined }, 'denied', 'denied'],
    ['was denied', { state: 'error', result: 'No.' }, 'denied', 'denied'],
    ['was denied, said without words', { state: 'done', result: null }, 'denied', 'denied'],
    ['was denied, said by its status', { state: 'done', result: { status: 'declined' } }, 'denied', 'denied'],
    ['was denied, and taken all the same', { state: 'done', result: '12 passed' }, 'denied', 'done'],
    ['was given up', { state: 'error', result: 'Aborted' }, 'withdrawn', 'withdrawn'],
    ['failed', { state: 'error', result: 'exit code 1' }, undefined, 'error'],
    ['was denied at the terminal', { state: 'error', result: rejected }, undefined, 'denied'],
    [
      'was denied at the terminal, as a part',
      { state: 'error', result: [{ type: 'text', text: rejected }] },
      undefined,
      'denied',
    ],
    [
      'was denied by settings',
      { state: 'error', result: 'Permission to use Bash with command rm has been denied.' },
      undefined,
      'denied',
    ],
    ['printed such words', { state: 'done', result: rejected }, undefined, 'done'],
    ['speaks of such words', { state: 'error', result: `grep: ${rejected}` }, undefined, 'error'],
  ] as const)('that %s', (_, item, asked, state) => {
    expect(stepState(item, asked)).toBe(state)
  })
})
