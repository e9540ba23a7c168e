import type { Context } from 'koa'
import type { Visitor } from '../owner/seen-browsers.ts'

/** Who sent this request, for the list of browsers. */
export function visitorOf(ctx: Context, namespace: string): Visitor {
  return { namespace, userAgent: ctx.get('User-Agent'), remoteAddress: ctx.req.socket.remoteAddress }
}
