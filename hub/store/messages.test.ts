import { beforeEach, describe, expect, it } from 'vitest'
import { silentLog } from '../log.ts'
import { Database } from './database.ts'
import { MESSAGE_QUERIES } from './message-queries.ts'
import type { NewMessage } from './message-row.ts'
import { MessagesTable } from './messages.ts'
import { SessionsTable } from './sessions.ts'

const NOW = 1_000_000
const HOUR = 3_600_000

let db: Database
let table: MessagesTable
let a: number
let b: number
let count = 0

function newSession(sessions: SessionsTable, id: string): number {
  db.write(() =>
    sessions.insert({
      id,
      namespace: 'default',
      tag: id,
      createdAt: NOW,
      metadata: null,
      agentState: null,
      model: null,
      modelReasoningEffort: null,
      effort: null,
      supersededBy: null,
      nativeKey: null,
    }),
  )
  return (sessions.identify(id) as { pk: number }).pk
}

function insert(sessionPk: number, more: Partial<NewMessage> = {}, now = NOW) {
  count += 1
  const message: NewMessage = {
    id: `m${count}`,
    sessionPk,
    localId: null,
    contentJson: JSON.stringify(more.localId ?? `m${count}`),
    createdAt: now,
    scheduledAt: null,
    hidden: false,
    fromUser: more.localId !== undefined,
    ...more,
  }
  return db.write(() => table.insert(message, now))
}

const contentsOf = (sessionPk: number) => table.oldestContents(sessionPk, 100).map((text) => JSON.parse(text))
const seqsOf = (sessionPk: number) => table.backfill(sessionPk, 0, NOW, 200).map((row) => row.seq)
const epochOf = (sessionPk: number) => table.head(sessionPk).epoch

beforeEach(() => {
  db = Database.open(':memory:', silentLog)
  table = new MessagesTable(db)
  const sessions = new SessionsTable(db)
  a = newSession(sessions, 'a')
  b = newSession(sessions, 'b')
})

describe('MessagesTable.insert', () => {
  it('numbers the messages of each session from 1', () => {
    expect([insert(a), insert(b), insert(a)].map(({ row }) => row.seq)).toEqual([1, 1, 2])
  })

  it('invokes rows without a localId at once and keeps the others queued', () => {
    expect(insert(a).row.invokedAt).toBe(NOW)
    expect(insert(a, { localId: 'x' }).row.invokedAt).toBeNull()
  })

  it('stores a time from the future as now', () => {
    expect(insert(a, { createdAt: NOW + 5 }).row.createdAt).toBe(NOW)
  })

  it('returns the stored row for a localId the session holds', () => {
    const first = insert(a, { localId: 'x', contentJson: '"first"' })
    const second = insert(a, { localId: 'x', contentJson: '"second"' })
    expect(second).toEqual({ row: first.row, inserted: false })
    expect(contentsOf(a)).toEqual(['first'])
    expect(insert(b, { localId: 'x' }).inserted).toBe(true)
  })

  it('raises the epoch only for a visible row that lands before the newest', () => {
    insert(a)
    insert(a, {}, NOW + 10)
    expect(epochOf(a)).toBe(0)
    insert(a, { createdAt: NOW - 10, hidden: true }, NOW + 20)
    expect(epochOf(a)).toBe(0)
    insert(a, { createdAt: NOW - 10 }, NOW + 20)
    expect(epochOf(a)).toBe(1)
    expect(epochOf(b)).toBe(0)
  })

  it('never gives the number of a deleted row again', () => {
    insert(a)
    const { row } = insert(a, { localId: 'x' })
    db.write(() => table.deleteUninvoked(row))
    expect(insert(a).row.seq).toBe(3)
  })
})

describe('MessagesTable', () => {
  it('keeps the first stamp of an invoked row', () => {
    insert(a, { localId: 'x' })
    const mark = (at: number) => db.write(() => table.markInvoked(a, 'x', at))
    expect(mark(NOW + 1)).toEqual({ invokedAt: NOW + 1, scheduledAt: null })
    expect(mark(NOW + 2)).toBeUndefined()
    expect(table.findByLocalId(a, 'x')?.invokedAt).toBe(NOW + 1)
  })

  it('never invokes a row before it was created', () => {
    insert(a, { localId: 'x' })
    expect(db.write(() => table.markInvoked(a, 'x', NOW - 1))?.invokedAt).toBe(NOW)
  })

  it('does not delete a row that was invoked', () => {
    const { row } = insert(a, { localId: 'x' })
    db.write(() => table.markInvoked(a, 'x', NOW))
    expect(db.write(() => table.deleteUninvoked(row))).toBe(false)
    expect(epochOf(a)).toBe(0)
  })

  it('finds a row by id or localId in its own session only', () => {
    const { row } = insert(a, { localId: 'x' })
    expect([table.find(a, row.id), table.find(a, 'x')]).toEqual([row, row])
    expect([table.find(b, row.id), table.find(b, 'x')]).toEqual([undefined, undefined])
  })

  it('sums what is scheduled for later by session', () => {
    insert(a, { localId: '1', scheduledAt: NOW + 2 * HOUR })
    insert(a, { localId: '2', scheduledAt: NOW + HOUR })
    insert(a, { localId: '3', scheduledAt: NOW })
    insert(a, { localId: '4' })
    insert(b, { localId: '5', scheduledAt: NOW + HOUR })
    db.write(() => table.markInvoked(b, '5', NOW))
    expect(table.scheduledSummary(a, NOW)).toEqual({ count: 2, nextAt: NOW + HOUR })
    expect(table.scheduledSummary(b, NOW)).toEqual({ count: 0, nextAt: null })
    expect(table.scheduledSummaries(NOW)).toEqual(new Map([[a, { count: 2, nextAt: NOW + HOUR }]]))
  })

  it('answers what a socket missed: hidden and invoked rows too, nothing unresolved or for later', () => {
    insert(a)
    insert(a, { hidden: true })
    insert(a, { localId: 'later', scheduledAt: NOW + 1 })
    insert(a, { localId: 'due', scheduledAt: NOW })
    insert(a, { localId: 'unclear' })
    db.write(() => table.setDeliveryState(a, 'unclear', 'indeterminate'))
    insert(a)
    expect(seqsOf(a)).toEqual([1, 2, 4, 6])
    expect(table.backfill(a, 2, NOW, 1).map((row) => row.seq)).toEqual([4])
  })

  it('lists contents from either end, hidden rows included', () => {
    insert(a, { contentJson: '1' })
    insert(a, { contentJson: '2', hidden: true })
    insert(a, { contentJson: '3' })
    expect([table.oldestContents(a, 2), table.newestContents(a, 2)]).toEqual([
      ['1', '2'],
      ['3', '2'],
    ])
    expect([table.countAll(a), table.countAll(b)]).toEqual([3, 0])
  })
})

describe('MessagesTable.moveAll', () => {
  it('puts the moved conversation in front and raises both epochs', () => {
    for (const contentJson of ['1', '2']) insert(a, { contentJson })
    for (const contentJson of ['3', '4', '5']) insert(b, { contentJson }, NOW + 1)
    expect(db.write(() => table.moveAll(a, b))).toBe(2)
    expect([contentsOf(a), contentsOf(b)]).toEqual([[], [1, 2, 3, 4, 5]])
    expect([epochOf(a), epochOf(b)]).toEqual([1, 1])
    expect(insert(b).row.seq).toBe(6)
  })

  it('takes the localId from a moved row whose localId the target holds, and counts it as invoked', () => {
    insert(a, { localId: 'x', contentJson: '"old"' })
    insert(a, { localId: 'y', contentJson: '"kept"' })
    insert(b, { localId: 'x', contentJson: '"new"' })
    db.write(() => table.moveAll(a, b))
    expect(
      table.latest(b, 9).map(({ contentJson, localId, invokedAt }) => [contentJson, localId, invokedAt]),
    ).toEqual([
      ['"new"', 'x', null],
      ['"kept"', 'y', null],
      ['"old"', null, NOW],
    ])
  })

  it('keeps the numbers when the target is empty and does nothing when the source is', () => {
    insert(a)
    insert(a)
    db.write(() => table.moveAll(a, b))
    expect(seqsOf(b)).toEqual([1, 2])
    expect(db.write(() => table.moveAll(a, b))).toBe(0)
    expect([epochOf(a), epochOf(b)]).toEqual([1, 1])
  })
})

describe('MessagesTable.moveUninvoked', () => {
  it('moves what waits behind the target in its order, drops what the target holds, raises both epochs', () => {
    insert(a)
    for (const localId of ['x', 'y', 'z']) insert(a, { localId })
    insert(b)
    insert(b, { localId: 'y' })
    expect(db.write(() => table.moveUninvoked(a, b))).toBe(2)
    expect([contentsOf(a).length, contentsOf(b).slice(1)]).toEqual([1, ['y', 'x', 'z']])
    expect(seqsOf(b)).toEqual([1, 2, 3, 4])
    expect([epochOf(a), epochOf(b)]).toEqual([1, 1])
    expect(insert(a).row.seq).toBe(5)
  })
})

describe('message queries', () => {
  it.each(Object.entries(MESSAGE_QUERIES))('%s is answered in the order of an index', (_name, sql) => {
    const names = new Set([...sql.matchAll(/@(\w+)/g)].map(([, name]) => name as string))
    const params = Object.fromEntries([...names].map((name) => [name, 1]))
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(params) as { detail: string }[]
    const steps = plan.map(({ detail }) => detail)
    expect(
      steps.filter((step) => /TEMP B-TREE|SCAN (?!\(subquery)/.test(step) && !isSmallScan(step)),
    ).toEqual([])
  })
})

/** The one statement over all sessions reads a small partial index from end to end. */
const isSmallScan = (step: string) => step === 'SCAN messages USING INDEX messages_scheduled_by_session'
