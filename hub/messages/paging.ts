import { MESSAGE_PAGE_LIMIT_DEFAULT, type MessagePage, type MessagesQuery } from '../../contract/message.ts'
import { comparePositions, type MessageRow, type Position, positionOf } from '../store/message-row.ts'
import type { MessagesTable } from '../store/messages.ts'
import { messageJson } from './message-json.ts'

type PageTable = Pick<MessagesTable, 'head' | 'latest' | 'before' | 'after' | 'pinsBefore'>

interface PageOf {
  table: PageTable
  sessionPk: number
  limit: number
  epoch: number
  head: Position | null
}

/** One page of a conversation as the JSON text of MessagesResponse (spec: Message paging). */
export function pageJson(table: PageTable, sessionPk: number, query: MessagesQuery): string {
  const { epoch, head } = table.head(sessionPk)
  const page = { table, sessionPk, limit: query.limit ?? MESSAGE_PAGE_LIMIT_DEFAULT, epoch, head }
  const before = position(query.beforeSeq, query.beforeAt)
  if (before) return beforePage(page, before)
  const after = position(query.afterSeq, query.afterAt)
  if (!after) return latestPage(page, false)
  if (query.epoch !== undefined && query.epoch !== epoch) return latestPage(page, true)
  return afterPage(page, after, position(query.untilSeq, query.untilAt))
}

/** Prompts older than the page that still wait are put in front of it; cursors do not see them. */
function latestPage(page: PageOf, reset: boolean): string {
  const { table, sessionPk, limit } = page
  const { rows, hasMore } = cut(table.latest(sessionPk, limit + 1), limit)
  rows.reverse()
  const oldest = rows[0] && positionOf(rows[0])
  const pins = hasMore && oldest ? table.pinsBefore(sessionPk, oldest) : []
  return body(page, [...pins, ...rows], { direction: 'latest', reset, before: oldest, hasMore })
}

function beforePage(page: PageOf, cursor: Position): string {
  const { table, sessionPk, limit } = page
  const { rows, hasMore } = cut(table.before(sessionPk, cursor, limit + 1), limit)
  rows.reverse()
  return body(page, rows, { direction: 'before', before: rows[0] && positionOf(rows[0]), hasMore })
}

function afterPage(page: PageOf, cursor: Position, until: Position | undefined): string {
  const { table, sessionPk, limit, head } = page
  const snapshot = until && head && comparePositions(until, head) < 0 ? until : head
  const bounded = { ...page, head: snapshot }
  if (!snapshot || comparePositions(snapshot, cursor) <= 0) {
    return body(bounded, [], { direction: 'after', after: cursor, hasMore: false })
  }
  const { rows, hasMore } = cut(table.after(sessionPk, cursor, snapshot, limit + 1), limit)
  const last = rows.at(-1)
  return body(bounded, rows, { direction: 'after', after: last ? positionOf(last) : cursor, hasMore })
}

/** A page ends early rather than be more text than this, whatever its limit; one row it always has. */
const PAGE_MAX_CHARACTERS = 32 * 1024 * 1024

/** One row more than the limit was asked for: it says whether the history goes on. */
function cut(rows: MessageRow[], limit: number): { rows: MessageRow[]; hasMore: boolean } {
  let characters = 0
  const tooMuch = rows.findIndex(({ contentJson }, index) => {
    characters += contentJson.length
    return characters > PAGE_MAX_CHARACTERS && index > 0
  })
  const end = Math.min(limit, tooMuch === -1 ? rows.length : tooMuch)
  return { rows: rows.slice(0, end), hasMore: rows.length > end }
}

function position(seq: number | undefined, at: number | undefined): Position | undefined {
  return seq === undefined || at === undefined ? undefined : { seq, at }
}

interface PageEnd {
  direction: MessagePage['direction']
  reset?: boolean
  before?: Position | undefined
  after?: Position
  hasMore: boolean
}

function body(
  { limit, epoch, head }: PageOf,
  rows: MessageRow[],
  { direction, reset = false, before, after, hasMore }: PageEnd,
): string {
  const page: MessagePage = {
    direction,
    limit,
    epoch,
    reset,
    nextBeforeSeq: before?.seq ?? null,
    nextBeforeAt: before?.at ?? null,
    nextAfterSeq: after?.seq ?? null,
    nextAfterAt: after?.at ?? null,
    snapshotHeadSeq: head?.seq ?? null,
    snapshotHeadAt: head?.at ?? null,
    hasMore,
  }
  return `{"messages":[${rows.map(messageJson).join(',')}],"page":${JSON.stringify(page)}}`
}
