import type { Middleware } from 'koa'

/**
 * Headers of every answer. `no-referrer` because a pairing link carries the access token in its query;
 * content policy and caching are those of private data, and whoever serves something else replaces them.
 */
export const securityHeaders: Middleware = (ctx, next) => {
  const { res } = ctx
  res.setHeader('X-Content-Type-Options', 'nosniff')
  res.setHeader('X-Frame-Options', 'DENY')
  res.setHeader('Referrer-Policy', 'no-referrer')
  res.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
  res.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  res.setHeader('Cache-Control', 'no-store')
  return next()
}
