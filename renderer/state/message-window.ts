import type { MessagesResponse } from '../../contract/message.ts'
import {
  comparePositions,
  isAgentRunRow,
  isIndeterminate,
  isOptimistic,
  isQueued,
  isUserRow,
  type MessageRow,
  type Position,
  positionOf,
} from './message-row.ts'

/** Windowing constants (spec: Message paging). */
export const TAIL_WINDOW_ROWS = 400
export const HISTORY_WINDOW_ROWS = 600
export const OLDER_LOAD_ROWS = 800
export const AGENT_RUN_ROWS = 800
export const FALLBACK_RECONCILE_MS = 10_000

/** The part of a conversation this page holds. Immutable: every function below returns a new one. */
export interface MessageWindow {
  /** All held rows by position, waiting and optimistic ones included. */
  readonly rows: readonly MessageRow[]
  readonly mode: 'tail' | 'history'
  /** The epoch every cursor below belongs to. */
  readonly epoch: number | undefined
  /** Older rows are asked for before this position. */
  readonly before: Position | undefined
  readonly hasOlder: boolean
  /** Everything between the oldest held row and this position is held. */
  readonly tail: Position | undefined
  /** The rows newer than this are not held; they come page after page, or with the latest page. */
  readonly edge: Position | undefined
  /** Live events continue `tail` without a gap. */
  readonly isInSync: boolean
  /** The cursors are worthless: the next sync takes the latest page and replaces the rows. */
  readonly needsReset: boolean
}

/** A conversation of which nothing was loaded. */
export const EMPTY_WINDOW: MessageWindow = {
  rows: [],
  mode: 'tail',
  epoch: undefined,
  before: undefined,
  hasOlder: false,
  tail: undefined,
  edge: undefined,
  isInSync: false,
  needsReset: false,
}

/** Takes in one row the hub announced; advances the tail cursor when the window is in sync. */
export function ingestLive(window: MessageWindow, row: MessageRow): MessageWindow {
  const next = settle(window, upsertRows(window.rows, [row]))
  if (!next.isInSync || row.seq === null) return next
  return { ...next, tail: later(next.tail, positionOf(row)) }
}

/** Replaces the server rows by the latest page; keeps optimistic and waiting rows (cases a and b of tail sync). */
export function replaceWithLatest(
  window: MessageWindow,
  { messages, page }: MessagesResponse,
): MessageWindow {
  const kept = window.rows.filter(isProtected)
  const fresh: MessageWindow = {
    ...EMPTY_WINDOW,
    epoch: page.epoch,
    before: cursor(page.nextBeforeSeq, page.nextBeforeAt),
    hasOlder: page.hasMore,
    tail: cursor(page.snapshotHeadSeq, page.snapshotHeadAt),
  }
  return settle(fresh, upsertRows(kept, messages))
}

/** Adds a page of newer rows and moves the tail cursor to its end (case c of tail sync). */
export function mergeNewer(window: MessageWindow, { messages, page }: MessagesResponse): MessageWindow {
  const tail = window.edge ? undefined : (cursor(page.nextAfterSeq, page.nextAfterAt) ?? window.tail)
  return settle({ ...window, epoch: page.epoch, tail }, upsertRows(window.rows, messages))
}

/**
 * Adds a page of older rows and enters history mode. A page of another epoch is not taken: the cursors are
 * dropped and a reset is due, for which the caller runs a fresh tail sync.
 */
export function mergeOlder(window: MessageWindow, { messages, page }: MessagesResponse): MessageWindow {
  if (page.epoch !== window.epoch) return requireReset(window)
  const before = cursor(page.nextBeforeSeq, page.nextBeforeAt)
  const advanced = before && (!window.before || comparePositions(before, window.before) < 0)
  const next: MessageWindow = {
    ...window,
    mode: 'history',
    before: before ?? window.before,
    // A cursor that stands still would be asked for for ever.
    hasOlder: page.hasMore && advanced === true,
  }
  return settle(next, upsertRows(window.rows, messages), OLDER_LOAD_ROWS)
}

/**
 * Adds a page of the rows that follow `edge`, so that whoever reads history comes to the newest without a hole; the
 * oldest rows make room. A page that does not continue the held rows is not taken, and a reset is due.
 */
export function mergeBeyondEdge(window: MessageWindow, { messages, page }: MessagesResponse): MessageWindow {
  const end = cursor(page.nextAfterSeq, page.nextAfterAt)
  const continues = page.direction === 'after' && !page.reset && page.epoch === window.epoch
  const isStanding = !end || (window.edge && comparePositions(end, window.edge) <= 0)
  if (!continues || (page.hasMore && isStanding)) return requireReset(window)
  const tail = end ?? window.edge
  const next: MessageWindow = page.hasMore
    ? { ...window, edge: end }
    : { ...window, edge: undefined, tail, isInSync: false }
  // At the newest there must be room for what comes: in history that is what would be trimmed.
  const limit = page.hasMore ? HISTORY_WINDOW_ROWS : TAIL_WINDOW_ROWS
  return trimOldest(arrange(next, upsertRows(window.rows, messages)), limit)
}

/** Whether rows beyond the held ones are there to be read on to. */
export function isCutOff({ mode, edge, needsReset }: MessageWindow): boolean {
  return mode === 'history' && edge !== undefined && !needsReset
}

/**
 * Replaces the server rows by the two pages around a message: what stands before and at it, and what follows.
 * Enters history mode; where newer rows exist beyond these, they stay out until they are read on to or the latest
 * page is taken.
 */
export function replaceAround(
  window: MessageWindow,
  older: MessagesResponse,
  newer: MessagesResponse,
): MessageWindow {
  const end = cursor(newer.page.nextAfterSeq, newer.page.nextAfterAt)
  const fresh: MessageWindow = {
    ...EMPTY_WINDOW,
    mode: 'history',
    epoch: older.page.epoch,
    before: cursor(older.page.nextBeforeSeq, older.page.nextBeforeAt),
    hasOlder: older.page.hasMore,
    ...(newer.page.hasMore ? { edge: end } : { tail: end }),
  }
  const kept = window.rows.filter(isProtected)
  return settle(fresh, upsertRows(kept, [...older.messages, ...newer.messages]))
}

/** Back to following the newest rows; when they were trimmed away, a reset is due. */
export function followTail(window: MessageWindow): MessageWindow {
  if (window.mode === 'tail') return window
  if (window.edge) return { ...requireReset(window), mode: 'tail' }
  return settle({ ...window, mode: 'tail' }, [...window.rows])
}

/** Live events were missed: they no longer continue the tail. */
export function markStale(window: MessageWindow): MessageWindow {
  return window.isInSync ? { ...window, isInSync: false } : window
}

/** A tail sync is complete: live events continue the tail from here, unless the newest rows were trimmed. */
export function markInSync(window: MessageWindow): MessageWindow {
  return window.edge ? window : { ...window, isInSync: true, needsReset: false }
}

/** Drops all cursors and calls for the latest page; the rows stay until it comes. */
export function requireReset(window: MessageWindow): MessageWindow {
  return {
    ...window,
    epoch: undefined,
    before: undefined,
    hasOlder: false,
    tail: undefined,
    isInSync: false,
    needsReset: true,
  }
}

/** Forgets every row the hub sent; what this page is still sending stays. */
export function discardRows(window: MessageWindow): MessageWindow {
  return { ...requireReset(window), mode: 'tail', edge: undefined, rows: window.rows.filter(isOptimistic) }
}

/**
 * A rewind: keeps the rows before the boundary message, which the hub deleted together with what followed.
 * An unknown boundary discards all.
 */
export function truncateFrom(window: MessageWindow, localId: string | undefined): MessageWindow {
  const boundary = window.rows.findIndex((row) => localId !== undefined && row.localId === localId)
  if (boundary < 0) return discardRows(window)
  const rows = window.rows.filter((row, index) => index < boundary || isOptimistic(row))
  return { ...requireReset(window), mode: 'tail', edge: undefined, rows }
}

/** Changes the rows `select` names; rows move to the position their change gives them. */
export function updateRows(
  window: MessageWindow,
  select: (row: MessageRow) => boolean,
  change: (row: MessageRow) => MessageRow,
): MessageWindow {
  if (!window.rows.some(select)) return window
  return settle(
    window,
    window.rows.map((row) => (select(row) ? change(row) : row)),
  )
}

/** Removes the rows `select` names; the same window when there are none. */
export function removeRows(window: MessageWindow, select: (row: MessageRow) => boolean): MessageWindow {
  if (!window.rows.some(select)) return window
  return { ...window, rows: window.rows.filter((row) => !select(row)) }
}

/** Sorts, drops what lies outside the held range, and trims to the size of the mode. */
function settle(window: MessageWindow, rows: MessageRow[], historyRows = HISTORY_WINDOW_ROWS): MessageWindow {
  const next = arrange(window, rows)
  return window.mode === 'tail' ? trimOldest(next, TAIL_WINDOW_ROWS) : trimNewest(next, historyRows)
}

/** Sorts and drops what lies outside the held range. */
function arrange(window: MessageWindow, rows: MessageRow[]): MessageWindow {
  const { before, edge, hasOlder } = window
  const held = rows.filter((row) => {
    if (isProtected(row)) return true
    const position = positionOf(row)
    if (edge && comparePositions(position, edge) > 0) return false
    return !(hasOlder && before && comparePositions(position, before) < 0)
  })
  held.sort((a, b) => comparePositions(positionOf(a), positionOf(b)))
  return { ...window, rows: held }
}

function trimOldest(window: MessageWindow, limit: number): MessageWindow {
  const kept = keepWithin([...window.rows].reverse(), limit)
  if (kept.length === window.rows.length) return window
  const rows = kept.reverse()
  const oldest = rows.find((row) => !isProtected(row))
  return { ...window, rows, hasOlder: true, before: oldest ? positionOf(oldest) : window.before }
}

function trimNewest(window: MessageWindow, limit: number): MessageWindow {
  const rows = keepWithin(window.rows, limit)
  if (rows.length === window.rows.length) return window
  const newest = rows.findLast((row) => !isProtected(row))
  return { ...window, rows, edge: newest && positionOf(newest), tail: undefined, isInSync: false }
}

/**
 * The rows from the start on until either budget is spent, so that what stays has no holes. Protected rows
 * cost nothing and stay wherever they are.
 */
function keepWithin(rows: readonly MessageRow[], limit: number): MessageRow[] {
  if (rows.length <= limit) return [...rows]
  let ordinary = 0
  let agentRun = 0
  let isOpen = true
  return rows.filter((row) => {
    if (isProtected(row)) return true
    if (isOpen && isAgentRunRow(row)) agentRun += 1
    else if (isOpen) ordinary += 1
    isOpen &&= ordinary <= limit && agentRun <= AGENT_RUN_ROWS
    return isOpen
  })
}

/** Never trimmed: queued and unresolved rows, and what the hub has not confirmed yet. */
function isProtected(row: MessageRow): boolean {
  return isOptimistic(row) || isIndeterminate(row) || isQueued(row)
}

/** Merges rows by id, then by localId; unordered. */
function upsertRows(rows: readonly MessageRow[], incoming: readonly MessageRow[]): MessageRow[] {
  const next = [...rows]
  const byId = new Map(next.map((row, index) => [row.id, index]))
  const byLocalId = new Map(next.flatMap((row, index) => (row.localId ? [[row.localId, index]] : [])))
  for (const row of incoming) {
    const index = byId.get(row.id) ?? (row.localId ? byLocalId.get(row.localId) : undefined)
    const known = index ?? findFallback(next, row)
    if (known === undefined) {
      byId.set(row.id, next.length)
      if (row.localId) byLocalId.set(row.localId, next.length)
      next.push(row)
    } else {
      byId.set(row.id, known)
      next[known] = mergeRow(next[known] as MessageRow, row)
    }
  }
  return next
}

/**
 * A user message without localId that lands within 10 s of a row this page sent is that row: hubs and agents
 * that echo a prompt without its localId must not double it. One with a localId of its own is another message.
 */
function findFallback(rows: readonly MessageRow[], incoming: MessageRow): number | undefined {
  if (incoming.localId !== null || incoming.seq === null || !isUserRow(incoming)) return undefined
  const { at } = positionOf(incoming)
  let best: { index: number; distance: number } | undefined
  for (const [index, row] of rows.entries()) {
    if (!isOptimistic(row) || row.status !== 'sent') continue
    const distance = Math.abs(positionOf(row).at - at)
    if (distance <= FALLBACK_RECONCILE_MS && (!best || distance < best.distance)) best = { index, distance }
  }
  return best?.index
}

/** The server row wins, but for the client's status and an `invokedAt` that is already known. */
function mergeRow(known: MessageRow, incoming: MessageRow): MessageRow {
  const merged: MessageRow = { ...incoming, localId: incoming.localId ?? known.localId }
  if (typeof known.invokedAt === 'number' && typeof incoming.invokedAt !== 'number') {
    merged.invokedAt = known.invokedAt
  }
  const isInvoked = merged.invokedAt !== null
  if (isInvoked) delete merged.deliveryState
  // A row that counted as failed has reached the hub after all.
  const status = known.status === 'failed' ? undefined : known.status
  if (status !== undefined) merged.status = isInvoked ? 'sent' : status
  return isSameRow(known, merged) ? known : merged
}

/** Pages repeat what is known; an unchanged row keeps its identity and so its place on the screen. */
function isSameRow(a: MessageRow, b: MessageRow): boolean {
  return (
    a.id === b.id &&
    a.seq === b.seq &&
    a.status === b.status &&
    a.invokedAt === b.invokedAt &&
    a.deliveryState === b.deliveryState &&
    a.createdAt === b.createdAt &&
    a.scheduledAt === b.scheduledAt &&
    JSON.stringify(a.content) === JSON.stringify(b.content)
  )
}

function cursor(seq: number | null, at: number | null): Position | undefined {
  return seq === null || at === null ? undefined : { seq, at }
}

function later(a: Position | undefined, b: Position): Position {
  return a && comparePositions(a, b) >= 0 ? a : b
}
