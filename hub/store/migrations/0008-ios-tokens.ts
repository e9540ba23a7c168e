import type { Migration } from '../migrate.ts'

/** Tokens of iOS in one spelling, so that a phone that wrote its token in another is still one phone. */
export const iosTokens: Migration = {
  version: 8,
  name: 'ios-tokens',
  up(db) {
    db.exec(`
      DELETE FROM devices WHERE platform = 'ios' AND pk NOT IN
        (SELECT max(pk) FROM devices WHERE platform = 'ios' GROUP BY lower(token));
      UPDATE devices SET token = lower(token) WHERE platform = 'ios';
    `)
  },
}
