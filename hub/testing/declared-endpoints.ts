import * as auth from '../../contract/auth.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import * as events from '../../contract/events.ts'
import * as file from '../../contract/file.ts'
import * as history from '../../contract/history.ts'
import * as machine from '../../contract/machine.ts'
import * as message from '../../contract/message.ts'
import * as permission from '../../contract/permission.ts'
import * as scratchlist from '../../contract/scratchlist.ts'
import * as session from '../../contract/session.ts'
import * as title from '../../contract/title.ts'
import * as upload from '../../contract/upload.ts'
import * as usage from '../../contract/usage.ts'

const modules: object[] = [
  auth,
  events,
  file,
  history,
  machine,
  message,
  permission,
  session,
  scratchlist,
  title,
  upload,
  usage,
]

/** Every endpoint the contract declares, so that tests over all routes do not miss a new one. */
export const ENDPOINTS: readonly Endpoint[] = modules
  .flatMap((module) => Object.values(module))
  .filter((value): value is Endpoint => isEndpoint(value))

function isEndpoint(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

/** The endpoint's path with its first parameter (the session or machine) and the others filled in. */
export function pathOf({ path }: Pick<Endpoint, 'path'>, id: string, rest = 'x'): string {
  return path.replace('/:id', `/${encodeURIComponent(id)}`).replace(/:\w+/g, encodeURIComponent(rest))
}
