const KEY = 'svc-hub:folded-projects'
/** Projects come and go; the last ones folded up are kept. */
const MOST = 500

/** Keys of the projects that the person folded up in this browser, the latest last. */
export function foldedProjects(storage: Storage): ReadonlySet<string> {
  try {
    const keys: unknown = JSON.parse(storage.getItem(KEY) ?? '[]')
    return new Set(Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [])
  } catch {
    return new Set()
  }
}

/** Folds a project up, or opens it, and keeps that for the next time. */
export function foldProject(
  storage: Storage,
  change: { key: string; isFolded: boolean },
): ReadonlySet<string> {
  const keys = [...foldedProjects(storage)].filter((key) => key !== change.key)
  if (change.isFolded) keys.push(change.key)
  storage.setItem(KEY, JSON.stringify(keys.slice(-MOST)))
  return new Set(keys)
}
