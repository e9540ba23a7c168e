import type { Middleware } from 'koa'
import compress from 'koa-compress'
import { acceptsGzip } from '../accept-encoding.ts'

/**
 * Compresses JSON answers of any size when the client accepts gzip (spec: Conventions 5). What already
 * carries a `Content-Encoding` and what is not JSON passes through.
 */
export function compressJson(): Middleware {
  const compressBody = compress({
    threshold: 0,
    br: false,
    zstd: false,
    deflate: false,
    filter: (type) => /^application\/json\b/.test(type),
  })
  return (ctx, next) => {
    // koa-compress answers 500 to `*;q=0` and weighs qualities its own way, so it only gets to see our verdict.
    const { headers } = ctx.req
    headers['accept-encoding'] = acceptsGzip(headers['accept-encoding']) ? 'gzip' : 'identity'
    return compressBody(ctx, next)
  }
}
