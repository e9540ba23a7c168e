import { LINK_SCHEME } from '../contract/desktop.ts'

/** What an app link asks for. */
export type DeepLink =
  | { type: 'open' }
  | { type: 'session'; sessionId: string }
  /** A pairing link; the code in it is never read, for this app has a hub of its own. */
  | { type: 'bind'; hub: string }

const PATTERN = new RegExp(`^${LINK_SCHEME}:`, 'i')
const LENGTH_MAX = 2048
const SESSION_ID = /^[\w-]{1,128}$/

/**
 * Reads an app link strictly: `svccompanion://open`, `svccompanion://session?id=<id>`, and
 * `svccompanion://bind?hub=<address>&code=<code>` (spec: Pairing). Anyone can put a link on a page, so
 * anything more or less, such as a path, a port, a fragment or another parameter, is refused: undefined.
 */
export function readDeepLink(text: string): DeepLink | undefined {
  if (text.length > LENGTH_MAX || !PATTERN.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  const isPlain =
    url.username === '' && url.password === '' && url.port === '' && url.hash === '' && !text.includes('#')
  if (!isPlain || (url.pathname !== '' && url.pathname !== '/')) return undefined
  const keys = [...url.searchParams.keys()]
  const has = (...wanted: string[]) =>
    keys.length === wanted.length && wanted.every((key) => keys.filter((found) => found === key).length === 1)
  const value = (key: string) => url.searchParams.get(key) ?? ''
  switch (url.host.toLowerCase()) {
    case 'open':
      return has() ? { type: 'open' } : undefined
    case 'session':
      return has('id') && SESSION_ID.test(value('id'))
        ? { type: 'session', sessionId: value('id') }
        : undefined
    case 'bind': {
      const hub = hubOrigin(value('hub'))
      return has('hub', 'code') && value('code') !== '' && hub !== undefined
        ? { type: 'bind', hub }
        : undefined
    }
    default:
      return undefined
  }
}

/** The app link among the arguments of a start, whether it can be read or not. */
export function findDeepLink(argv: readonly string[]): string | undefined {
  return argv.find((argument) => PATTERN.test(argument))
}

function hubOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const isHub = url.protocol === 'http:' || url.protocol === 'https:'
  return isHub && url.username === '' && url.password === '' ? url.origin : undefined
}

/** Whether a pairing link is for the hub of this app, under whatever of its addresses. */
export function isOwnHub(
  hub: string,
  own: { origin: string; publicUrl?: string | undefined } | undefined,
  addresses: readonly string[],
): boolean {
  if (!own) return false
  if (own.publicUrl !== undefined && new URL(own.publicUrl).origin === hub) return true
  const { protocol, hostname, port } = new URL(hub)
  const mine = new URL(own.origin)
  if (protocol !== mine.protocol || port !== mine.port) return false
  const host = hostname.replace(/^\[|\]$/g, '')
  return host === 'localhost' || host === '::1' || host.startsWith('127.') || addresses.includes(host)
}

/** Goes where a link leads; one that could not be read only brings up the window. */
export function openDeepLink(
  link: DeepLink | undefined,
  window: { show(path?: string): void; tell(news: { type: 'foreign-link'; hub: string }): void },
  isOwn: (hub: string) => boolean,
): void {
  switch (link?.type) {
    case 'session':
      return window.show(`/sessions/${encodeURIComponent(link.sessionId)}`)
    case 'bind':
      window.show(isOwn(link.hub) ? '/pair' : undefined)
      return isOwn(link.hub) ? undefined : window.tell({ type: 'foreign-link', hub: link.hub })
    default:
      return window.show()
  }
}
