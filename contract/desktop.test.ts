import { describe, expect, it } from 'vitest'
import { DESKTOP_CALLS, HubCommand, HubReport } from './desktop.ts'
import { DESKTOP_CALL_NAMES } from './desktop-calls.ts'

describe('the calls of the desktop window', () => {
  it('are named for the preload exactly as they are declared', () => {
    expect([...DESKTOP_CALL_NAMES].sort()).toEqual(Object.keys(DESKTOP_CALLS).sort())
  })

  it.each([
    ['changeSettings', { updates: 'sometimes' }],
    ['changeSettings', { port: 1 }],
    ['openFolder', { folder: '/etc' }],
    ['pauseNotifications', { for: 'ever' }],
    ['actOnFailure', { action: 'format-disk' }],
    ['accessToken', 'please'],
  ] as const)('%s refuses %j', (name, input) => {
    expect(DESKTOP_CALLS[name].input.safeParse(input).success).toBe(false)
  })
})

describe('the channel between shell and hub', () => {
  it.each([
    [HubCommand, { type: 'decide', sessionId: 's', requestId: 'r' }],
    [HubCommand, { type: 'run', command: 'x' }],
    [HubReport, { type: 'ready', origin: 'nowhere', accessToken: 't', warnings: [] }],
    [HubReport, { type: 'failed', code: 'bored', message: 'x' }],
    [HubReport, null],
  ])('refuses what is none of its messages', (schema, message) => {
    expect(schema.safeParse(message).success).toBe(false)
  })
})
