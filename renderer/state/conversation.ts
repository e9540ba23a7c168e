import type { MessageEvent } from './apply-event.ts'
import type { MessagesSnapshot } from './hub-store-types.ts'
import type { Journal } from './journal.ts'
import type { MessageWindow } from './message-window.ts'
import type { Refetch } from './refetch.ts'

/** What an update of one conversation works on. */
export type Change = (window: MessageWindow) => MessageWindow

/** The messages held of one session, and what is under way to keep them in sync. */
export interface Conversation {
  readonly id: string
  window: MessageWindow
  watchers: number
  /** A sync brought the first page. */
  isLoaded: boolean
  /** Why the next sync runs. */
  reason: 'open' | 'resync'
  /** After a gap the fate of waiting messages must be asked for. */
  needsRecovery: boolean
  /** Rises when rows are discarded or events were missed: an answer asked for before that is of no use. */
  generation: number
  loadingOlder: Promise<void> | undefined
  loadingNewer: Promise<void> | undefined
  error: string | undefined
  readonly journal: Journal<MessageEvent>
  readonly sync: Refetch
  snapshot: MessagesSnapshot
}
