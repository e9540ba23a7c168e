import { Readable } from 'node:stream'
import { EXPORT_SCHEMA_VERSION } from '../../contract/history.ts'
import type { ScratchlistEntry } from '../../contract/scratchlist.ts'
import { HubError } from '../errors.ts'
import { messageJson } from '../messages/message-json.ts'
import type { Position } from '../store/message-row.ts'
import type { SessionRecord } from '../store/sessions.ts'
import type { HistoryParts } from './history-parts.ts'

const PAGE_ROWS = 200
const BEGINNING: Position = { at: -1, seq: 0 }

export interface ExportLimits {
  /** Lifted by `force`. */
  messages: number
  /** Of the contents. */
  bytes: number
}

export interface ExportParts extends Pick<HistoryParts, 'tables' | 'sessions' | 'clock'> {
  /** The session's scratchlist as clients read it. */
  scratchlistOf(session: SessionRecord): readonly ScratchlistEntry[]
  limits: ExportLimits
}

/**
 * The JSON text of SessionExport, page by page: what is there now and stays; what is said meanwhile is not in
 * it (reference not-shown A11).
 * @throws HubError 413 with `count` and `limit` (ruling 12)
 */
export function exportSession(
  parts: ExportParts,
  session: SessionRecord,
  { force }: { force: boolean },
): Readable {
  const { tables, sessions, clock, limits } = parts
  const { count, bytes } = tables.history.exportSize(session.pk)
  if (!force && count > limits.messages) {
    throw tooLarge('The session has too many messages to export unless asked for with force=true', {
      count,
      limit: limits.messages,
    })
  }
  if (bytes > limits.bytes) {
    throw tooLarge('The session is too large to export', { count: bytes, limit: limits.bytes })
  }
  const head =
    `{"schemaVersion":${EXPORT_SCHEMA_VERSION},"exportedAt":${clock.now()},` +
    `"session":${JSON.stringify(sessions.toSession(session))},"messages":[`
  const tail = `],"scratchlist":${JSON.stringify(parts.scratchlistOf(session))}}`
  const until = tables.history.exportHead(session.pk)
  return Readable.from(textOf(head, until ? pages(parts, session.pk, until) : [], tail))
}

function* textOf(head: string, pagesOfRows: Iterable<string>, tail: string): Generator<string> {
  yield head
  let separator = ''
  for (const rows of pagesOfRows) {
    yield separator + rows
    separator = ','
  }
  yield tail
}

/** Each page is read when the one before has gone out. */
function* pages(
  { tables }: Pick<ExportParts, 'tables'>,
  sessionPk: number,
  until: Position,
): Generator<string> {
  let after = BEGINNING
  for (;;) {
    const rows = tables.history.exportPage(sessionPk, after, until, PAGE_ROWS)
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(messageJson).join(',')
    after = { at: last.invokedAt ?? last.createdAt, seq: last.seq }
  }
}

const tooLarge = (message: string, details: { count: number; limit: number }) =>
  new HubError(413, message, { details })
