import type { Database as Sqlite } from 'better-sqlite3'

export interface Migration {
  readonly version: number
  readonly name: string
  up(db: Sqlite): void
}

/** The file was written by a newer release; opening it could lose what that release stored. */
export class DatabaseTooNew extends Error {
  constructor(path: string, found: number, known: number) {
    super(
      `The database ${path} was written by a newer version of Svc Hub (format ${found}, this version knows ${known}). ` +
        'Install the newer version again, or restore an older backup.',
    )
    this.name = 'DatabaseTooNew'
  }
}

function assertRising(migrations: readonly Migration[]): void {
  migrations.forEach((migration, index) => {
    if (migration.version !== index + 1) {
      throw new Error(`Migration ${migration.name} has version ${migration.version}, expected ${index + 1}`)
    }
  })
}

/**
 * Brings `db` to the newest version, each migration in a transaction of its own. Calls `backup` once
 * before the first one that touches a database which already holds data.
 * @throws DatabaseTooNew when the file is from a newer release.
 */
export function migrate(
  db: Sqlite,
  migrations: readonly Migration[],
  backup: (fromVersion: number) => void = () => {},
): void {
  assertRising(migrations)
  const current = db.pragma('user_version', { simple: true }) as number
  if (current > migrations.length) throw new DatabaseTooNew(db.name, current, migrations.length)
  if (current > 0 && current < migrations.length) backup(current)
  for (const migration of migrations.slice(current)) {
    db.transaction(() => {
      migration.up(db)
      db.pragma(`user_version = ${migration.version}`)
    }).immediate()
  }
}
