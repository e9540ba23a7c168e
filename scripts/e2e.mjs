// @ts-check
import { assertNode } from './assert-node.mjs'
import { requireBrowser } from './find-browser.mjs'
import { run } from './run.mjs'
import { filesIn } from './tree.mjs'

/*
 * `npm run e2e`: the browser journeys against the built app; builds what is stale and finds (or
 * installs) a browser first. Arguments go to Playwright: `npm run e2e -- chat --project=phone`.
 */

assertNode()

if (!filesIn('e2e').some((file) => file.endsWith('.spec.ts'))) {
  console.log('There are no browser journeys yet.')
  process.exit(0)
}
const args = ['test', '--config=e2e/playwright.config.ts', ...process.argv.slice(2)]
const passed =
  run('scripts/build.mjs', ['--if-stale']) && run('playwright', args, { SVC_TEST_CHROMIUM: requireBrowser() })
process.exit(passed ? 0 : 1)
