import BetterSqlite3 from 'better-sqlite3'
import { expect, it } from 'vitest'
import { push } from './0005-push.ts'
import { iosTokens } from './0008-ios-tokens.ts'

it('keeps of one token in two spellings the newest, in small letters, and leaves other platforms alone', () => {
  const db = new BetterSqlite3(':memory:')
  push.up(db)
  const insert = db.prepare(`
    INSERT INTO devices (namespace, device_id, platform, token, created_at, updated_at) VALUES ('n', ?, ?, ?, 1, 1)`)
  insert.run('old', 'ios', 'ab12')
  insert.run('new', 'ios', 'AB12')
  insert.run('other', 'ios', 'CD34')
  insert.run('phone', 'phone', 'Ab12')
  insert.run('same as ios', 'wear', 'ef56')
  insert.run('taken', 'ios', 'EF56')
  iosTokens.up(db)
  expect(db.prepare('SELECT device_id, token FROM devices ORDER BY pk').raw().all()).toEqual([
    ['new', 'ab12'],
    ['other', 'cd34'],
    ['phone', 'Ab12'],
    ['taken', 'ef56'],
  ])
  db.close()
})
