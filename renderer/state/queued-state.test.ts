import { expect, it } from 'vitest'
import { agentRow, queuedRow } from '../testing/factories.ts'
import type { MessageRow } from './message-row.ts'
import { EMPTY_WINDOW } from './message-window.ts'
import { applyQueuedState, recoveryBatches, recoveryCandidates } from './queued-state.ts'

const windowOf = (...rows: MessageRow[]) => ({ ...EMPTY_WINDOW, rows })

it('asks for uninvoked user rows, not for those still sending or failed', () => {
  const window = windowOf(
    queuedRow(1),
    queuedRow(2, { deliveryState: 'indeterminate' }),
    queuedRow(3, { status: 'sent', seq: null }),
    queuedRow(4, { status: 'sending' }),
    queuedRow(5, { status: 'failed' }),
    queuedRow(6, { invokedAt: 6000 }),
    queuedRow(7, { invokedAt: undefined }),
    agentRow(8, { invokedAt: null, localId: 'l8' }),
  )
  expect(recoveryCandidates(window)).toEqual(['l1', 'l2', 'l3'])
})

it('asks for at most 1000 at a time', () => {
  const ids = Array.from({ length: 2001 }, (_, index) => `l${index}`)
  const batches = recoveryBatches(ids)
  expect([batches.map((batch) => batch.length), batches.flat()]).toEqual([[1000, 1000, 1], ids])
})

it('applies each group and drops only what was asked for and is in none', () => {
  const window = windowOf(
    queuedRow(1),
    queuedRow(2),
    queuedRow(3),
    queuedRow(4),
    queuedRow(5, { deliveryState: 'indeterminate' }),
    queuedRow(6),
  )
  const next = applyQueuedState(window, ['l1', 'l2', 'l3', 'l4', 'l5'], {
    queuedLocalIds: ['l1', 'l5'],
    indeterminateLocalIds: ['l2'],
    invokedLocalMessages: [{ localId: 'l3', invokedAt: 9000 }],
  })
  expect(next.rows).toEqual([
    queuedRow(1, { status: 'queued' }),
    queuedRow(2, { deliveryState: 'indeterminate' }),
    queuedRow(5, { status: 'queued' }),
    queuedRow(6),
    queuedRow(3, { invokedAt: 9000, status: 'sent' }),
  ])
})
