import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { silentLog } from '../log.ts'
import { Database } from './database.ts'
import { DatabaseTooNew } from './migrate.ts'

let db: Database
const insert = (id: string) =>
  db
    .prepare('INSERT INTO machines (id, namespace, created_at, updated_at) VALUES (?, ?, 1, 1)')
    .run(id, 'default')
const ids = () =>
  db
    .prepare<[], { id: string }>('SELECT id FROM machines ORDER BY id')
    .all()
    .map((row) => row.id)

beforeEach(() => {
  db = Database.open(':memory:', silentLog)
})

describe('group commit', () => {
  it('runs what waits for the commit after it, in order', async () => {
    const seen: string[] = []
    db.write(() => insert('a'))
    db.afterCommit(() => seen.push(`first, in transaction: ${db.raw.inTransaction}`))
    db.write(() => insert('b'))
    db.afterCommit(() => seen.push('second'))
    expect(seen).toEqual([])
    await db.settled()
    expect(seen).toEqual(['first, in transaction: false', 'second'])
  })

  it('runs afterCommit at once when nothing was written', () => {
    let ran = false
    db.afterCommit(() => {
      ran = true
    })
    expect([ran, db.settled()]).toEqual([true, undefined])
  })

  it('undoes only the operation that threw, with what it wanted announced', async () => {
    const seen: string[] = []
    db.write(() => insert('kept'))
    expect(() =>
      db.write(() => {
        insert('lost')
        db.afterCommit(() => seen.push('lost'))
        throw new Error('refused')
      }),
    ).toThrow('refused')
    db.afterCommit(() => seen.push('kept'))
    await db.settled()
    expect([ids(), seen]).toEqual([['kept'], ['kept']])
  })

  it('keeps the outer operation when a nested one throws and is caught', async () => {
    db.write(() => {
      insert('outer')
      expect(() =>
        db.write(() => {
          insert('inner')
          throw new Error('refused')
        }),
      ).toThrow()
    })
    await db.settled()
    expect(ids()).toEqual(['outer'])
  })

  it('fails everybody who waits when the commit fails, and drops caches', async () => {
    db.raw.exec('CREATE TABLE child (id TEXT REFERENCES machines (id) DEFERRABLE INITIALLY DEFERRED)')
    let dropped = false
    let announced = false
    db.onRollback(() => {
      dropped = true
    })
    db.write(() => insert('a'))
    db.write(() => db.prepare("INSERT INTO child VALUES ('nobody')").run())
    db.afterCommit(() => {
      announced = true
    })
    await expect(db.settled()).rejects.toThrow('FOREIGN KEY')
    expect([ids(), dropped, announced]).toEqual([[], true, false])
    db.write(() => insert('b'))
    await db.settled()
    expect(ids()).toEqual(['b'])
  })

  it('goes on telling the others when one listener throws', async () => {
    const seen: string[] = []
    db.write(() => insert('a'))
    db.afterCommit(() => {
      throw new Error('listener')
    })
    db.afterCommit(() => seen.push('told'))
    await db.settled()
    expect(seen).toEqual(['told'])
  })
})

describe('the file', () => {
  const file = () => path.join(mkdtempSync(path.join(tmpdir(), 'svc-db-')), 'hub.db')

  it('is private to its owner', () => {
    const at = file()
    Database.open(at, silentLog).close()
    expect([at, `${at}.lock`].map((each) => statSync(each).mode & 0o777)).toEqual([0o600, 0o600])
  })

  it('leaves no write-ahead log behind after closing', () => {
    const at = file()
    db = Database.open(at, silentLog)
    db.write(() => insert('a'))
    db.close()
    expect(existsSync(`${at}-wal`)).toBe(false)
    db = Database.open(at, silentLog)
    expect(ids()).toEqual(['a'])
  })

  it('belongs to one hub at a time, and can be read beside it', () => {
    const at = file()
    db = Database.open(at, silentLog)
    db.write(() => insert('a'))
    db.flush()
    expect(() => Database.open(at, silentLog)).toThrow(expect.objectContaining({ code: 'SQLITE_BUSY' }))
    const reader = new BetterSqlite3(at, { readonly: true })
    expect(reader.prepare('SELECT id FROM machines').pluck().all()).toEqual(['a'])
    reader.close()
    db.close()
    db = Database.open(at, silentLog)
    expect(ids()).toEqual(['a'])
  })

  it('refuses a damaged file and leaves it as it is', () => {
    const at = file()
    const damaged = 'damaged '.repeat(2000)
    writeFileSync(at, damaged)
    expect(() => Database.open(at, silentLog)).toThrow(expect.objectContaining({ code: 'SQLITE_NOTADB' }))
    expect(readFileSync(at, 'utf8')).toBe(damaged)
  })

  it('refuses a file from a newer release and leaves it as it is', () => {
    const at = file()
    const newer = Database.open(at, silentLog)
    newer.raw.pragma('user_version = 999')
    newer.close()
    expect(() => Database.open(at, silentLog)).toThrow(DatabaseTooNew)
  })
})
