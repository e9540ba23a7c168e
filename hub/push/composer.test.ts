import { describe, expect, it } from 'vitest'
import { notice } from '../testing/providers/push-room.ts'
import { collapseIdOf, composeBrowserPush, composePayload, composeToast } from './composer.ts'

describe('the payload for devices', () => {
  it('has every field of the notice', () => {
    expect(composePayload(notice())).toEqual({
      type: 'permission-request',
      sessionId: 's1',
      sessionName: 'Claude - project',
      url: '/sessions/s1',
      requestId: 'r1',
      title: 'Permission Request',
      body: 'Claude Bash: ls',
      severity: 'warning',
      contractVersion: 1,
    })
  })

  it('lacks what the notice lacks', () => {
    const bare = composePayload(notice({ sessionName: undefined, requestId: undefined }))
    expect(Object.keys(bare)).toEqual([
      'type',
      'sessionId',
      'url',
      'title',
      'body',
      'severity',
      'contractVersion',
    ])
  })

  it.each([
    ['ready', undefined, 'info'],
    ['input-request', undefined, 'info'],
    ['permission-request', undefined, 'warning'],
    ['task-notification', 'success', 'success'],
    ['task-notification', 'error', 'error'],
  ] as const)('%s with %s is of severity %s', (type, severity, expected) => {
    expect(composePayload(notice({ type, severity })).severity).toBe(expected)
  })

  it.each([
    ['ready', '{"summary":"x"}'],
    ['task-notification', undefined],
  ] as const)('%s carries the summary %s', (type, expected) => {
    expect(composePayload(notice({ type, notifySummary: '{"summary":"x"}' })).notifySummary).toBe(expected)
  })
})

describe('the message for browsers', () => {
  it('has the web texts and what a click needs', () => {
    expect(composeBrowserPush(notice())).toEqual({
      title: 'Permission Request',
      body: 'project (Bash)',
      tag: 'permission-s1',
      data: { type: 'permission-request', sessionId: 's1', url: '/sessions/s1', requestId: 'r1' },
    })
    const task = notice({ requestId: undefined, web: { title: 'T', body: 'B' } })
    expect(composeBrowserPush(task)).toEqual({
      title: 'T',
      body: 'B',
      data: { type: 'permission-request', sessionId: 's1', url: '/sessions/s1' },
    })
  })

  it('is cut where a push service would refuse it', () => {
    const { body } = composeBrowserPush(notice({ web: { title: 'T', body: '😀'.repeat(600) } }))
    expect(body).toBe(`${'😀'.repeat(499)}...`)
    const fits = '😀'.repeat(500)
    expect(composeBrowserPush(notice({ web: { title: 'T', body: fits } })).body).toBe(fits)
  })
})

it('a toast has the web texts', () => {
  expect(composeToast(notice())).toEqual({
    title: 'Permission Request',
    body: 'project (Bash)',
    sessionId: 's1',
    url: '/sessions/s1',
  })
})

describe('the collapse id', () => {
  it.each([
    ['s1', 'ready-s1'],
    ['x'.repeat(58), `ready-${'x'.repeat(58)}`],
    ['x'.repeat(59), `ready-${'x'.repeat(58)}`],
    [`${'x'.repeat(57)}é`, `ready-${'x'.repeat(57)}`],
  ])('of %s is at most 64 bytes of whole characters', (sessionId, expected) => {
    expect(collapseIdOf({ type: 'ready', sessionId })).toBe(expected)
  })
})
