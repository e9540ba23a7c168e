import type { MessagePage, MessagesQuery } from '../../contract/message.ts'
import type { MessageWindow } from './message-window.ts'

/** Page sizes of the recommended loop (spec: Tail-sync loop). */
export const INITIAL_PAGE_ROWS = 20
export const REENTRY_PAGE_ROWS = 20
export const ORDINARY_PAGE_ROWS = 200

/** What follows from one page of a run. */
export interface TailSyncStep {
  /** What to do with the page that just arrived. */
  apply: 'replace' | 'merge'
  /** The next request; undefined when the run is over. */
  next: MessagesQuery | undefined
  /** The hub's cursor stood still, or ours is ahead of its newest row: only a latest page can help. */
  isStalled: boolean
}

/**
 * The first request of a run. `open`: a session is shown again; when live events were missed meanwhile its
 * cached window is replaced by the latest page rather than caught up with. Without a cursor, or when a reset is
 * due, it is the latest page in any case.
 */
export function firstTailRequest(window: MessageWindow, reason: 'open' | 'resync'): MessagesQuery {
  if (window.needsReset) return { limit: ORDINARY_PAGE_ROWS }
  if (!window.tail || window.epoch === undefined) return { limit: INITIAL_PAGE_ROWS }
  if (reason === 'open' && !window.isInSync) return { limit: REENTRY_PAGE_ROWS }
  return {
    limit: ORDINARY_PAGE_ROWS,
    afterSeq: window.tail.seq,
    afterAt: window.tail.at,
    epoch: window.epoch,
  }
}

/** What a page means for the run that asked with `request`. */
export function nextTailStep(request: MessagesQuery, page: MessagePage): TailSyncStep {
  if (page.reset || page.direction === 'latest')
    return { apply: 'replace', next: undefined, isStalled: false }
  if (!page.hasMore) return { apply: 'merge', next: undefined, isStalled: isAheadOfHead(request, page) }
  const { nextAfterSeq, nextAfterAt } = page
  if (nextAfterSeq === null || nextAfterAt === null || !advances(request, nextAfterAt, nextAfterSeq)) {
    return { apply: 'merge', next: undefined, isStalled: true }
  }
  const next: MessagesQuery = {
    limit: ORDINARY_PAGE_ROWS,
    afterSeq: nextAfterSeq,
    afterAt: nextAfterAt,
    epoch: page.epoch,
    ...snapshotHead(request, page),
  }
  return { apply: 'merge', next, isStalled: false }
}

/** The head the first answer named bounds the whole run, so that a busy session cannot keep it going. */
function snapshotHead(
  request: MessagesQuery,
  page: MessagePage,
): Pick<MessagesQuery, 'untilSeq' | 'untilAt'> {
  const untilSeq = request.untilSeq ?? page.snapshotHeadSeq
  const untilAt = request.untilAt ?? page.snapshotHeadAt
  return untilSeq === null || untilAt === null ? {} : { untilSeq, untilAt }
}

/** A row the hub does not have moved the cursor: what it announces next would stand before the cursor and be missed. */
function isAheadOfHead({ afterAt = 0, afterSeq = 0 }: MessagesQuery, page: MessagePage): boolean {
  const { snapshotHeadAt: at, snapshotHeadSeq: seq } = page
  if (at === null || seq === null) return false
  return at < afterAt || (at === afterAt && seq < afterSeq)
}

function advances(request: MessagesQuery, at: number, seq: number): boolean {
  const { afterAt = 0, afterSeq = 0 } = request
  return at > afterAt || (at === afterAt && seq > afterSeq)
}
