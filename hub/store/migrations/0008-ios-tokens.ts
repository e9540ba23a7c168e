import type { Migration } from '../migrate.ts'

/**
 * Tokens of iOS in one spelling, so that a phone that wrote its token in another is still one phone. Of rows
 * that turn out to have the same token the newest registration stays, whatever its platform (ruling 8).
 */
export const iosTokens: Migration = {
  version: 8,
  name: 'ios-tokens',
  up(db) {
    db.exec(`
      DELETE FROM devices WHERE pk NOT IN
        (SELECT max(pk) FROM devices GROUP BY CASE platform WHEN 'ios' THEN lower(token) ELSE token END);
      UPDATE devices SET token = lower(token) WHERE platform = 'ios';
    `)
  },
}
