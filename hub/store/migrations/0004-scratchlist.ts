import type { Migration } from '../migrate.ts'

/** Notes beside a session, their files' descriptions, and which note names which file in what place. */
export const scratchlist: Migration = {
  version: 4,
  name: 'scratchlist',
  up(db) {
    db.exec(`
      CREATE TABLE scratchlist_entries (
        pk INTEGER PRIMARY KEY,
        session_pk INTEGER NOT NULL REFERENCES sessions (pk) ON DELETE CASCADE,
        entry_id TEXT NOT NULL,
        text TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        UNIQUE (session_pk, entry_id)
      ) STRICT;
      CREATE INDEX scratchlist_entries_by_age ON scratchlist_entries (session_pk, created_at, entry_id);

      CREATE TABLE scratchlist_attachments (
        id TEXT PRIMARY KEY,
        session_pk INTEGER NOT NULL REFERENCES sessions (pk) ON DELETE CASCADE,
        filename TEXT NOT NULL,
        mime_type TEXT NOT NULL,
        size INTEGER NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX scratchlist_attachments_by_session ON scratchlist_attachments (session_pk);
      CREATE INDEX scratchlist_attachments_by_age ON scratchlist_attachments (created_at);

      CREATE TABLE scratchlist_entry_attachments (
        entry_pk INTEGER NOT NULL REFERENCES scratchlist_entries (pk) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        attachment_id TEXT NOT NULL REFERENCES scratchlist_attachments (id) ON DELETE CASCADE,
        PRIMARY KEY (entry_pk, position)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX scratchlist_entry_attachments_by_file ON scratchlist_entry_attachments (attachment_id);
    `)
  },
}
