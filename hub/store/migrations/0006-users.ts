import type { Migration } from '../migrate.ts'

/** Accounts of messaging platforms, each bound to one namespace. */
export const users: Migration = {
  version: 6,
  name: 'users',
  up(db) {
    db.exec(`
      CREATE TABLE users (
        platform TEXT NOT NULL,
        platform_user_id TEXT NOT NULL,
        namespace TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        PRIMARY KEY (platform, platform_user_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX users_by_namespace ON users (platform, namespace);
    `)
  },
}
