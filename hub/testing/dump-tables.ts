import BetterSqlite3 from 'better-sqlite3'
import type { TestHub } from './test-hub.ts'

/**
 * Every row of every table of the hub's database file, read beside the running hub: what is committed.
 * Compared before and after a refused request, it says that nothing was half-written.
 */
export function dumpTables({ config: { databasePath } }: Pick<TestHub, 'config'>): Record<string, unknown[]> {
  const db = new BetterSqlite3(databasePath, { readonly: true })
  try {
    const tables = db
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
      )
      .pluck()
      .all() as string[]
    return Object.fromEntries(tables.map((name) => [name, db.prepare(`SELECT * FROM "${name}"`).all()]))
  } finally {
    db.close()
  }
}
