import type { FoundFile } from '../../contract/file.ts'

/** What `ripgrep` is asked for: every file, or those whose path holds a query without wildcards. */
export function searchArguments(query: string): string[] {
  return query === '' || hasWildcard(query) ? ['--files'] : ['--files', '--iglob', globOf(query)]
}

/**
 * The files of ripgrep's output that the query means, at most `limit`, in ripgrep's order: paths that
 * contain it, or that match it as a whole where it holds `*` or `?`; upper and lower case are alike.
 */
export function filesFound(
  stdout: string,
  { query, limit, isWindows }: { query: string; limit: number; isWindows: boolean },
): FoundFile[] {
  const matches = matcherOf(isWindows ? query.replaceAll('\\', '/') : query)
  const files: FoundFile[] = []
  for (const line of stdout.split('\n')) {
    // Blanks belong to the name.
    const path = line.replace(/\r$/, '')
    const fullPath = isWindows ? path.replaceAll('\\', '/') : path
    if (fullPath === '' || !matches(fullPath)) continue
    const cut = fullPath.lastIndexOf('/')
    const filePath = fullPath.slice(0, Math.max(cut, 0))
    files.push({ fileName: fullPath.slice(cut + 1), filePath, fullPath, fileType: 'file' })
    if (files.length === limit) break
  }
  return files
}

/** Whether a session's working directory is one of Windows, where `\` parts folders. */
export function isWindowsPath(path: string): boolean {
  return /^[a-z]:[\\/]/i.test(path) || path.startsWith('\\\\')
}

const hasWildcard = (query: string): boolean => /[*?]/.test(query)

function globOf(query: string): string {
  const literal = query.replace(/[\\[\]{}]/g, '\\$&').replace(/^!/, '\\!')
  // A glob with a slash in it would otherwise only be tried from the working directory down.
  return `${query.includes('/') ? '**/' : ''}*${literal}*`
}

function matcherOf(query: string): (path: string) => boolean {
  const wanted = query.toLowerCase()
  return hasWildcard(query)
    ? (path) => matchesWildcards(wanted, path.toLowerCase())
    : (path) => path.toLowerCase().includes(wanted)
}

/** `*` is any text and `?` any character. Never goes back further than to the last `*`, so that no pattern is slow. */
function matchesWildcards(pattern: string, text: string): boolean {
  let p = 0
  let star = -1
  let resumeAt = 0
  for (let t = 0; t < text.length; ) {
    if (pattern[p] === '*') {
      star = p
      resumeAt = t
      p += 1
    } else if (p < pattern.length && (pattern[p] === '?' || pattern[p] === text[t])) {
      p += 1
      t += 1
    } else if (star >= 0) {
      resumeAt += 1
      t = resumeAt
      p = star + 1
    } else return false
  }
  while (pattern[p] === '*') p += 1
  return p === pattern.length
}
