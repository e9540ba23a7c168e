// @ts-check
import { assertNode } from './assert-node.mjs'
import { requireBrowser } from './find-browser.mjs'
import { run } from './run.mjs'

/*
 * `npm run screenshots`: a picture of every screen, in both themes and at both widths, of the built app
 * beside the simulated machine, into docs/screenshots/. Arguments go to Playwright.
 */

assertNode()

const args = ['test', '--config=e2e/screenshots/playwright.config.ts', ...process.argv.slice(2)]
const done =
  run('scripts/build.mjs', ['--if-stale']) && run('playwright', args, { SVC_TEST_CHROMIUM: requireBrowser() })
process.exit(done ? 0 : 1)
