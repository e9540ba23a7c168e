import type { Context } from 'koa'
import {
  getHubConfiguration,
  type HubConfiguration,
  type NetworkChange,
  type PushTransportsChange,
  type ServiceKeysChange,
  updateNetwork,
  updatePushTransports,
  updateServiceKeys,
} from '../../../contract/hub-configuration.ts'
import { storageFailure } from '../../backups/storage-failures.ts'
import { type RouteEntry, route } from '../route.ts'

export interface HubConfigurationServices {
  describe: () => HubConfiguration
  keepServiceKeys: (change: ServiceKeysChange) => Promise<void>
  keepNetwork: (change: NetworkChange) => Promise<void>
  keepPushTransports: (change: PushTransportsChange) => Promise<void>
}

/** `/api/owner/configuration`, the keys of services, who reaches the hub and how phones are notified (additive; owner only). */
export function hubConfigurationRoutes({
  describe,
  keepServiceKeys,
  keepNetwork,
  keepPushTransports,
}: HubConfigurationServices): RouteEntry[] {
  const keep = async (change: Promise<void>, ctx: Context) => {
    ctx.set('Cache-Control', 'no-store')
    await change.catch((error: unknown) => {
      throw storageFailure(error)
    })
    return describe()
  }
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
    route(updateNetwork, ({ body, ctx }) => keep(keepNetwork(body), ctx)),
    route(updatePushTransports, ({ body, ctx }) => keep(keepPushTransports(body), ctx)),
  ]
}
