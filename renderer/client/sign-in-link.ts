/** A pairing: the code and the hub it belongs to. */
export interface SignInLink {
  /** Normalised origin of the hub; undefined when the text named none (a code typed by hand). */
  hub: string | undefined
  accessToken: string
}

/** What the page's own address says about signing in. */
export interface PageSignIn {
  signIn: SignInLink | undefined
  /** What the address bar must show from now on, as path, query and fragment; undefined: leave it. */
  cleanUrl: string | undefined
}

const COMPANION_SCHEME = 'svccompanion:'

/**
 * `scheme://host[:port]` with scheme and host in lower case and without default port, path, query and
 * fragment (spec: Pairing). A bare `host:port` counts as http. Undefined for anything that is no hub address.
 */
export function normaliseHubOrigin(text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`
  const url = parseUrl(withScheme)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined
  return url.origin
}

/**
 * The sign-in carried by the page's own address (`?hub=&token=`), and the address without the token, which
 * replaces it at once: a code must not stay in the history or in a copied link. `hub` is optional there, as
 * the page usually comes from the hub itself.
 */
export function signInFromPageUrl(href: string): PageSignIn {
  const url = parseUrl(href)
  const accessToken = url?.searchParams.get('token')
  if (!url || accessToken === null || accessToken === undefined) {
    return { signIn: undefined, cleanUrl: undefined }
  }
  const hub = url.searchParams.get('hub')
  url.searchParams.delete('token')
  url.searchParams.delete('hub')
  return {
    signIn: accessToken === '' ? undefined : { hub: normaliseHubOrigin(hub ?? url.origin), accessToken },
    cleanUrl: `${url.pathname}${url.search}${url.hash}`,
  }
}

/**
 * What a person pasted or scanned: a web link, a companion link, or the bare code, which is passed through
 * with nothing but the blanks around it removed. Undefined for blank text and for links without a code.
 */
export function readPairingText(text: string): SignInLink | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? parseUrl(trimmed) : undefined
  if (!url) return { hub: undefined, accessToken: trimmed }
  const isCompanion = url.protocol === COMPANION_SCHEME
  if (isCompanion && url.host !== 'bind') return undefined
  const accessToken = url.searchParams.get('code') ?? url.searchParams.get('token')
  const hub = normaliseHubOrigin(url.searchParams.get('hub') ?? (isCompanion ? '' : url.origin))
  return accessToken && hub ? { hub, accessToken } : undefined
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}
