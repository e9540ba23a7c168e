import type { MessagesSnapshot } from './hub-store-types.ts'
import { isWaiting } from './message-row.ts'
import { isCutOff, type MessageWindow } from './message-window.ts'

/** What is shown of a conversation before anything of it arrived. */
export const LOADING: MessagesSnapshot = {
  status: 'loading',
  rows: [],
  queued: [],
  hasOlder: false,
  loadingOlder: false,
  hasNewer: false,
  loadingNewer: false,
  mode: 'tail',
}

/** What a snapshot is made of besides the rows that were shown before. */
interface Held {
  window: MessageWindow
  /** A sync brought the first page. */
  isLoaded: boolean
  isLoadingOlder: boolean
  isLoadingNewer: boolean
  error: string | undefined
}

/**
 * What is shown of a conversation now. Keeps the identity of `before`, and of its row lists, where nothing
 * changed. `isSameRows`: the rows of the window are those `before` was made of.
 */
export function snapshotOf(
  { window, isLoaded, isLoadingOlder, isLoadingNewer, error }: Held,
  before: MessagesSnapshot,
  isSameRows: boolean,
): MessagesSnapshot {
  const isKept = isSameRows && before !== LOADING
  const next: MessagesSnapshot = {
    status: isLoaded ? 'ready' : error === undefined ? 'loading' : 'error',
    rows: isKept
      ? before.rows
      : keep(
          before.rows,
          window.rows.filter((row) => !isWaiting(row)),
        ),
    queued: isKept ? before.queued : keep(before.queued, window.rows.filter(isWaiting)),
    hasOlder: window.hasOlder,
    loadingOlder: isLoadingOlder,
    hasNewer: isCutOff(window),
    loadingNewer: isLoadingNewer,
    mode: window.mode,
    ...(!isLoaded && error !== undefined && { error }),
  }
  return isSameSnapshot(before, next) ? before : next
}

function keep<Row>(before: readonly Row[], after: readonly Row[]): readonly Row[] {
  const isSame = before.length === after.length && before.every((row, index) => row === after[index])
  return isSame ? before : after
}

function isSameSnapshot(a: MessagesSnapshot, b: MessagesSnapshot): boolean {
  return (
    a.status === b.status &&
    a.rows === b.rows &&
    a.queued === b.queued &&
    a.hasOlder === b.hasOlder &&
    a.loadingOlder === b.loadingOlder &&
    a.hasNewer === b.hasNewer &&
    a.loadingNewer === b.loadingNewer &&
    a.mode === b.mode &&
    a.error === b.error
  )
}
