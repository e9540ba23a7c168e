// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/*
 * Installs the dependencies when they are missing or older than the lockfile. Runs before the
 * project's own Node exists, so it needs nothing but Node 20 and npm.
 *
 * Of all packages only `node` runs an install script (it fetches the pinned Node). Newer npm reads
 * that from "allowScripts" in package.json; naming it here gives the same result on every npm.
 */

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

function isInstalled() {
  const installed = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(installed) || !existsSync(join(root, 'node_modules/node/bin'))) return false
  return statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs
}

/** @param {string[]} args */
function npm(args) {
  const cli = process.env.npm_execpath
  const quiet = [...args, '--loglevel=error', '--no-audit', '--no-fund']
  const run = cli
    ? spawnSync(process.execPath, [cli, ...quiet], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
    : spawnSync('npm', quiet, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], shell: true })
  if (run.status === 0) return
  console.error(`"npm ${args.join(' ')}" failed; the lines above say why.`)
  process.exit(run.status ?? 1)
}

if (!isInstalled()) {
  console.log('Installing dependencies (npm ci); the first time takes about a minute.')
  npm(['ci', '--ignore-scripts'])
  npm(['rebuild', 'node'])
}
