import { searchMessages } from '../../../contract/search.ts'
import type { SearchService } from '../../search/search-service.ts'
import { type RouteEntry, route } from '../route.ts'

/** `GET /api/search` (additive). */
export function searchRoutes({ search }: { search: Pick<SearchService, 'search'> }): RouteEntry[] {
  return [
    route(searchMessages, ({ caller, query, ctx }) => {
      ctx.set('Cache-Control', 'no-store')
      return search.search(caller.namespace, query)
    }),
  ]
}
