import { expect, it } from 'vitest'
import { SettingError } from './config/settings.ts'
import { describeStartFailure, startFailureCode } from './start-failure.ts'
import { DatabaseTooNew } from './store/migrate.ts'

const system = (fields: object) => Object.assign(new Error('raw'), fields)
const listening = { address: '127.0.0.1', port: 3006 }

it.each([
  [system({ code: 'EADDRINUSE', ...listening }), ['127.0.0.1:3006', 'SVC_LISTEN_PORT']],
  [system({ code: 'EACCES', address: '127.0.0.1', port: 80 }), ['127.0.0.1:80', 'above 1023']],
  [system({ code: 'EADDRNOTAVAIL', address: '192.0.2.1', port: 3006 }), ['192.0.2.1', 'SVC_LISTEN_HOST']],
  [system({ code: 'ENOTFOUND' }), ['SVC_LISTEN_HOST']],
  [system({ code: 'SQLITE_BUSY' }), ['/x/hub.db', 'in use by another program']],
  [system({ code: 'SQLITE_NOTADB' }), ['/x/hub.db', 'damaged', 'left as it is']],
  [system({ code: 'SQLITE_CORRUPT' }), ['/x/hub.db', 'damaged']],
  [system({ code: 'SQLITE_CANTOPEN' }), ['/x/hub.db', 'rights']],
  [new DatabaseTooNew('/x/hub.db', 9, 1), ['/x/hub.db', 'newer version']],
  [new SettingError('The setting "a" must be b.'), ['The setting "a" must be b.']],
  [system({ code: 'EACCES', path: '/x/y' }), ['/x/y', 'rights', 'SVC_HOME']],
  [system({ code: 'EROFS', path: '/x/y' }), ['/x/y', 'rights', 'SVC_HOME']],
  [system({ code: 'ENOENT', path: 'E:\\svc' }), ['E:\\svc', 'disk', 'SVC_HOME']],
  [system({ code: 'EIO', path: '/x/y' }), ['/x/y', 'disk']],
  [system({ code: 'SQLITE_IOERR_WRITE' }), ['/x/hub.db', 'cannot be opened for writing']],
  [system({ code: 'EEXIST', path: '/x/file' }), ['/x/file', 'in its place', 'SVC_HOME']],
  [new Error('something else'), ['could not start: something else']],
])('names the cause of %s in one line', (error, parts) => {
  const sentence = describeStartFailure(error, { databasePath: '/x/hub.db' })
  for (const part of parts) expect(sentence).toContain(part)
  expect(sentence).not.toContain('\n')
})

it.each([
  [system({ code: 'EADDRINUSE', ...listening }), 'port-taken'],
  [system({ code: 'EACCES', address: '127.0.0.1', port: 80 }), 'port-reserved'],
  [system({ code: 'EADDRNOTAVAIL' }), 'address-bad'],
  [system({ code: 'SQLITE_BUSY' }), 'database-locked'],
  [system({ code: 'SQLITE_BUSY_RECOVERY' }), 'database-locked'],
  [system({ code: 'SQLITE_NOTADB' }), 'database-damaged'],
  [system({ code: 'SQLITE_CORRUPT_VTAB' }), 'database-damaged'],
  [system({ code: 'SQLITE_CANTOPEN' }), 'data-folder-readonly'],
  [system({ code: 'SQLITE_READONLY_DIRECTORY' }), 'data-folder-readonly'],
  [system({ code: 'EACCES', path: '/x/y' }), 'data-folder-readonly'],
  [system({ code: 'EROFS', path: '/x/y' }), 'data-folder-readonly'],
  [system({ code: 'SQLITE_FULL' }), 'disk-full'],
  [system({ code: 'ENOSPC', path: '/x/y' }), 'disk-full'],
  [new DatabaseTooNew('/x/hub.db', 9, 1), 'database-newer'],
  [system({ code: 'EAI_AGAIN' }), 'address-bad'],
  [system({ code: 'ENOENT', path: 'E:\\svc' }), 'data-folder-readonly'],
  [system({ code: 'EIO', path: '/x/y' }), 'data-folder-readonly'],
  [system({ code: 'SQLITE_IOERR_WRITE' }), 'data-folder-readonly'],
  [new SettingError('The setting "a" must be b.'), 'settings-unreadable'],
  [new SettingError('The file has an unknown setting "a".', 'settings-newer'), 'settings-newer'],
  [new Error('something else'), 'unknown'],
])('tells programs the cause of %s', (error, code) => {
  expect(startFailureCode(error)).toBe(code)
})

it('says that a full disk harmed nothing', () => {
  expect(describeStartFailure(system({ code: 'SQLITE_FULL' }), { databasePath: '/x/hub.db' })).toBe(
    'The disk is full: the database /x/hub.db was left as it is. Make room and start again.',
  )
})
