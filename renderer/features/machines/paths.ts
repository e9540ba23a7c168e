import type { Crumb } from '../../ui/Breadcrumbs.tsx'

const isWindows = (path: string) => /^[A-Za-z]:([\\/]|$)/.test(path)

/** Every folder from the root down to `path`. */
export function crumbsOf(path: string): readonly Crumb[] {
  const separator = isWindows(path) ? '\\' : '/'
  const parts = path.split(isWindows(path) ? /[\\/]/ : '/').filter((part) => part !== '')
  const root: Crumb[] = isWindows(path) ? [] : [{ name: '/', path: '/' }]
  const crumbs = parts.map((name, index): Crumb => {
    const joined = parts.slice(0, index + 1).join(separator)
    if (!isWindows(path)) return { name, path: `/${joined}` }
    return { name, path: index === 0 ? `${joined}\\` : joined }
  })
  return [...root, ...crumbs]
}

/** The folder `name` inside `path`. */
export function joinPath(path: string, name: string): string {
  const separator = isWindows(path) ? '\\' : '/'
  return path.endsWith(separator) ? path + name : path + separator + name
}
