import type { Migration } from '../migrate.ts'

/**
 * Devices and browsers that are notified, and what became of each attempt. A token and an endpoint stand
 * for one install, so each is in one row only, whatever its namespace (ruling 8).
 */
export const push: Migration = {
  version: 5,
  name: 'push',
  up(db) {
    db.exec(`
      CREATE TABLE devices (
        -- Every registration makes a new row: what happened to an older one cannot remove it.
        pk INTEGER PRIMARY KEY AUTOINCREMENT,
        namespace TEXT NOT NULL,
        device_id TEXT NOT NULL,
        platform TEXT NOT NULL CHECK (platform IN ('phone', 'wear', 'ios')),
        token TEXT NOT NULL UNIQUE,
        push_key TEXT,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        UNIQUE (namespace, device_id, platform)
      ) STRICT;

      CREATE TABLE web_push_subscriptions (
        pk INTEGER PRIMARY KEY AUTOINCREMENT,
        namespace TEXT NOT NULL,
        endpoint TEXT NOT NULL UNIQUE,
        p256dh TEXT NOT NULL,
        auth TEXT NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX web_push_subscriptions_by_namespace ON web_push_subscriptions (namespace, pk);

      CREATE TABLE deliveries (
        pk INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        dispatch_id TEXT NOT NULL,
        namespace TEXT NOT NULL,
        channel TEXT NOT NULL,
        device_id TEXT,
        platform TEXT,
        token_hash TEXT,
        event TEXT NOT NULL,
        session_id TEXT NOT NULL,
        result TEXT NOT NULL CHECK (result IN ('accepted', 'rejected', 'suppressed')),
        code TEXT
      ) STRICT;
      CREATE INDEX deliveries_by_namespace ON deliveries (namespace, pk);
      CREATE INDEX deliveries_by_device ON deliveries (namespace, device_id, platform, pk);
    `)
  },
}
