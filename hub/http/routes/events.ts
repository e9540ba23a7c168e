import type { Context } from 'koa'
import { EVENTS_PATH } from '../../../contract/events.ts'
import { notConnected } from '../../errors.ts'
import type { SeenBrowsers } from '../../owner/seen-browsers.ts'
import type { EventBus } from '../../realtime/bus.ts'
import { acceptsGzip } from '../accept-encoding.ts'
import { type RouteEntry, rawRoute } from '../route.ts'
import { visitorOf } from '../visitor.ts'

export interface EventRouteServices {
  bus: EventBus
  /** The canonical id of a session; throws what a caller who may not hear it is answered. */
  resolveSession(namespace: string, id: string): string
  /** Throws what a caller who may not hear the machine is answered. */
  requireMachine(namespace: string, id: string): void
  browsers: Pick<SeenBrowsers, 'noteStream'>
}

/** `GET /api/events`, the stream (spec: Events); everything is checked before it opens. */
export function eventRoutes({
  bus,
  resolveSession,
  requireMachine,
  browsers,
}: EventRouteServices): RouteEntry[] {
  return [
    rawRoute(
      'GET',
      EVENTS_PATH,
      ({ ctx, caller: { namespace } }) => {
        if (!bus.isOpen) throw notConnected()
        const all = ['true', '1'].includes(queryValue(ctx, 'all') ?? '')
        const sessionId = queryValue(ctx, 'sessionId')
        const machineId = queryValue(ctx, 'machineId')
        const canonicalId = sessionId === undefined ? undefined : resolveSession(namespace, sessionId)
        if (machineId !== undefined) requireMachine(namespace, machineId)
        ctx.respond = false
        // Of one that has gone already nothing more would be heard.
        if (!ctx.res.destroyed) ctx.res.once('close', browsers.noteStream(visitorOf(ctx, namespace)))
        bus.connect({
          namespace,
          filter: { all, sessionId: canonicalId, machineId },
          visibility: queryValue(ctx, 'visibility') === 'visible' ? 'visible' : 'hidden',
          cursor: ctx.get('Last-Event-ID') || queryValue(ctx, 'lastEventId'),
          encoding: acceptsGzip(ctx.req.headers['accept-encoding']) ? 'gzip' : 'identity',
          response: ctx.res,
        })
      },
      { queryToken: true },
    ),
  ]
}

/** The first value of a query parameter; an empty one counts as absent. */
function queryValue(ctx: Context, name: string): string | undefined {
  const value = ctx.query[name]
  return (Array.isArray(value) ? value[0] : value) || undefined
}
