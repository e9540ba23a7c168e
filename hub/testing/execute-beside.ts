import BetterSqlite3 from 'better-sqlite3'
import type { TestHub } from './test-hub.ts'

/**
 * Executes SQL on the hub's database file beside the running hub: rows no client could write so quickly, and
 * triggers that make a write of the hub fail or lose, as a broken disk or another writer would.
 */
export function executeBeside({ config: { databasePath } }: Pick<TestHub, 'config'>, sql: string): void {
  const db = new BetterSqlite3(databasePath)
  try {
    db.exec(sql)
  } finally {
    db.close()
  }
}
