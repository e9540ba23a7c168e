// @ts-check
import { assertNode } from './assert-node.mjs'
import { clearReports, countTests } from './reports.mjs'
import { run } from './run.mjs'

/*
 * `npm test`: everything a change must pass. The check, the build, what is packed of it, the browser journeys,
 * in that order; the last line printed sums the tests up. Fails on any failure, and when no test ran.
 */

assertNode()
clearReports()

const passed =
  run('scripts/check.mjs') &&
  run('scripts/build.mjs') &&
  run('scripts/package-check.mjs') &&
  run('scripts/e2e.mjs')
const count = countTests()
if (!passed && count.failed === 0) {
  console.error('npm test failed, though no single test did: see above. It is counted as one failure.')
  count.failed = 1
}
if (count.passed === 0) console.error('npm test failed: no test passed.')
console.log(`tests: ${count.passed} passed, ${count.failed} failed`)
process.exit(count.passed > 0 && count.failed === 0 ? 0 : 1)
