import type { Migration } from '../migrate.ts'

export const initial: Migration = {
  version: 1,
  name: 'initial',
  up(db) {
    db.exec(`
      CREATE TABLE sessions (
        -- AUTOINCREMENT: no deleted session's number is given again to one that caches could take it for.
        pk INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        namespace TEXT NOT NULL,
        tag TEXT NOT NULL,
        seq INTEGER NOT NULL DEFAULT 0,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        active INTEGER NOT NULL DEFAULT 0,
        active_at INTEGER NOT NULL,
        metadata TEXT,
        metadata_version INTEGER NOT NULL DEFAULT 1,
        agent_state TEXT,
        agent_state_version INTEGER NOT NULL DEFAULT 1,
        model TEXT,
        model_reasoning_effort TEXT,
        effort TEXT,
        service_tier TEXT,
        todos TEXT,
        todos_updated_at INTEGER,
        team_state TEXT,
        team_state_updated_at INTEGER,
        pin TEXT NOT NULL DEFAULT 'none' CHECK (pin IN ('none', 'project', 'global')),
        superseded_by TEXT,
        native_key TEXT,
        message_epoch INTEGER NOT NULL DEFAULT 0,
        message_seq_floor INTEGER NOT NULL DEFAULT 0,
        has_conversation_content INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      CREATE INDEX sessions_by_tag ON sessions (namespace, tag, created_at);
      CREATE INDEX sessions_active ON sessions (id) WHERE active = 1;
      CREATE INDEX sessions_by_native_key ON sessions (namespace, native_key) WHERE native_key IS NOT NULL;

      CREATE TABLE messages (
        pk INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        session_pk INTEGER NOT NULL REFERENCES sessions (pk) ON DELETE CASCADE,
        seq INTEGER NOT NULL,
        local_id TEXT,
        content TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        invoked_at INTEGER,
        scheduled_at INTEGER,
        delivery_state TEXT NOT NULL DEFAULT 'queued'
          CHECK (delivery_state IN ('queued', 'dispatching', 'indeterminate')),
        hidden INTEGER NOT NULL DEFAULT 0,
        from_user INTEGER NOT NULL DEFAULT 0,
        position_at INTEGER NOT NULL GENERATED ALWAYS AS (coalesce(invoked_at, created_at)) VIRTUAL
      ) STRICT;
      CREATE UNIQUE INDEX messages_by_seq ON messages (session_pk, seq);
      CREATE UNIQUE INDEX messages_by_local_id ON messages (session_pk, local_id) WHERE local_id IS NOT NULL;
      CREATE INDEX messages_by_position ON messages (session_pk, position_at, seq) WHERE hidden = 0;
      CREATE INDEX messages_uninvoked ON messages (session_pk, position_at, seq) WHERE invoked_at IS NULL;
      CREATE INDEX messages_scheduled ON messages (scheduled_at, session_pk)
        WHERE scheduled_at IS NOT NULL AND invoked_at IS NULL;
      CREATE INDEX messages_scheduled_by_session ON messages (session_pk, scheduled_at)
        WHERE scheduled_at IS NOT NULL AND invoked_at IS NULL;

      CREATE TABLE machines (
        id TEXT PRIMARY KEY,
        namespace TEXT NOT NULL,
        seq INTEGER NOT NULL DEFAULT 0,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        active INTEGER NOT NULL DEFAULT 0,
        active_at INTEGER NOT NULL DEFAULT 0,
        metadata TEXT,
        metadata_version INTEGER NOT NULL DEFAULT 1,
        runner_state TEXT,
        runner_state_version INTEGER NOT NULL DEFAULT 1
      ) STRICT;
      CREATE INDEX machines_by_namespace ON machines (namespace);
    `)
  },
}
