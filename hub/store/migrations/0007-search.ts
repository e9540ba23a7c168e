import type { Migration } from '../migrate.ts'

/**
 * Full text search over messages. The index keeps words and no text (contentless): what it says of a message
 * is worked out again from the message. Triggers keep it in step with whatever writes messages, in the same
 * transaction: a deleted row leaves the index at once, a new or changed one waits in `search_pending` until
 * it is read. All that is stored already begins by waiting there.
 */
export const search: Migration = {
  version: 7,
  name: 'search',
  up(db) {
    db.exec(`
      CREATE VIRTUAL TABLE message_words USING fts5 (
        words, content = '', contentless_delete = 1,
        tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'"
      );
      CREATE TABLE search_pending (message_pk INTEGER PRIMARY KEY) STRICT;
      INSERT INTO search_pending SELECT pk FROM messages WHERE hidden = 0;

      CREATE TRIGGER messages_searched_insert AFTER INSERT ON messages WHEN new.hidden = 0 BEGIN
        INSERT OR IGNORE INTO search_pending VALUES (new.pk);
      END;
      CREATE TRIGGER messages_searched_update AFTER UPDATE OF content, hidden ON messages BEGIN
        INSERT OR IGNORE INTO search_pending VALUES (new.pk);
      END;
      CREATE TRIGGER messages_searched_delete AFTER DELETE ON messages BEGIN
        DELETE FROM search_pending WHERE message_pk = old.pk;
        DELETE FROM message_words WHERE rowid = old.pk;
      END;
    `)
  },
}
