/** What the page's own address says about how a messaging client opened it. */
export interface PageMiniApp {
  /** Signed by the messaging platform, and a secret for a day; undefined when no messaging client opened the page. */
  initData: string | undefined
  /** What the address bar must show from now on, as path, query and fragment; undefined: leave it. */
  cleanUrl: string | undefined
}

/** Every name the messaging client adds to an address begins so. */
const CLIENT_PREFIX = 'tgWebApp'
const INIT_DATA = 'tgWebAppData'
/** The place to open: as our own buttons name it, and as links of the messaging platform do. */
const START_PARAMETERS = ['startapp', 'tgWebAppStartParam'] as const
const SESSION_START = /^session_([\w-]+)$/

/**
 * Reads what a messaging client adds to the page's address (reference: not-shown A11, A18), and the address without
 * any of it, which replaces it at once: init data must not stay in the history or in a copied link. A start
 * parameter `session_<id>` leads to that session, also in an ordinary browser.
 */
export function miniAppFromPageUrl(href: string): PageMiniApp {
  if (!URL.canParse(href)) return { initData: undefined, cleanUrl: undefined }
  const url = new URL(href)
  const added = takeOut(url)
  const initData = added.get(INIT_DATA) || undefined
  if (added.size === 0) return { initData, cleanUrl: undefined }
  const start = START_PARAMETERS.map((name) => added.get(name)).find((value) => value) ?? startIn(initData)
  const sessionId = SESSION_START.exec(start ?? '')?.[1]
  const path = sessionId === undefined ? url.pathname : `/sessions/${sessionId}`
  return { initData, cleanUrl: `${path}${url.search}${url.hash}` }
}

/** Takes out of an address what is not ours, and answers it. An address without any of it stays as it is. */
function takeOut(url: URL): Map<string, string> {
  const added = new Map<string, string>()
  const query = remainder(url.search.slice(1), added)
  if (query !== undefined) url.search = query
  const fragment = remainder(url.hash.slice(1), added)
  if (fragment !== undefined) url.hash = fragment
  return added
}

/** The parameters that stay; undefined when all do. What goes is put into `added`, the first of each name. */
function remainder(text: string, added: Map<string, string>): string | undefined {
  const all = [...new URLSearchParams(text)]
  const kept = all.filter(([name, value]) => {
    const goes = name.startsWith(CLIENT_PREFIX) || name === START_PARAMETERS[0]
    if (goes && !added.has(name)) added.set(name, value)
    return !goes
  })
  return kept.length === all.length ? undefined : new URLSearchParams(kept).toString()
}

/** A direct link to the mini-app has its start parameter among the signed fields too. */
function startIn(initData: string | undefined): string | undefined {
  return new URLSearchParams(initData).get('start_param') ?? undefined
}
