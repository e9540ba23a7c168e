// @ts-check
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's root folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** The rooms of the repository, each a folder with a tsconfig.json of its own. */
export const rooms = [
  'contract',
  'hub',
  'renderer',
  'main',
  'demo',
  'providers',
  'relay',
  'e2e',
  'bench',
  'scripts',
]

/**
 * Every file below a folder of the repository, as paths from the root; none if there is no such folder.
 * @param {string} folder
 * @returns {string[]}
 */
export function filesIn(folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
}

/**
 * When a file was last changed, in epoch milliseconds; 0 if it is not there.
 * @param {string} path from the root
 */
export function changedAt(path) {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
}
