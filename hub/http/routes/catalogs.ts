import {
  type ByFlavor,
  listSkills,
  listSlashCommands,
  MACHINE_MODELS,
  MACHINE_VARIANTS,
  type MachineCatalog,
  SESSION_EFFORTS,
  SESSION_MODELS,
  type SessionCatalog,
} from '../../../contract/catalog.ts'
import type { FlavorId } from '../../../contract/flavors.ts'
import type { Configuration } from '../../configuration/configuration.ts'
import type { MachineService } from '../../machines/machine-service.ts'
import type { SessionService } from '../../sessions/session-service.ts'
import { routeInBothSpellings } from '../both-spellings.ts'
import { type RouteEntry, rawJson, route, rpcCatalog, rpcEnvelope } from '../route.ts'

export interface CatalogRouteServices {
  sessions: Pick<SessionService, 'require'>
  machines: Pick<MachineService, 'require'>
  configuration: Pick<Configuration, 'catalogs' | 'commands'>
}

/** Models, efforts, commands and skills (spec: Model and effort catalogs, RPC-wrapped endpoints). */
export function catalogRoutes({ sessions, machines, configuration }: CatalogRouteServices): RouteEntry[] {
  const { catalogs, commands } = configuration
  return [
    ...entries<SessionCatalog>(SESSION_MODELS, SESSION_EFFORTS).flatMap(([flavor, catalog]) =>
      routeInBothSpellings(catalog.endpoint, ({ caller, params }) => {
        const session = sessions.require(caller.namespace, params.id)
        return relay(rpcCatalog(catalogs.ofSession(session, flavor, catalog)))
      }),
    ),
    ...entries<MachineCatalog>(MACHINE_MODELS, MACHINE_VARIANTS).flatMap(([, catalog]) =>
      routeInBothSpellings(catalog.endpoint, ({ caller, params, query }) => {
        const machine = machines.require(caller.namespace, params.id)
        return relay(rpcCatalog(catalogs.ofMachine(machine, catalog, query ?? {})))
      }),
    ),
    route(listSlashCommands, ({ caller, params }) =>
      relay(rpcEnvelope(commands.slashCommands(sessions.require(caller.namespace, params.id)))),
    ),
    route(listSkills, ({ caller, params }) =>
      relay(rpcEnvelope(commands.skills(sessions.require(caller.namespace, params.id)))),
    ),
  ]
}

function entries<Catalog>(...tables: ByFlavor<Catalog>[]): [FlavorId, Catalog][] {
  return tables.flatMap((table) => Object.entries(table) as [FlavorId, Catalog][])
}

/** What the agent answered goes to the client as it came, also fields the contract does not name. */
async function relay(answer: Promise<unknown>) {
  return rawJson(JSON.stringify(await answer))
}
