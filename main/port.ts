import { createServer } from 'node:net'

/** Whether the hub could listen there now; `unknown` for what the system says only rarely. */
export type PortProbe = 'free' | 'taken' | 'reserved' | 'no-address' | 'unknown'

const PROBES: Record<string, PortProbe> = {
  EADDRINUSE: 'taken',
  EACCES: 'reserved',
  EADDRNOTAVAIL: 'no-address',
  ENOTFOUND: 'no-address',
}
/** Ports below are the system's. */
const FIRST_PORT = 1024
const LAST_PORT = 65535
const TRIES = 50

/** Listens there for a moment: only that tells for sure. Never throws. */
export function probePort(host: string, port: number): Promise<PortProbe> {
  const { promise, resolve } = Promise.withResolvers<PortProbe>()
  const server = createServer()
  server.once('error', ({ code = '' }: NodeJS.ErrnoException) => resolve(PROBES[code] ?? 'unknown'))
  server.listen({ host, port, exclusive: true }, () => server.close(() => resolve('free')))
  return promise
}

/** The next port above `near` that is free at the host; undefined where none of the next fifty is. */
export async function findFreePort(host: string, near: number): Promise<number | undefined> {
  const first = Math.max(near + 1, FIRST_PORT)
  const last = Math.min(first + TRIES - 1, LAST_PORT)
  for (let port = first; port <= last; port += 1) {
    if ((await probePort(host, port)) === 'free') return port
  }
  return undefined
}
