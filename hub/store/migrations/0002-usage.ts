import type { Migration } from '../migrate.ts'

/**
 * Usage is summed when a message is stored. Quarter hours, because every time zone in use is a whole
 * number of quarters away from UTC, so that a day of any zone is a run of whole buckets. The tables
 * outlive their sessions: deleting a conversation does not undo what it cost.
 */
export const usage: Migration = {
  version: 2,
  name: 'usage',
  up(db) {
    db.exec(`
      CREATE TABLE usage_events (
        namespace TEXT NOT NULL,
        key TEXT NOT NULL,
        session_id TEXT NOT NULL,
        quarter INTEGER NOT NULL,
        agent TEXT NOT NULL,
        model TEXT NOT NULL,
        input INTEGER NOT NULL,
        output INTEGER NOT NULL,
        cache_read INTEGER NOT NULL,
        cache_creation INTEGER NOT NULL,
        PRIMARY KEY (namespace, key)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX usage_events_by_session ON usage_events (session_id, namespace);

      CREATE TABLE usage_streams (
        namespace TEXT NOT NULL,
        stream TEXT NOT NULL,
        input INTEGER NOT NULL,
        output INTEGER NOT NULL,
        cache_read INTEGER NOT NULL,
        cache_creation INTEGER NOT NULL,
        PRIMARY KEY (namespace, stream)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE usage_quarters (
        namespace TEXT NOT NULL,
        quarter INTEGER NOT NULL,
        session_id TEXT NOT NULL,
        agent TEXT NOT NULL,
        model TEXT NOT NULL,
        input INTEGER NOT NULL,
        output INTEGER NOT NULL,
        cache_read INTEGER NOT NULL,
        cache_creation INTEGER NOT NULL,
        uncached INTEGER NOT NULL,
        requests INTEGER NOT NULL,
        PRIMARY KEY (namespace, quarter, session_id, agent, model)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX usage_quarters_by_session ON usage_quarters (session_id);
    `)
  },
}
