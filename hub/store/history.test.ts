import { beforeEach, describe, expect, it } from 'vitest'
import { silentLog } from '../log.ts'
import { Database } from './database.ts'
import { HistoryTable } from './history.ts'
import { MessagesTable } from './messages.ts'
import { SessionsTable } from './sessions.ts'

const NOW = 1_000_000
const FIRST = { at: -1, seq: 0 }

let db: Database
let table: HistoryTable
let messages: MessagesTable
let a: number
let b: number

beforeEach(() => {
  db = Database.open(':memory:', silentLog)
  table = new HistoryTable(db)
  messages = new MessagesTable(db)
  const sessions = new SessionsTable(db)
  ;[a, b] = ['a', 'b'].map((id) => {
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
  }) as [number, number]
})

interface Row {
  localId?: string
  at?: number
  invokedAt?: number
  hidden?: boolean
  fromUser?: boolean
  content?: string
}

function insert(name: string, { localId, at = NOW, invokedAt, content, ...flags }: Row = {}, sessionPk = a) {
  db.write(() => {
    messages.insert(
      {
        id: `${sessionPk} ${name}`,
        sessionPk,
        localId: localId ?? null,
        contentJson: content ?? JSON.stringify(name),
        createdAt: at,
        scheduledAt: null,
        hidden: flags.hidden ?? false,
        fromUser: flags.fromUser ?? false,
      },
      NOW * 2,
    )
    if (localId !== undefined && invokedAt !== undefined) messages.markInvoked(sessionPk, localId, invokedAt)
  })
}

const all = (pk: number) => messages.backfill(pk, 0, NOW * 3, 100)
const words = (pk: number) => all(pk).map(({ contentJson }) => JSON.parse(contentJson))
const end = { at: NOW * 9, seq: 0 }

describe('copyPrefix', () => {
  it('copies in order of position, under numbers and ids of its own', () => {
    insert('late', { at: NOW + 9 })
    insert('early', { at: NOW })
    insert('taken between', { at: NOW + 1, localId: 'l', invokedAt: NOW + 5, fromUser: true })
    expect(db.write(() => table.copyPrefix(a, b))).toBe(3)
    expect(words(b)).toEqual(['early', 'taken between', 'late'])
    expect(
      all(b).map(({ seq, localId, createdAt, invokedAt }) => [seq, localId, createdAt, invokedAt]),
    ).toEqual([
      [1, null, NOW, NOW],
      [2, 'l', NOW + 1, NOW + 5],
      [3, null, NOW + 9, NOW + 9],
    ])
    const ids = all(b).map(({ id }) => id)
    expect(new Set([...ids, ...all(a).map(({ id }) => id)]).size).toBe(6)
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it('stops before the boundary, of equal times by number', () => {
    for (const name of ['one', 'two', 'three']) insert(name)
    db.write(() => table.copyPrefix(a, b, { at: NOW, seq: 2 }))
    expect(words(b)).toEqual(['one'])
  })

  it('leaves out what waits for the agent, and keeps hidden rows hidden', () => {
    insert('waits', { localId: 'w', fromUser: true })
    insert('hidden', { hidden: true })
    db.write(() => table.copyPrefix(a, b))
    expect([words(b), messages.latest(b, 10), table.hasUninvoked(b)]).toEqual([['hidden'], [], false])
  })

  it('raises the epoch of the copy once, and that of the source not at all', () => {
    for (const name of ['one', 'two']) insert(name)
    db.write(() => table.copyPrefix(a, b))
    expect([messages.head(a).epoch, messages.head(b).epoch]).toEqual([0, 1])
  })
})

describe('truncate', () => {
  beforeEach(() => {
    insert('one', { at: NOW })
    insert('cut here', { at: NOW + 1, localId: 'x', invokedAt: NOW + 1 })
    insert('hidden', { at: NOW + 2, hidden: true })
    insert('last', { at: NOW + 3 })
    db.write(() => expect(table.truncate(a, { at: NOW + 1, seq: 2 })).toBe(3))
  })

  it('deletes the boundary and everything after it', () => {
    expect([words(a), [...table.localIds(a)]]).toEqual([['one'], []])
  })

  it('raises the epoch once and never gives a number again', () => {
    insert('new', { at: NOW + 4 })
    expect([messages.head(a).epoch, all(a).map(({ seq }) => seq)]).toEqual([1, [1, 5]])
  })
})

describe('append', () => {
  const append = (name: string, at: number, localId: string | null = null) =>
    db.write(() =>
      table.append({
        id: name,
        sessionPk: a,
        localId,
        contentJson: JSON.stringify(name),
        createdAt: at,
        invokedAt: at,
        hidden: false,
        fromUser: false,
      }),
    )

  it('puts rows behind what is there, whatever their time, without raising the epoch', () => {
    insert('one', { at: NOW })
    append('two', NOW - 50)
    append('three', NOW - 90)
    expect(messages.latest(a, 9).map(({ contentJson }) => JSON.parse(contentJson))).toEqual([
      'three',
      'two',
      'one',
    ])
    expect([all(a).map(({ createdAt }) => createdAt), messages.head(a).epoch]).toEqual([
      [NOW, NOW - 50, NOW - 90],
      0,
    ])
  })

  it('counts rows with a localId as taken, and keeps the row that has it', () => {
    append('first', NOW, 'same')
    append('second', NOW, 'same')
    expect([words(a), table.hasUninvoked(a)]).toEqual([['first'], false])
  })
})

describe('todoMentions', () => {
  it('finds what may set a list, the newest first, of the agent alone', () => {
    insert('old', { content: '{"name":"TodoWrite","n":1}' })
    insert('talk')
    insert('person', { content: '{"name":"TodoWrite"}', fromUser: true })
    insert('new', { at: NOW + 1, content: '{"type":"plan","n":2}' })
    expect([...table.todoMentions(a)].map((content) => JSON.parse(content).n)).toEqual([2, 1])
  })
})

describe('an export', () => {
  beforeEach(() => {
    insert('é', { at: NOW })
    insert('hidden', { at: NOW + 1, hidden: true })
    insert('queued', { at: NOW + 2, localId: 'q', fromUser: true })
    insert('two', { at: NOW + 3 })
  })

  it('counts rows and bytes of what it would hold', () => {
    expect(table.exportSize(a)).toEqual({ count: 2, bytes: 4 + 5 })
    expect(table.exportSize(b)).toEqual({ count: 0, bytes: 0 })
  })

  it('is read in pages up to the last row', () => {
    const until = table.exportHead(a) ?? end
    insert('said meanwhile', { at: NOW + 9 })
    const [first] = table.exportPage(a, FIRST, until, 1)
    const rest = table.exportPage(a, { at: NOW, seq: 1 }, until, 10)
    expect([first, ...rest].map((row) => JSON.parse(row?.contentJson ?? ''))).toEqual(['é', 'two'])
    expect(table.exportHead(b)).toBeUndefined()
  })
})
