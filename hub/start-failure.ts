import type { StartFailureCode } from '../contract/desktop.ts'

/** Errors whose message already is a sentence for the person who started the hub. */
const SELF_EXPLAINING = new Set(['SettingError', 'DatabaseTooNew'])

const CODES: Readonly<Record<string, StartFailureCode>> = {
  EADDRINUSE: 'port-taken',
  EADDRNOTAVAIL: 'address-bad',
  ENOTFOUND: 'address-bad',
  EAI_AGAIN: 'address-bad',
  EAFNOSUPPORT: 'address-bad',
  EEXIST: 'data-folder-readonly',
  ENOTDIR: 'data-folder-readonly',
  EROFS: 'data-folder-readonly',
  EPERM: 'data-folder-readonly',
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  // A disk that was pulled out, or fails.
  ENOENT: 'data-folder-readonly',
  EIO: 'data-folder-readonly',
  ENODEV: 'data-folder-readonly',
  ENXIO: 'data-folder-readonly',
  SQLITE_IOERR: 'data-folder-readonly',
  SQLITE_FULL: 'disk-full',
  SQLITE_BUSY: 'database-locked',
  SQLITE_LOCKED: 'database-locked',
  SQLITE_CORRUPT: 'database-damaged',
  SQLITE_NOTADB: 'database-damaged',
  SQLITE_CANTOPEN: 'data-folder-readonly',
  SQLITE_READONLY: 'data-folder-readonly',
}

interface SystemError extends Error {
  code?: string
  path?: string
  address?: string
  port?: number
}

/** Which of the known causes this is. */
export function startFailureCode(error: SystemError): StartFailureCode {
  if (error.name === 'DatabaseTooNew') return 'database-newer'
  if (error.name === 'SettingError') {
    return error.code === 'settings-newer' ? 'settings-newer' : 'settings-unreadable'
  }
  if (error.code === 'EACCES') return error.port === undefined ? 'data-folder-readonly' : 'port-reserved'
  return CODES[primaryCode(error)] ?? 'unknown'
}

/** SQLite's extended codes, such as SQLITE_CORRUPT_VTAB, say the same more precisely. */
const primaryCode = ({ code = '' }: SystemError) => /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code

/** Why the hub did not start, in one plain sentence that says what to do. */
export function describeStartFailure(
  error: SystemError,
  { databasePath }: { databasePath?: string } = {},
): string {
  if (SELF_EXPLAINING.has(error.name)) return error.message
  const where = `${error.address}:${error.port}`
  const database = `The database ${databasePath ?? ''}`.trimEnd()
  switch (primaryCode(error)) {
    case 'EADDRINUSE':
      return `Another program already listens at ${where}: stop it, or choose another port (listenPort, SVC_LISTEN_PORT).`
    case 'EEXIST':
    case 'ENOTDIR':
      return `The data folder cannot be made because a file is in its place (${error.path}): choose another one (SVC_HOME).`
    case 'EROFS':
    case 'EPERM':
    case 'ENOENT':
    case 'EIO':
    case 'ENODEV':
    case 'ENXIO':
      return cannotWrite(error)
    case 'EACCES':
      if (error.port === undefined) return cannotWrite(error)
      return `The system does not allow the hub to listen at ${where}: choose a port above 1023 (listenPort, SVC_LISTEN_PORT).`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAFNOSUPPORT':
      return `This computer has no address ${error.address ?? 'of that name'} to listen at: correct listenHost (SVC_LISTEN_HOST).`
    case 'ENOSPC':
    case 'EDQUOT':
    case 'SQLITE_FULL':
      return `The disk is full: ${database.charAt(0).toLowerCase()}${database.slice(1)} was left as it is. Make room and start again.`
    case 'SQLITE_BUSY':
    case 'SQLITE_LOCKED':
      return `${database} is in use by another program, probably another hub: stop that one first.`
    case 'SQLITE_CORRUPT':
    case 'SQLITE_NOTADB':
      return `${database} is damaged and was left as it is: restore a backup (copy it to ${databasePath ?? 'hub.db'}.restore and start again), or move it away to start empty.`
    case 'SQLITE_CANTOPEN':
    case 'SQLITE_READONLY':
    case 'SQLITE_IOERR':
      return `${database} cannot be opened for writing: check the rights of the file and its folder.`
  }
  return `The hub could not start: ${error.message}`
}

const cannotWrite = ({ path }: SystemError) =>
  `The data folder cannot be written (${path}): check that its disk is there and the rights of the folder, or choose another one (SVC_HOME).`
