import { getHubSettings, updateHubSettings } from '../../../contract/hub-settings.ts'
import type { HubSettingsService } from '../../settings/hub-settings.ts'
import { type RouteEntry, route } from '../route.ts'

/** `/api/hub-settings`: read by any namespace, changed by the owner; never cached, as no answer of ours is. */
export function hubSettingsRoutes({ hubSettings }: { hubSettings: HubSettingsService }): RouteEntry[] {
  return [
    route(getHubSettings, () => hubSettings.get()),
    route(updateHubSettings, ({ body }) => hubSettings.update(body)),
  ]
}
