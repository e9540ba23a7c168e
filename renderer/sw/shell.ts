/** What a build consists of: everything the page may ask for without the hub's data. */
export interface ShellFiles {
  /** Changes whenever any of the files does. */
  version: string
  /** Paths below the origin, without the page itself. */
  files: readonly string[]
  /** SHA-256 of the page in hexadecimal: what else answers in the hub's place is not taken for it. */
  pageSha256: string
}

/** What the worker does with a request: its answer comes from the page, from a file, or not from here. */
export type Handling = 'page' | 'file' | 'none'

const PREFIX = 'svc-hub-shell-'
const PAGE = '/'
/** The version in use and the one before, of which a window may still be open. */
const KEPT_VERSIONS = 2

/** The hub's own paths; what they answer is never kept. */
const HUB_PATH = /^\/(api|cli|socket\.io|health)(\/|$)/

/**
 * Decides by the request alone. Only files of the build are ever answered from the cache, and nothing that the
 * page asks for at run time is ever put there: no answer of the API, and no address with a token in it.
 */
export function handlingOf(
  { method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>,
  origin: string,
  files: ReadonlySet<string>,
): Handling {
  const { origin: asked, pathname } = new URL(url)
  if (method !== 'GET' || asked !== origin || HUB_PATH.test(pathname)) return 'none'
  // Hashed files also of the build before, which an open window may still be of.
  if (files.has(pathname) || isHashed(pathname)) return 'file'
  // The app's own pages have no dot in their last part; whatever else has one is a file we do not know.
  return mode === 'navigate' && !/\.[^/]*$/.test(pathname) ? 'page' : 'none'
}

/** The files of one build in the browser's cache, where they need no hub. */
export class Shell {
  readonly #caches: CacheStorage
  readonly #fetch: typeof fetch
  readonly #files: ShellFiles

  constructor(caches: CacheStorage, fetch: typeof globalThis.fetch, files: ShellFiles) {
    this.#caches = caches
    this.#fetch = (input, init) => fetch(input, init)
    this.#files = files
  }

  /** Fetches what is not there yet. Rejects unless everything is; the browser then tries again another time. */
  async fill(): Promise<void> {
    const cache = await this.#caches.open(this.#name)
    const files = this.#files.files.map(async (path) => {
      // Their names carry their content, so that an older build's file of the same name is the same file.
      const known = isHashed(path) ? await this.#caches.match(path, MATCH) : undefined
      await cache.put(path, known ?? (await this.#load(path)))
    })
    await Promise.all([...files, this.#loadPage().then((page) => cache.put(PAGE, page))])
  }

  /** Forgets what builds before the last one left. */
  async dropOlder(): Promise<void> {
    const names = (await this.#caches.keys()).filter((name) => name.startsWith(PREFIX))
    const others = names.filter((name) => name !== this.#name)
    const old = others.slice(0, Math.max(0, others.length - KEPT_VERSIONS + 1))
    await Promise.all(old.map((name) => this.#caches.delete(name)))
  }

  /** The page of this build; from the hub when the browser has thrown it away. */
  async page(request: Request): Promise<Response> {
    const cache = await this.#caches.open(this.#name)
    return (await cache.match(PAGE)) ?? this.#fetch(request)
  }

  /** A file of this build or, for a window opened before it, of the one before. */
  async file(request: Request): Promise<Response> {
    const cache = await this.#caches.open(this.#name)
    const { pathname } = new URL(request.url)
    const found = (await cache.match(pathname, MATCH)) ?? (await this.#caches.match(pathname, MATCH))
    return found ?? (await this.#fetch(request))
  }

  get #name(): string {
    return PREFIX + this.#files.version
  }

  async #load(path: string): Promise<Response> {
    // A file that keeps its name is fetched past the browser's own cache.
    const response = await this.#fetch(path, { cache: isHashed(path) ? 'default' : 'reload' })
    if (!response.ok || response.redirected) throw new Error(`${path}: ${response.status}`)
    return response
  }

  async #loadPage(): Promise<Response> {
    const response = await this.#load(PAGE)
    const bytes = await response.arrayBuffer()
    if ((await sha256(bytes)) !== this.#files.pageSha256) throw new Error('Another page is in its place')
    return new Response(bytes, { headers: response.headers })
  }
}

/** Addresses may carry a query, and answers a `Vary`; neither changes what a file is. */
const MATCH: CacheQueryOptions = { ignoreSearch: true, ignoreVary: true }

/** The bundler writes `name-<hash>.ext` into `assets/`. */
const isHashed = (path: string) => /^\/assets\/.+-[\w-]{8}\.\w+$/.test(path)

async function sha256(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
