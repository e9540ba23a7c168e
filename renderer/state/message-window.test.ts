import { describe, expect, it } from 'vitest'
import { agentRow, agentRows, makePage, queuedRow, userContent } from '../testing/factories.ts'
import type { MessageRow } from './message-row.ts'
import {
  discardRows,
  EMPTY_WINDOW,
  followTail,
  ingestLive,
  isCutOff,
  type MessageWindow,
  markInSync,
  mergeBeyondEdge,
  mergeNewer,
  mergeOlder,
  replaceWithLatest,
  truncateFrom,
} from './message-window.ts'

const ids = (window: MessageWindow) => window.rows.map((row) => row.id)
const range = (from: number, to: number) => agentRows(from, to).map((row) => row.id)

function windowOf(rows: MessageRow[], changes: Partial<MessageWindow> = {}): MessageWindow {
  return { ...EMPTY_WINDOW, rows, epoch: 0, isInSync: true, ...changes }
}

function sentRow(changes: Partial<MessageRow> = {}): MessageRow {
  return { ...queuedRow(0), id: 'l0', seq: null, createdAt: 50_000, status: 'sent', ...changes }
}

describe('order', () => {
  it('is by (invokedAt ?? createdAt, seq), unnumbered rows after their contemporaries', () => {
    const rows = [
      agentRow(4, { createdAt: 1, invokedAt: 3000 }),
      { ...sentRow({ createdAt: 3000 }) },
      agentRow(3),
      agentRow(2, { invokedAt: undefined }),
      agentRow(1, { createdAt: 9000, invokedAt: 9000 }),
    ]
    const window = rows.reduce(ingestLive, EMPTY_WINDOW)
    expect(ids(window)).toEqual(['m2', 'm3', 'm4', 'l0', 'm1'])
  })
})

describe('merging', () => {
  it('keeps one row per id, and its identity when a page repeats it', () => {
    const window = windowOf(agentRows(1, 3))
    const next = ingestLive(window, agentRow(2))
    expect([ids(next), next.rows[1] === window.rows[1]]).toEqual([range(1, 3), true])
  })

  it('replaces the optimistic row by localId, keeping the status of the client', () => {
    const optimistic = sentRow({ status: 'queued' })
    const server = queuedRow(7, { localId: 'l0', createdAt: 50_500 })
    expect(ingestLive(windowOf([optimistic]), server).rows).toEqual([{ ...server, status: 'queued' }])
  })

  it('keeps an invokedAt that is already known', () => {
    const known = queuedRow(7, { invokedAt: 60_000, status: 'sent' })
    expect(ingestLive(windowOf([known]), queuedRow(7)).rows).toEqual([known])
  })

  it('takes a failed row that reached the hub after all for what it is', () => {
    const window = ingestLive(windowOf([sentRow({ status: 'failed' })]), queuedRow(7, { localId: 'l0' }))
    expect(window.rows).toEqual([queuedRow(7, { localId: 'l0' })])
  })

  it('clears an unresolved delivery once the message is invoked', () => {
    const window = windowOf([queuedRow(7, { deliveryState: 'indeterminate' })])
    const server = queuedRow(7, { invokedAt: 9000 })
    expect(ingestLive(window, server).rows).toEqual([server])
  })
})

describe('fallback reconciliation', () => {
  const echo = (at: number, localId: string | null = null): MessageRow =>
    agentRow(7, { content: userContent('prompt 0'), createdAt: at, invokedAt: at, localId })

  it.each([
    ['10 s before', sentRow(), echo(40_000), ['m7']],
    ['10 s after', sentRow(), echo(60_000), ['m7']],
    ['more than 10 s apart', sentRow(), echo(60_001), ['l0', 'm7']],
    ['while the row is still sending', sentRow({ status: 'sending' }), echo(50_000), ['m7', 'l0']],
    ['with a localId of its own', sentRow(), echo(50_000, 'other'), ['m7', 'l0']],
    ['as an agent row', sentRow(), agentRow(50), ['m50', 'l0']],
  ])('of a user message %s', (_, row, incoming, expected) => {
    expect(ids(ingestLive(windowOf([row]), incoming))).toEqual(expected)
  })

  it('takes only the nearest of two sent rows', () => {
    const near = sentRow({ id: 'l1', localId: 'l1', createdAt: 52_000 })
    expect(ids(ingestLive(windowOf([sentRow(), near]), echo(52_500)))).toEqual(['l0', 'm7'])
  })
})

describe('tail cursor', () => {
  it('follows live rows while in sync', () => {
    const window = ingestLive(windowOf([], { tail: { at: 1000, seq: 1 } }), agentRow(2))
    expect(window.tail).toEqual({ at: 2000, seq: 2 })
  })

  it('does not move over rows that were missed', () => {
    const window = ingestLive(windowOf([], { tail: { at: 1000, seq: 1 }, isInSync: false }), agentRow(9))
    expect([window.tail, ids(window)]).toEqual([{ at: 1000, seq: 1 }, ['m9']])
  })

  it('never moves back', () => {
    const window = ingestLive(windowOf([], { tail: { at: 5000, seq: 5 } }), agentRow(2))
    expect(window.tail).toEqual({ at: 5000, seq: 5 })
  })
})

describe('trimming', () => {
  it('keeps the newest 400 in tail mode and asks for older ones from there', () => {
    const window = mergeNewer(windowOf(agentRows(1, 300)), makePage(agentRows(301, 450)))
    expect([ids(window), window.hasOlder, window.before]).toEqual([
      range(51, 450),
      true,
      { at: 51_000, seq: 51 },
    ])
  })

  it('never trims queued, unresolved and unconfirmed rows', () => {
    const kept = [
      queuedRow(1),
      queuedRow(2, { deliveryState: 'indeterminate' }),
      sentRow({ createdAt: 3000 }),
    ]
    const window = mergeNewer(windowOf(kept), makePage(agentRows(10, 500)))
    expect([ids(window).slice(0, 3), window.rows.length]).toEqual([['m1', 'm2', 'l0'], 403])
  })

  it('trims a failed row of the hub like any other', () => {
    const failed = queuedRow(1, { status: 'failed' })
    expect(ids(mergeNewer(windowOf([failed]), makePage(agentRows(10, 450))))).not.toContain('m1')
  })

  it('keeps the oldest 600 in history mode, up to 800 right after loading older ones', () => {
    const start = windowOf(agentRows(601, 1000), { hasOlder: true, before: { at: 601_000, seq: 601 } })
    const pages = [
      [401, 600],
      [201, 400],
      [1, 200],
    ] as const
    const sizes: number[] = []
    let window: MessageWindow = start
    for (const [from, to] of pages) {
      const cursor = { nextBeforeSeq: from, nextBeforeAt: from * 1000 }
      window = mergeOlder(
        window,
        makePage(agentRows(from, to), { direction: 'before', hasMore: from > 1, ...cursor }),
      )
      sizes.push(window.rows.length)
    }
    expect([sizes, window.mode, ids(window)]).toEqual([[600, 800, 800], 'history', range(1, 800)])
    const later = ingestLive(window, agentRow(1001))
    expect([ids(later), later.edge]).toEqual([range(1, 600), { at: 600_000, seq: 600 }])
  })

  it('takes no new rows once history mode dropped the newest, but keeps the queue', () => {
    const window = windowOf(agentRows(1, 10), {
      mode: 'history',
      edge: { at: 10_000, seq: 10 },
      isInSync: false,
    })
    const next = [agentRow(11), queuedRow(12)].reduce(ingestLive, window)
    expect(ids(next)).toEqual([...range(1, 10), 'm12'])
  })

  it('counts rows of sub-agents apart', () => {
    const trace = (seq: number) =>
      agentRow(seq, {
        content: {
          role: 'agent',
          content: { type: 'codex', data: { type: 'agent-run-trace', agentId: 'a' } },
        },
      })
    const traces = Array.from({ length: 700 }, (_, index) => trace(200 + index))
    const window = mergeNewer(windowOf(agentRows(1, 100)), makePage(traces))
    const crowded = mergeNewer(
      window,
      makePage(Array.from({ length: 150 }, (_, index) => trace(900 + index))),
    )
    expect([window.rows.length, window.hasOlder, crowded.rows.length, crowded.before]).toEqual([
      800,
      false,
      800,
      { at: 250_000, seq: 250 },
    ])
  })
})

describe('paging back', () => {
  const window = windowOf(agentRows(5, 8), { hasOlder: true, before: { at: 5000, seq: 5 }, epoch: 3 })

  it('takes a page of the same epoch', () => {
    const cursor = { nextBeforeSeq: 3, nextBeforeAt: 3000, hasMore: true, epoch: 3 }
    const next = mergeOlder(window, makePage(agentRows(3, 4), cursor))
    expect([ids(next), next.before, next.hasOlder]).toEqual([range(3, 8), { at: 3000, seq: 3 }, true])
  })

  it('drops the cursors and calls for a reset on another epoch', () => {
    const next = mergeOlder(window, makePage(agentRows(3, 4), { epoch: 4 }))
    expect([ids(next), next.needsReset, next.before, next.tail]).toEqual([
      range(5, 8),
      true,
      undefined,
      undefined,
    ])
  })

  it('ends when the cursor stands still', () => {
    const page = makePage([], { nextBeforeSeq: 5, nextBeforeAt: 5000, hasMore: true, epoch: 3 })
    expect(mergeOlder(window, page).hasOlder).toBe(false)
  })
})

describe('reading on', () => {
  const window = windowOf(agentRows(1, 500), { mode: 'history', edge: { at: 500_000, seq: 500 }, epoch: 3 })
  const page = (first: number, last: number, rest: object = {}) =>
    makePage(agentRows(first, last), {
      direction: 'after',
      epoch: 3,
      nextAfterSeq: last,
      nextAfterAt: last * 1000,
      hasMore: true,
      ...rest,
    })

  it('takes what follows; the oldest make room and can be asked for again', () => {
    const next = mergeBeyondEdge(window, page(501, 700))
    expect([ids(next), next.edge, next.before, next.hasOlder, isCutOff(next)]).toEqual([
      range(101, 700),
      { at: 700_000, seq: 700 },
      { at: 101_000, seq: 101 },
      true,
      true,
    ])
  })

  it('reaches the newest', () => {
    const next = mergeBeyondEdge(window, page(501, 510, { hasMore: false }))
    expect([next.edge, next.tail, isCutOff(next)]).toEqual([undefined, { at: 510_000, seq: 510 }, false])
  })

  it.each([
    ['another epoch', { epoch: 4 }],
    ['the latest page', { direction: 'latest' }],
    ['a reset', { reset: true }],
    ['a cursor that stands still', { nextAfterSeq: 500, nextAfterAt: 500_000 }],
  ])('starts over at %s', (_, rest) => {
    expect(mergeBeyondEdge(window, page(501, 510, rest))).toMatchObject({
      needsReset: true,
      rows: window.rows,
    })
  })
})

describe('the latest page', () => {
  const page = makePage([queuedRow(2), ...agentRows(90, 91)], {
    epoch: 5,
    nextBeforeSeq: 90,
    nextBeforeAt: 90_000,
    snapshotHeadSeq: 91,
    snapshotHeadAt: 91_000,
    hasMore: true,
  })

  it('replaces the rows of the hub, keeps waiting and unconfirmed ones, and sets the cursors', () => {
    const before = windowOf([...agentRows(10, 12), queuedRow(3), sentRow({ status: 'sending' })])
    expect(markInSync(replaceWithLatest(before, page))).toEqual({
      ...EMPTY_WINDOW,
      rows: [queuedRow(2), queuedRow(3), sentRow({ status: 'sending' }), ...agentRows(90, 91)],
      epoch: 5,
      before: { at: 90_000, seq: 90 },
      hasOlder: true,
      tail: { at: 91_000, seq: 91 },
      isInSync: true,
    })
  })
})

describe('returning to the tail', () => {
  it('needs a reset when the newest rows were trimmed', () => {
    const window = windowOf(agentRows(1, 3), { mode: 'history', edge: { at: 3000, seq: 3 } })
    expect(followTail(window)).toMatchObject({
      mode: 'tail',
      needsReset: true,
      tail: undefined,
      rows: window.rows,
    })
  })

  it('only trims when they were not', () => {
    const window = followTail(
      windowOf(agentRows(1, 500), { mode: 'history', tail: { at: 500_000, seq: 500 } }),
    )
    expect([window.needsReset, window.tail, ids(window)]).toEqual([
      false,
      { at: 500_000, seq: 500 },
      range(101, 500),
    ])
  })
})

describe('invalidation', () => {
  it('discards what the hub sent and keeps what is being sent', () => {
    const window = discardRows(windowOf([agentRow(1), queuedRow(2), sentRow({ status: 'sending' })]))
    expect([ids(window), window.needsReset]).toEqual([['l0'], true])
  })

  it('keeps the prefix of a rewind', () => {
    const rows = [agentRow(1), queuedRow(2, { invokedAt: 2000 }), agentRow(3)]
    const window = truncateFrom(windowOf(rows), 'l2')
    expect([ids(window), window.needsReset]).toEqual([['m1'], true])
  })

  it('discards all when the boundary of a rewind is not held', () => {
    expect(ids(truncateFrom(windowOf(agentRows(1, 3)), 'unknown'))).toEqual([])
  })
})
