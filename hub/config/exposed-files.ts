import { readdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** The files that hold secrets or conversations. */
const SECRET_FILE = /^(settings\.json|jwt-secret\.json|owner-id\.json|hub\.db.*)$/
const OTHERS = 0o077

/**
 * What others on this computer could read until now, a sentence each. To be asked before the files are opened:
 * the hub takes these rights away whenever it finds them.
 * @param home the user's own folder, which Windows keeps from other users with all that is in it
 */
export async function findExposures(
  folder: string,
  home: string,
  platform: NodeJS.Platform = process.platform,
): Promise<string[]> {
  // A folder that does not exist yet exposes nothing.
  const names = await readdir(folder).catch(() => [])
  if (names.length === 0) return []
  if (platform === 'win32') return isInside(folder, home) ? [] : [outside(folder)]
  const found: string[] = []
  for (const name of names.filter((entry) => SECRET_FILE.test(entry)).sort()) {
    const path = join(folder, name)
    const mode = (await stat(path).catch(() => undefined))?.mode ?? 0
    if ((mode & OTHERS) !== 0) found.push(exposed(path, mode & 0o777))
  }
  return found
}

const exposed = (path: string, mode: number) =>
  `Other users of this computer could open ${path} (mode ${mode.toString(8).padStart(4, '0')}); it is private from now on. If others use this computer, make a new access token.`

const outside = (folder: string) =>
  `The data folder ${folder} lies outside your own user folder, where Windows may let other users read it.`

function isInside(folder: string, home: string): boolean {
  const path = relative(home, folder)
  return path !== '' && !path.startsWith('..') && !/^[a-z]:/i.test(path)
}
