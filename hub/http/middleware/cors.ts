import type { Context, Middleware } from 'koa'

const METHODS = 'GET, POST, PUT, PATCH, DELETE, OPTIONS'
const HEADERS = 'authorization, content-type, last-event-id'
const PREFLIGHT_SECONDS = '600'

/**
 * Lets pages of the configured origins (`*` for all) read our answers, and answers every OPTIONS with 204
 * (reference: not-shown A21). Pages of other origins get no permission.
 */
export function allowOrigins(origins: readonly string[]): Middleware {
  const allowed = new Set(origins)
  const allowsAll = allowed.has('*')
  return (ctx, next) => {
    if (!allowsAll) ctx.vary('Origin')
    const origin = ctx.req.headers.origin
    const isAllowed = origin !== undefined && (allowsAll || allowed.has(origin))
    if (isAllowed) ctx.set('Access-Control-Allow-Origin', allowsAll ? '*' : origin)
    if (ctx.method !== 'OPTIONS') return next()
    answerOptions(ctx, isAllowed)
    return undefined
  }
}

function answerOptions(ctx: Context, isAllowed: boolean): void {
  ctx.status = 204
  if (!isAllowed) return
  ctx.set('Access-Control-Allow-Methods', METHODS)
  ctx.set('Access-Control-Allow-Headers', HEADERS)
  ctx.set('Access-Control-Max-Age', PREFLIGHT_SECONDS)
}
