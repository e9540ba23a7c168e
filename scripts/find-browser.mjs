// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/**
 * A Chromium on this machine: the one SVC_TEST_CHROMIUM names, Playwright's own, or the system's.
 * @returns {string | undefined}
 */
function findBrowser() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  const candidates = [process.env.SVC_TEST_CHROMIUM, chromium.executablePath(), ...onPath, macChrome]
  return candidates.find((path) => path !== undefined && path !== '' && existsSync(path))
}

/** Installs Debian's Chromium, where there is apt and the right to use it. Shows apt's output only on failure. */
function installBrowser() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log("Installing Debian's Chromium for the browser tests (once).")
  const command = 'apt-get update && apt-get install -y --no-install-recommends chromium fonts-noto-core'
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = spawnSync('sh', ['-c', `${command} 2>&1`], { env, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 })
  if (run.status !== 0) console.error(run.stdout)
}

/**
 * The browser the tests use, installed if need be and possible; otherwise ends the process with the
 * sentence that says what to install.
 */
export function requireBrowser() {
  const found = findBrowser()
  if (found) return found
  installBrowser()
  const installed = findBrowser()
  if (installed) return installed
  console.error(
    'The browser tests need Chromium: install it (Debian: apt install chromium), ' +
      'run "npx playwright install chromium", or set SVC_TEST_CHROMIUM to its path.',
  )
  process.exit(1)
}
