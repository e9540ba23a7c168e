import {
  getHubConfiguration,
  type HubConfiguration,
  type NetworkChange,
  type ServiceKeysChange,
  updateNetwork,
  updateServiceKeys,
} from '../../../contract/hub-configuration.ts'
import { storageFailure } from '../../backups/storage-failures.ts'
import { type RouteEntry, route } from '../route.ts'

export interface HubConfigurationServices {
  describe: () => HubConfiguration
  keepServiceKeys: (change: ServiceKeysChange) => Promise<void>
  keepNetwork: (change: NetworkChange) => Promise<void>
}

/** `/api/owner/configuration`, the keys of services and who reaches the hub (additive; owner only). */
export function hubConfigurationRoutes({
  describe,
  keepServiceKeys,
  keepNetwork,
}: HubConfigurationServices): RouteEntry[] {
  return [
    route(getHubConfiguration, ({ ctx }) => {
      ctx.set('Cache-Control', 'no-store')
      return describe()
    }),
    route(updateServiceKeys, async ({ body, ctx }) => {
      ctx.set('Cache-Control', 'no-store')
      await keepServiceKeys(body)
      return describe()
    }),
    route(updateNetwork, async ({ body, ctx }) => {
      ctx.set('Cache-Control', 'no-store')
      await keepNetwork(body).catch((error: unknown) => {
        throw storageFailure(error)
      })
      return describe()
    }),
  ]
}
