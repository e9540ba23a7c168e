/** Errors whose message already is a sentence for the person who started the hub. */
const SELF_EXPLAINING = new Set(['SettingError', 'DatabaseTooNew'])

interface SystemError extends Error {
  code?: string
  path?: string
  address?: string
  port?: number
}

/** Why the hub did not start, in one plain sentence that says what to do. */
export function describeStartFailure(
  error: SystemError,
  { databasePath }: { databasePath?: string } = {},
): string {
  if (SELF_EXPLAINING.has(error.name)) return error.message
  const where = `${error.address}:${error.port}`
  const database = `The database ${databasePath ?? ''}`.trimEnd()
  switch (error.code) {
    case 'EADDRINUSE':
      return `Another program already listens at ${where}: stop it, or choose another port (listenPort, SVC_LISTEN_PORT).`
    case 'EEXIST':
    case 'ENOTDIR':
      return `The data folder cannot be made because a file is in its place (${error.path}): choose another one (SVC_HOME).`
    case 'EROFS':
    case 'EPERM':
      return cannotWrite(error)
    case 'EACCES':
      if (error.port === undefined) return cannotWrite(error)
      return `The system does not allow the hub to listen at ${where}: choose a port above 1023 (listenPort, SVC_LISTEN_PORT).`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This computer has no address ${error.address ?? 'of that name'} to listen at: correct listenHost (SVC_LISTEN_HOST).`
    case 'SQLITE_BUSY':
    case 'SQLITE_LOCKED':
      return `${database} is in use by another program, probably another hub: stop that one first.`
    case 'SQLITE_CORRUPT':
    case 'SQLITE_NOTADB':
      return `${database} is damaged and was left as it is: restore a backup, or move it away to start empty.`
    case 'SQLITE_CANTOPEN':
    case 'SQLITE_READONLY':
      return `${database} cannot be opened for writing: check the rights of the file and its folder.`
  }
  return `The hub could not start: ${error.message}`
}

const cannotWrite = ({ path }: SystemError) =>
  `The data folder cannot be written (${path}): check the rights of the folder, or choose another one (SVC_HOME).`
