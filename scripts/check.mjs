// @ts-check
import { join } from 'node:path'
import { assertNode } from './assert-node.mjs'
import { reports } from './reports.mjs'
import { run } from './run.mjs'
import { root } from './tree.mjs'

/*
 * `npm run check`: format, lint (import walls included), types, unit and integration tests. Runs all
 * of them even if one fails, so that one run tells everything.
 */

assertNode()

const stages = {
  'format and lint': () => run('biome', ['check', '--error-on-warnings']),
  types: () => run('scripts/types.mjs'),
  tests: () =>
    run('vitest', [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${join(root, reports.unit)}`,
    ]),
}

const failed = Object.entries(stages)
  .filter(([, stage]) => !stage())
  .map(([name]) => name)
if (failed.length > 0) {
  console.error(`check failed: ${failed.join(', ')}.`)
  process.exit(1)
}
