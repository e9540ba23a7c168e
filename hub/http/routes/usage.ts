import { getUsagePeriod, getUsageSummary } from '../../../contract/usage.ts'
import type { UsageService } from '../../usage/usage-service.ts'
import { type RouteEntry, route } from '../route.ts'

/** `GET /api/usage/summary` and `GET /api/usage/period` (owner only). */
export function usageRoutes({ usage }: { usage: UsageService }): RouteEntry[] {
  return [
    route(getUsageSummary, ({ caller, query, ctx }) => {
      ctx.set('Cache-Control', 'no-store')
      return usage.summary(caller.namespace, query.range, query.timeZone)
    }),
    route(getUsagePeriod, ({ caller, query, ctx }) => {
      ctx.set('Cache-Control', 'no-store')
      const days = query.days === undefined ? null : Number(query.days)
      return usage.period(caller.namespace, days, query.timeZone)
    }),
  ]
}
