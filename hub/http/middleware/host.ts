import type { Middleware } from 'koa'
import { HubError } from '../../errors.ts'

export interface HostCheckSettings {
  listenHost: string
  publicUrl: string | undefined
  corsOrigins: readonly string[]
}

/** Whether a host name (as in a URL, IPv6 in brackets or not) is this machine itself. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(hostname)
}

/**
 * Decides whether a `Host` header may be served, as the guard against DNS rebinding: while we listen on
 * loopback only, a browser that names us otherwise was led here. Loopback names and the hosts of
 * `publicUrl` and `corsOrigins` pass.
 */
export function createHostCheck(settings: HostCheckSettings): (host: string | undefined) => boolean {
  if (!isLoopbackHost(settings.listenHost.toLowerCase())) return () => true
  const origins = settings.corsOrigins.filter((origin) => origin !== '*')
  const urls = settings.publicUrl === undefined ? origins : [settings.publicUrl, ...origins]
  const known = new Set(urls.map((url) => new URL(url).hostname))
  return (host) => {
    const hostname = (host ?? '').replace(/:\d+$/, '').toLowerCase()
    return isLoopbackHost(hostname) || known.has(hostname)
  }
}

/** Answers 403 to requests whose `Host` the check refuses. */
export function requireKnownHost(isKnown: (host: string | undefined) => boolean): Middleware {
  return (ctx, next) => {
    if (isKnown(ctx.req.headers.host)) return next()
    throw new HubError(403, 'This hub does not answer under that host name')
  }
}
