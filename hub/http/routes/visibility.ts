import { setVisibility } from '../../../contract/events.ts'
import type { Ok } from '../../../contract/wire.ts'
import { notConnected, subscriptionNotFound } from '../../errors.ts'
import type { EventBus } from '../../realtime/bus.ts'
import { type RouteEntry, route } from '../route.ts'

const OK: Ok = { ok: true }

/** `POST /api/visibility`: whether somebody looks at what a connection shows (spec: Visibility reporting). */
export function visibilityRoutes({ bus }: { bus: EventBus }): RouteEntry[] {
  return [
    route(setVisibility, ({ caller, body }) => {
      if (!bus.isOpen) throw notConnected()
      if (!bus.setVisibility(caller.namespace, body.subscriptionId, body.visibility)) {
        throw subscriptionNotFound()
      }
      return OK
    }),
  ]
}
