// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './tree.mjs'

/**
 * Electron's binary, found on disk only: importing its package would try to download it.
 * @returns {string | undefined}
 */
function findElectron() {
  const name = join(root, 'node_modules/electron/path.txt')
  if (!existsSync(name)) return undefined
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(root, 'node_modules/electron/dist')
  const binary = join(folder, readFileSync(name, 'utf8').trim())
  return existsSync(binary) ? binary : undefined
}

/**
 * What it takes to open the desktop app here, or the plain reason why it cannot be opened.
 * @returns {{ electron: string } | { obstacle: string }}
 */
export function findDesktop() {
  if (!existsSync(join(root, 'dist/main/index.js'))) return { obstacle: 'the desktop shell is not built' }
  const electron = findElectron()
  if (!electron) return { obstacle: 'Electron is not downloaded ("npx install-electron" does that)' }
  const hasDisplay =
    process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
  return hasDisplay ? { electron } : { obstacle: 'there is no display' }
}

/**
 * @param {ReturnType<typeof findDesktop>} desktop
 * @returns {string} why it cannot be opened
 */
export const obstacleOf = (desktop) => ('obstacle' in desktop ? desktop.obstacle : 'Electron did not start')
