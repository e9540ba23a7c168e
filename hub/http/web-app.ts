import { readFile, stat } from 'node:fs/promises'
import { extname, join, resolve, sep } from 'node:path'
import type { Context, Middleware } from 'koa'
import { HubError } from '../errors.ts'

/** Where the messaging platform's clients in browsers show mini-apps, in a frame. */
const MINI_APP_CLIENT = 'https://web.telegram.org'

/**
 * Scripts only from ourselves, no connection elsewhere. Inline styles are allowed because the dialogs' scroll
 * lock injects a style element.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ')

const NOT_BUILT = 'The web app has not been built yet: run "npm run build", then reload this page.\n'

/**
 * Serves the built renderer: its files by name, and `index.html` for every other page a browser asks for,
 * so that the app's own routes survive a reload. Files under `assets/` carry a hash in their name and never
 * change; everything else is asked for again each time.
 * @param folder where the renderer was built to
 * @param isMiniApp a messaging bot opens it: that platform's own page, and no other, may frame it
 */
export function serveWebApp(folder: string, { isMiniApp = false } = {}): Middleware {
  const root = resolve(folder)
  const ancestors = isMiniApp ? MINI_APP_CLIENT : "'none'"
  const policy = `${CONTENT_SECURITY_POLICY}; frame-ancestors ${ancestors}`
  return async (ctx) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw notFound()
    const isPage = ctx.path === '/' || (ctx.req.headers.accept ?? '').includes('text/html')
    const sent =
      (await sendFile(ctx, fileFor(root, ctx.path))) ||
      (isPage && (await sendFile(ctx, join(root, 'index.html'))))
    if (sent) {
      ctx.set('Content-Security-Policy', policy)
      // It can name no other site, and some browsers heed it before the policy.
      if (isMiniApp) ctx.remove('X-Frame-Options')
      return
    }
    if (!isPage) throw notFound()
    ctx.status = 503
    ctx.type = 'text/plain'
    ctx.body = NOT_BUILT
  }
}

const notFound = () => new HubError(404, 'Not found')

/** The file a path names; undefined when it names none of ours: outside the folder, hidden, not decodable. */
function fileFor(root: string, path: string): string | undefined {
  let name: string
  try {
    name = decodeURIComponent(path)
  } catch {
    return undefined
  }
  if (name.includes('\0') || name.includes('\\') || name.includes('/.')) return undefined
  const file = resolve(root, `.${name}`)
  return file.startsWith(root + sep) ? file : undefined
}

async function sendFile(ctx: Context, file: string | undefined): Promise<boolean> {
  const found = file === undefined ? undefined : await stat(file).catch(() => undefined)
  if (file === undefined || !found?.isFile()) return false
  ctx.status = 200
  ctx.type = extname(file)
  ctx.set('Cross-Origin-Resource-Policy', 'same-origin')
  ctx.set('Cache-Control', isHashed(ctx.path) ? 'public, max-age=31536000, immutable' : 'no-cache')
  ctx.etag = `${found.size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}`
  if (ctx.fresh) ctx.status = 304
  else ctx.body = await readFile(file)
  return true
}

/** The bundler writes `name-<hash>.ext` into `assets/`. */
const isHashed = (path: string) => /^\/assets\/.+-[\w-]{8}\.\w+(\.map)?$/.test(path)
