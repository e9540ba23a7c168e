import type { SyncEvent } from '../../contract/events.ts'
import { markConsumed, markIndeterminate, markRequeued, removeCancelled } from './delivery.ts'
import { discardRows, ingestLive, type MessageWindow, truncateFrom } from './message-window.ts'

/** The events that change a conversation. */
export type MessageEvent = Extract<
  SyncEvent,
  {
    type:
      | 'message-received'
      | 'messages-invalidated'
      | 'messages-consumed'
      | 'messages-indeterminate'
      | 'messages-requeued'
      | 'message-cancelled'
  }
>

/** Applies one event to the window of its session (spec: SyncEvent union). Repeating it changes nothing. */
export function applyMessageEvent(window: MessageWindow, event: MessageEvent): MessageWindow {
  switch (event.type) {
    case 'message-received':
      return ingestLive(window, event.message)
    case 'messages-invalidated':
      return event.reason === 'rewind' ? truncateFrom(window, event.truncateFromLocalId) : discardRows(window)
    case 'messages-consumed':
      return markConsumed(window, event.localIds, event.invokedAt)
    case 'messages-indeterminate':
      return markIndeterminate(window, event.localIds)
    case 'messages-requeued':
      return markRequeued(window, event.localIds)
    case 'message-cancelled':
      return removeCancelled(window, event.messageId, event.localId)
  }
}
