import type { MessageRow, OutgoingMessage } from './message-row.ts'
import { isOptimistic, isUserRow, positionOf } from './message-row.ts'
import { type MessageWindow, removeRows, updateRows } from './message-window.ts'

/** The client's view of message delivery: one function per transition (spec: Message delivery). */

/** (new) to `sending`. Never stands before what is already shown, however wrong this device's clock is. */
export function addOptimistic(
  window: MessageWindow,
  localId: string,
  message: OutgoingMessage,
  now: number,
): MessageWindow {
  if (window.rows.some((row) => row.localId === localId && row.status !== 'failed')) return window
  const newest = window.rows.findLast(
    (row) => typeof row.invokedAt === 'number' || row.invokedAt === undefined,
  )
  const row: MessageRow = {
    id: localId,
    seq: null,
    localId,
    content: {
      role: 'user',
      content: {
        type: 'text',
        text: message.text,
        ...(message.attachments?.length && { attachments: message.attachments }),
      },
      meta: { deliveryMode: message.deliveryMode ?? 'queue' },
    },
    createdAt: Math.max(now, newest ? positionOf(newest).at : 0),
    invokedAt: null,
    ...(message.scheduledAt !== undefined && { scheduledAt: message.scheduledAt }),
    status: 'sending',
  }
  const rest = window.rows.filter((other) => other.localId !== localId)
  return { ...window, rows: [...rest, row] }
}

/** `sending` to `queued` while the agent works, else to `sent`; an invocation that came first stands. */
export function confirmSend(window: MessageWindow, localId: string, isThinking: boolean): MessageWindow {
  return updateRows(
    window,
    (row) => row.localId === localId && row.status === 'sending',
    ({ pending: _, ...row }) => ({
      ...row,
      status: row.invokedAt === null && isThinking ? 'queued' : 'sent',
    }),
  )
}

/** Says of a row that is still `sending` what keeps it; undefined: it is on its way. */
export function markPending(
  window: MessageWindow,
  localId: string,
  pending: MessageRow['pending'],
): MessageWindow {
  return updateRows(
    window,
    (row) => row.localId === localId && row.status === 'sending' && row.pending !== pending,
    ({ pending: _, ...row }) => (pending === undefined ? row : { ...row, pending }),
  )
}

/** Whether the hub announced the message, whatever the answer to the send was. */
export function isStored(window: MessageWindow, localId: string): boolean {
  return window.rows.some((row) => row.localId === localId && !isOptimistic(row))
}

/** A failed send: the row goes, or stays as `failed` when its attachments would be lost with it. */
export function failSend(window: MessageWindow, localId: string, keepRow: boolean): MessageWindow {
  const isRow = (row: MessageRow) => row.localId === localId && isOptimistic(row)
  return keepRow
    ? updateRows(window, isRow, ({ pending: _, ...row }) => ({ ...row, status: 'failed' }))
    : removeRows(window, isRow)
}

/** `messages-consumed`: stamped, `sent`, moved to the invocation position; failed rows are skipped. */
export function markConsumed(
  window: MessageWindow,
  localIds: readonly string[],
  invokedAt: number,
): MessageWindow {
  const isNamed = named(localIds)
  return updateRows(
    window,
    (row) => isNamed(row) && row.status !== 'failed',
    ({ deliveryState: _, ...row }) => ({ ...row, invokedAt, status: 'sent' }),
  )
}

/** `messages-indeterminate`: stays uninvoked and unresolved; nothing is replayed. */
export function markIndeterminate(window: MessageWindow, localIds: readonly string[]): MessageWindow {
  return updateRows(window, named(localIds), (row) => ({ ...row, deliveryState: 'indeterminate' }))
}

/** `messages-requeued`: an explicit Retry restored queue delivery. */
export function markRequeued(window: MessageWindow, localIds: readonly string[]): MessageWindow {
  return updateRows(window, named(localIds), ({ deliveryState: _, ...row }) => ({ ...row, status: 'queued' }))
}

/** `message-cancelled`: the row goes; either id matches. A message already invoked stays. */
export function removeCancelled(
  window: MessageWindow,
  messageId: string,
  localId: string | undefined,
): MessageWindow {
  return removeRows(
    window,
    (row) =>
      row.invokedAt === null &&
      (row.id === messageId ||
        row.localId === messageId ||
        (localId !== undefined && row.localId === localId)),
  )
}

function named(localIds: readonly string[]): (row: MessageRow) => boolean {
  const wanted = new Set(localIds)
  return (row) => row.localId !== null && wanted.has(row.localId) && row.invokedAt === null && isUserRow(row)
}
