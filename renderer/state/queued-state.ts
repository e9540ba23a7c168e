import { QUEUED_STATE_LOCAL_IDS_MAX, type QueuedStateResponse } from '../../contract/message.ts'
import { markConsumed, markIndeterminate } from './delivery.ts'
import { isUserRow } from './message-row.ts'
import { type MessageWindow, removeRows, updateRows } from './message-window.ts'

/** localIds whose fate must be asked for: uninvoked user rows, without those still sending or failed. */
export function recoveryCandidates(window: MessageWindow): string[] {
  const ids = window.rows
    .filter((row) => row.invokedAt === null && row.status !== 'sending' && row.status !== 'failed')
    .filter(isUserRow)
    .flatMap((row) => (row.localId === null ? [] : [row.localId]))
  return [...new Set(ids)]
}

/** At most 1000 ids per request. */
export function recoveryBatches(localIds: readonly string[]): string[][] {
  const batches: string[][] = []
  for (let start = 0; start < localIds.length; start += QUEUED_STATE_LOCAL_IDS_MAX) {
    batches.push(localIds.slice(start, start + QUEUED_STATE_LOCAL_IDS_MAX))
  }
  return batches
}

/**
 * Applies the hub's answer about `asked` (spec: Queued-state recovery): invoked as by `messages-consumed`,
 * indeterminate marked, queued kept; only what was asked for and is in none of the groups is dropped.
 */
export function applyQueuedState(
  window: MessageWindow,
  asked: readonly string[],
  answer: QueuedStateResponse,
): MessageWindow {
  const queued = new Set(answer.queuedLocalIds)
  const known = new Set([
    ...answer.queuedLocalIds,
    ...answer.indeterminateLocalIds,
    ...answer.invokedLocalMessages.map((message) => message.localId),
  ])
  const gone = new Set(asked.filter((localId) => !known.has(localId)))
  let next = window
  for (const { localId, invokedAt } of answer.invokedLocalMessages) {
    next = markConsumed(next, [localId], invokedAt)
  }
  next = markIndeterminate(next, answer.indeterminateLocalIds)
  next = updateRows(
    next,
    (row) => row.localId !== null && row.invokedAt === null && queued.has(row.localId),
    ({ deliveryState: _, ...row }) => ({ ...row, status: 'queued' }),
  )
  return removeRows(next, (row) => row.localId !== null && row.invokedAt === null && gone.has(row.localId))
}
