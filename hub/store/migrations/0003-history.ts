import type { Migration } from '../migrate.ts'

/** Where to-do lists are set, so that forks and rewinds find the last one without reading a conversation. */
export const history: Migration = {
  version: 3,
  name: 'history',
  up(db) {
    db.exec(`
      CREATE INDEX messages_with_todos ON messages (session_pk, position_at, seq)
        WHERE from_user = 0 AND (instr(content, '"TodoWrite"') > 0 OR instr(content, '"plan"') > 0);
    `)
  },
}
