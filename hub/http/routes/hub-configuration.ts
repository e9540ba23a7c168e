import {
  getHubConfiguration,
  type HubConfiguration,
  type ServiceKeysChange,
  updateServiceKeys,
} from '../../../contract/hub-configuration.ts'
import { type RouteEntry, route } from '../route.ts'

export interface HubConfigurationServices {
  describe: () => HubConfiguration
  keepServiceKeys: (change: ServiceKeysChange) => Promise<void>
}

/** `/api/owner/configuration` and the keys of services in it (additive; owner only). */
export function hubConfigurationRoutes({
  describe,
  keepServiceKeys,
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
  ]
}
