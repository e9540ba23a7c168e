// @ts-check
import { assertNode } from './assert-node.mjs'
import { findDesktop } from './desktop.mjs'
import { requireBrowser } from './find-browser.mjs'
import { run } from './run.mjs'
import { filesIn } from './tree.mjs'

/*
 * `npm run e2e`: the browser journeys against the built app; builds what is stale and finds (or
 * installs) a browser first. Arguments go to Playwright: `npm run e2e -- chat --project=phone`. The
 * journeys of the desktop app (`--project=shell`) run in Electron where it is there with a display,
 * else in the double of it (e2e/support/electron-double).
 */

assertNode()

if (!filesIn('e2e').some((file) => file.endsWith('.spec.ts'))) {
  console.log('There are no browser journeys yet.')
  process.exit(0)
}
const args = ['test', '--config=e2e/playwright.config.ts', ...process.argv.slice(2)]
if (!run('scripts/build.mjs', ['--if-stale'])) process.exit(1)
const desktop = findDesktop()
const isElectron = 'electron' in desktop
console.log(
  isElectron
    ? `The desktop app is tested in Electron (${desktop.electron}).`
    : `The desktop app is tested in the double of Electron: ${desktop.obstacle}.`,
)
const env = {
  SVC_TEST_CHROMIUM: requireBrowser(),
  ...(isElectron && { SVC_TEST_ELECTRON: desktop.electron }),
}
process.exit(run('playwright', args, env) ? 0 : 1)
