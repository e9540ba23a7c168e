/**
 * Whether an answer to this `Accept-Encoding` is to be gzip: `gzip;q=0` refuses, `*` counts unless a gzip
 * entry overrides it, and an `identity` the client names with a higher quality wins (spec: Conventions 5).
 * Without the header nothing is compressed.
 */
export function acceptsGzip(header: string | undefined): boolean {
  if (!header) return false
  if (header === 'gzip') return true
  const qualities = new Map<string, number>()
  for (const entry of header.split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
    if (name !== '') qualities.set(name, quality(parameters))
  }
  const gzip = qualities.get('gzip') ?? qualities.get('x-gzip') ?? qualities.get('*') ?? 0
  return gzip > 0 && gzip >= (qualities.get('identity') ?? 0)
}

/** The `q` among the parameters of an entry; 1 without one, 0 when it is not a number from 0 to 1. */
function quality(parameters: string[]): number {
  const q = parameters.find((parameter) => /^q\s*=/.test(parameter))
  if (q === undefined) return 1
  const value = Number(q.slice(q.indexOf('=') + 1) || Number.NaN)
  return value >= 0 && value <= 1 ? value : 0
}
