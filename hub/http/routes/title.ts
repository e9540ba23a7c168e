import { suggestTitle } from '../../../contract/title.ts'
import type { SessionService } from '../../sessions/session-service.ts'
import type { TitleService } from '../../title/title-service.ts'
import { type RouteEntry, route } from '../route.ts'

export interface TitleRouteServices {
  sessions: Pick<SessionService, 'require'>
  titles: Pick<TitleService, 'suggest'>
}

/** `POST /api/sessions/:id/title-suggestion` (reference not-shown A11). */
export function titleRoutes({ sessions, titles }: TitleRouteServices): RouteEntry[] {
  return [
    route(suggestTitle, async ({ caller, params }) => ({
      title: await titles.suggest(sessions.require(caller.namespace, params.id)),
    })),
  ]
}
