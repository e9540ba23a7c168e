import { z } from 'zod'
import * as auth from '../../../contract/auth.ts'
import * as bot from '../../../contract/bot.ts'
import * as catalog from '../../../contract/catalog.ts'
import * as configuration from '../../../contract/configuration.ts'
import * as device from '../../../contract/device.ts'
import type { Endpoint, Method } from '../../../contract/endpoint.ts'
import * as errors from '../../../contract/errors.ts'
import * as events from '../../../contract/events.ts'
import * as file from '../../../contract/file.ts'
import * as history from '../../../contract/history.ts'
import * as hubConfiguration from '../../../contract/hub-configuration.ts'
import * as hubSettings from '../../../contract/hub-settings.ts'
import * as machine from '../../../contract/machine.ts'
import * as message from '../../../contract/message.ts'
import * as openapi from '../../../contract/openapi.ts'
import * as owner from '../../../contract/owner.ts'
import * as permission from '../../../contract/permission.ts'
import * as push from '../../../contract/push.ts'
import * as scratchlist from '../../../contract/scratchlist.ts'
import * as search from '../../../contract/search.ts'
import * as session from '../../../contract/session.ts'
import * as storage from '../../../contract/storage.ts'
import * as title from '../../../contract/title.ts'
import * as upload from '../../../contract/upload.ts'
import * as usage from '../../../contract/usage.ts'
import * as voice from '../../../contract/voice.ts'
import * as wire from '../../../contract/wire.ts'

/** What the contract exports, module by module; a new module adds its line here. */
const MODULES: Record<string, object> = {
  auth,
  bot,
  catalog,
  configuration,
  device,
  errors,
  events,
  file,
  history,
  hubConfiguration,
  hubSettings,
  machine,
  message,
  openapi,
  owner,
  permission,
  push,
  scratchlist,
  search,
  session,
  storage,
  title,
  upload,
  usage,
  voice,
  wire,
}

const EXPORTS: [module: string, name: string, value: unknown][] = Object.entries(MODULES).flatMap(
  ([module, values]) =>
    Object.entries(values).map(([name, value]): [string, string, unknown] => [module, name, value]),
)

export const routeName = (method: Method, path: string) => `${method} ${path}`

/** Every endpoint the contract declares, by the name it is exported under. */
export const CONTRACT_ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map(
  EXPORTS.flatMap(([, name, value]): [string, Endpoint][] => (isEndpoint(value) ? [[name, value]] : [])),
)

/** The exported name of a route's endpoint, as the renderer and the tests call it. */
export const ENDPOINT_NAMES: ReadonlyMap<string, string> = new Map(
  [...CONTRACT_ENDPOINTS].map(([name, { method, path }]) => [routeName(method, path), name]),
)

/** Every exported schema under its name; of two with one name the later is prefixed with its module's. */
export function namedSchemas(): Map<z.ZodType, string> {
  const names = new Map<z.ZodType, string>()
  const taken = new Set<string>()
  for (const [module, name, value] of EXPORTS) {
    if (!(value instanceof z.ZodType) || names.has(value)) continue
    const free = taken.has(name) ? capitalised(module) + name : name
    taken.add(free)
    names.set(value, free)
  }
  return names
}

export const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}
