import { getUsageHours, getUsageSummary } from '../../../contract/usage.ts'
import type { UsageService } from '../../usage/usage-service.ts'
import { type RouteEntry, route } from '../route.ts'

/** `GET /api/usage/summary` and `GET /api/usage/hours` (owner only). */
export function usageRoutes({ usage }: { usage: UsageService }): RouteEntry[] {
  return [
    route(getUsageSummary, ({ caller, query, ctx }) => {
      ctx.set('Cache-Control', 'no-store')
      return usage.summary(caller.namespace, query.range, query.timeZone)
    }),
    route(getUsageHours, ({ caller, query, ctx }) => {
      ctx.set('Cache-Control', 'no-store')
      return usage.hours(caller.namespace, query.range, query.timeZone)
    }),
  ]
}
