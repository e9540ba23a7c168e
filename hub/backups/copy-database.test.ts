import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3, { type Database } from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { copyDatabase } from './copy-database.ts'

const ROWS = 2000

let folder: string
let live: Database
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-copy-'))
  live = new BetterSqlite3(join(folder, 'live.db'))
  live.pragma('journal_mode = WAL')
  live.exec(`
    CREATE TABLE rows (id INTEGER PRIMARY KEY, text TEXT);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
    INSERT INTO rows SELECT i, hex(randomblob(500)) FROM n;`)
})
afterEach(() => {
  live.close()
  rmSync(folder, { recursive: true, force: true })
})

const target = () => join(folder, 'copy.db')
const rowsIn = (path: string) => {
  const db = new BetterSqlite3(path, { readonly: true })
  try {
    return [
      db.pragma('integrity_check', { simple: true }),
      db.prepare('SELECT count(*) FROM rows').pluck().get(),
    ]
  } finally {
    db.close()
  }
}

it('says how far it is, to the end', async () => {
  const seen: number[] = []
  let total = 0
  await copyDatabase(join(folder, 'live.db'), target(), (copiedBytes, totalBytes) => {
    seen.push(copiedBytes)
    total = totalBytes
  })
  const pages = live.pragma('page_count', { simple: true }) as number
  expect([total, seen[0], seen.length > 5, seen.toSorted((a, b) => a - b)]).toEqual([
    pages * 4096,
    0,
    true,
    seen,
  ])
})

it('holds what was there when it began, however much is written meanwhile, and also in open transactions', async () => {
  const insert = live.prepare('INSERT INTO rows (text) VALUES (?)')
  live.exec('BEGIN IMMEDIATE')
  insert.run('not committed')
  await copyDatabase(join(folder, 'live.db'), target(), () => {
    if (!live.inTransaction) live.exec('BEGIN IMMEDIATE')
    for (let count = 0; count < 50; count += 1) insert.run('x'.repeat(500))
    setImmediate(() => live.inTransaction && live.exec('COMMIT'))
  })
  if (live.inTransaction) live.exec('COMMIT')
  expect([rowsIn(target()), live.prepare('SELECT count(*) > ? FROM rows').pluck().get(ROWS)]).toEqual([
    ['ok', ROWS],
    1,
  ])
})

it('needs no file beside it', async () => {
  await copyDatabase(join(folder, 'live.db'), target(), () => {})
  expect(rowsIn(target())).toEqual(['ok', ROWS])
  expect(readdirSync(folder).filter((name) => name.startsWith('copy.db'))).toEqual(['copy.db'])
})

it('never writes over a file', async () => {
  await copyDatabase(join(folder, 'live.db'), target(), () => {})
  await expect(copyDatabase(join(folder, 'live.db'), target(), () => {})).rejects.toMatchObject({
    code: 'EEXIST',
  })
})
