import { describe, expect, it } from 'vitest'
import { HubError } from '../errors.ts'
import { silentLog } from '../log.ts'
import { Database } from '../store/database.ts'
import { UnusableDatabase } from '../store/usable-database.ts'
import { databaseFailure, storageFailure } from './storage-failures.ts'

const system = (code: string) => Object.assign(new Error('raw'), { code })

describe('a failure of the disk or of a backup is answered in words', () => {
  it.each([
    [system('ENOSPC'), 507, 'disk_full'],
    [system('SQLITE_FULL'), 507, 'disk_full'],
    [system('EROFS'), 409, 'data_folder_readonly'],
    [system('EACCES'), 409, 'data_folder_readonly'],
    [system('SQLITE_READONLY_DIRECTORY'), 409, 'data_folder_readonly'],
    [new UnusableDatabase('damaged'), 409, 'backup_damaged'],
    [new UnusableDatabase('newer'), 409, 'backup_newer'],
    [new UnusableDatabase('foreign'), 409, 'backup_foreign'],
  ])('%s', (error, status, code) => {
    const failure = storageFailure(error)
    expect(failure).toBeInstanceOf(HubError)
    expect(failure).toMatchObject({ status, code })
  })

  it('and any other stays what it is', () => {
    const error = new Error('a bug')
    expect([
      storageFailure(error),
      databaseFailure(error),
      databaseFailure(null),
      databaseFailure(system('ENOENT')),
    ]).toEqual([error, undefined, undefined, undefined])
  })
})

it('a write that the disk has no room for is undone, said, and works again once there is room', async () => {
  const db = Database.open(':memory:', silentLog)
  const insert = db.prepare(
    'INSERT INTO machines (id, namespace, created_at, updated_at) VALUES (?, ?, 1, 1)',
  )
  const pages = db.raw.pragma('page_count', { simple: true }) as number
  db.raw.pragma(`max_page_count = ${pages}`)
  let failure: unknown
  try {
    db.write(() => insert.run('x'.repeat(100_000), 'default'))
    await db.settled()
  } catch (error) {
    failure = error
  }
  expect(databaseFailure(failure)).toMatchObject({ status: 507, code: 'disk_full' })
  db.raw.pragma(`max_page_count = ${pages + 1000}`)
  db.write(() => insert.run('y', 'default'))
  await db.settled()
  expect(db.prepare('SELECT id FROM machines').pluck().all()).toEqual(['y'])
  db.close()
})
