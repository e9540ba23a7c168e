import {
  getSession,
  listSessions,
  pinSession,
  renameSession,
  setSessionSummary,
} from '../../../contract/session.ts'
import type { SessionService } from '../../sessions/session-service.ts'
import { acceptsGzip } from '../accept-encoding.ts'
import { type RouteEntry, rawJson, route } from '../route.ts'

const OK = { ok: true } as const

/** List, detail, rename, summary and pin (spec: Sessions). */
export function sessionRoutes({ sessions }: { sessions: SessionService }): RouteEntry[] {
  return [
    route(listSessions, ({ caller, query, ctx }) => {
      const json = sessions.listJson(caller.namespace, query)
      if (!acceptsGzip(ctx.get('Accept-Encoding'))) return rawJson(json)
      return rawJson(json, { gzip: sessions.listGzip(caller.namespace, query) })
    }),
    route(getSession, ({ caller, params }) => ({
      session: sessions.toSession(sessions.require(caller.namespace, params.id)),
    })),
    route(renameSession, ({ caller, params, body }) => {
      sessions.rename(sessions.require(caller.namespace, params.id).id, body.name)
      return OK
    }),
    route(setSessionSummary, ({ caller, params, body }) => {
      sessions.setSummary(sessions.require(caller.namespace, params.id).id, body.text)
      return OK
    }),
    route(pinSession, ({ caller, params, body }) => {
      sessions.pin(sessions.require(caller.namespace, params.id), body.mode)
      return OK
    }),
  ]
}
