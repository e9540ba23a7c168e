import { describe, expect, it } from 'vitest'
import type { DecryptedMessage } from '../../contract/message.ts'
import { agentRow, queuedRow } from '../testing/factories.ts'
import { applyMessageEvent, type MessageEvent } from './apply-event.ts'
import { addOptimistic, confirmSend, failSend, isStored } from './delivery.ts'
import { isIndeterminate, isQueued, isWaiting, type MessageRow } from './message-row.ts'
import { EMPTY_WINDOW, type MessageWindow } from './message-window.ts'

const sessionId = 's1'
const windowOf = (...rows: MessageRow[]): MessageWindow => ({ ...EMPTY_WINDOW, rows, isInSync: true })
const apply = (window: MessageWindow, ...events: MessageEvent[]) => events.reduce(applyMessageEvent, window)
const consumed = (invokedAt: number, ...localIds: string[]): MessageEvent => ({
  type: 'messages-consumed',
  sessionId,
  localIds,
  invokedAt,
})
const received = (message: DecryptedMessage): MessageEvent => ({
  type: 'message-received',
  sessionId,
  message,
})
const unresolved: MessageEvent = { type: 'messages-indeterminate', sessionId, localIds: ['l1'] }
const requeued: MessageEvent = { type: 'messages-requeued', sessionId, localIds: ['l1'] }

describe('isQueued', () => {
  it.each<[string, Partial<MessageRow>, boolean]>([
    ['invokedAt null', {}, true],
    ['invokedAt absent', { invokedAt: undefined }, false],
    ['invokedAt known', { invokedAt: 1 }, false],
    ['indeterminate', { deliveryState: 'indeterminate' }, false],
    ['failed', { status: 'failed' }, false],
    ['sent but not consumed', { status: 'sent' }, true],
    ['an agent row', { content: agentRow(1).content }, false],
  ])('with %s', (_, changes, expected) => {
    expect(isQueued(queuedRow(1, changes))).toBe(expected)
  })
})

describe('isWaiting', () => {
  it.each<[string, Partial<MessageRow>, boolean]>([
    ['a queued row of the hub', {}, true],
    ['a row sent while the agent works', { status: 'queued' }, true],
    ['a row just sent to an idle agent', { status: 'sent' }, false],
    ['a row being sent', { status: 'sending' }, false],
    ['a scheduled row being sent', { status: 'sending', scheduledAt: 9 }, true],
    ['an unresolved row', { deliveryState: 'indeterminate', status: 'sent' }, true],
    ['an invoked row', { invokedAt: 5 }, false],
  ])('puts %s where it belongs', (_, changes, expected) => {
    expect(isWaiting(queuedRow(1, changes))).toBe(expected)
  })
})

describe('sending', () => {
  const sending = addOptimistic(windowOf(agentRow(9)), 'l1', { text: 'hi' }, 1000)

  it('appends a row whose id is its localId, after all that is shown', () => {
    expect(sending.rows.at(-1)).toEqual({
      id: 'l1',
      seq: null,
      localId: 'l1',
      content: { role: 'user', content: { type: 'text', text: 'hi' }, meta: { deliveryMode: 'queue' } },
      createdAt: 9000,
      invokedAt: null,
      status: 'sending',
    })
  })

  it.each([
    [true, 'queued'],
    [false, 'sent'],
  ])('confirmed with thinking %s becomes %s', (isThinking, status) => {
    expect(confirmSend(sending, 'l1', isThinking).rows.at(-1)?.status).toBe(status)
  })

  it('stands as sent when it was consumed before the answer came', () => {
    const row = confirmSend(apply(sending, consumed(9500, 'l1')), 'l1', true).rows.at(-1)
    expect([row?.status, row?.invokedAt]).toEqual(['sent', 9500])
  })

  it('drops the row on failure, or keeps it as failed when asked', () => {
    expect([
      failSend(sending, 'l1', false).rows.length,
      failSend(sending, 'l1', true).rows.at(-1)?.status,
    ]).toEqual([1, 'failed'])
  })

  it('leaves a row the hub announced alone, whatever the answer was', () => {
    const stored = apply(sending, received(queuedRow(1)))
    expect([isStored(sending, 'l1'), isStored(stored, 'l1'), failSend(stored, 'l1', false)]).toEqual([
      false,
      true,
      stored,
    ])
  })

  it('repeated under a localId the hub has announced adds no second row', () => {
    const window = windowOf(queuedRow(1))
    expect(addOptimistic(window, 'l1', { text: 'hi' }, 1)).toBe(window)
  })

  it('repeated after a failure takes the place of the failed row', () => {
    const failed = failSend(sending, 'l1', true)
    const again = addOptimistic(failed, 'l1', { text: 'hi' }, 1)
    expect(again.rows.map((row) => [row.id, row.status])).toEqual([
      ['m9', undefined],
      ['l1', 'sending'],
    ])
  })
})

describe('events', () => {
  it('consumed: stamps, marks sent, and moves to the invocation position', () => {
    const window = apply(windowOf(queuedRow(1), agentRow(5)), consumed(6000, 'l1'))
    expect(window.rows).toEqual([agentRow(5), queuedRow(1, { invokedAt: 6000, status: 'sent' })])
  })

  it('consumed: skips failed rows', () => {
    const window = windowOf(queuedRow(1, { status: 'failed' }))
    expect(apply(window, consumed(6000, 'l1'))).toBe(window)
  })

  it('consumed: a row that moves out of the held range leaves it', () => {
    const held = { ...windowOf(queuedRow(1), agentRow(50)), hasOlder: true, before: { at: 50_000, seq: 50 } }
    expect(apply(held, consumed(6000, 'l1')).rows).toEqual([agentRow(50)])
  })

  it('indeterminate: stays uninvoked and is no longer queued', () => {
    const row = apply(windowOf(queuedRow(1)), unresolved).rows[0] as MessageRow
    expect([row.invokedAt, isQueued(row), isIndeterminate(row)]).toEqual([null, false, true])
  })

  it('requeued: clears the mark', () => {
    const row = apply(windowOf(queuedRow(1)), unresolved, requeued).rows[0] as MessageRow
    expect(row).toEqual(queuedRow(1, { status: 'queued' }))
  })

  it.each([
    ['server id', 'm1', undefined],
    ['localId as messageId', 'l1', undefined],
    ['localId', 'other', 'l1'],
  ])('cancelled: matches by %s', (_, messageId, localId) => {
    const event: MessageEvent = { type: 'message-cancelled', sessionId, messageId, localId }
    expect(apply(windowOf(queuedRow(1), agentRow(2)), unresolved, event).rows).toEqual([agentRow(2)])
  })

  it('repeated change nothing', () => {
    const events = [received(queuedRow(1)), unresolved, requeued, consumed(6000, 'l1'), received(agentRow(7))]
    const once = apply(windowOf(agentRow(5)), ...events)
    expect(apply(once, ...events)).toEqual(once)
  })
})
