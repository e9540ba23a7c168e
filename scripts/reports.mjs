// @ts-check
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './tree.mjs'

/** Where the two test runners leave their machine-readable results. */
export const reports = { unit: 'test-results/unit.json', e2e: 'test-results/e2e.json' }

/** @param {string} path */
function read(path) {
  return existsSync(join(root, path)) ? JSON.parse(readFileSync(join(root, path), 'utf8')) : undefined
}

/** Removes the results of an earlier run, so that they are not counted again. */
export function clearReports() {
  for (const path of Object.values(reports)) rmSync(join(root, path), { force: true })
}

/**
 * The tests that passed and failed, over both runners. A flaky test counts as failed.
 * @returns {{ passed: number, failed: number }}
 */
export function countTests() {
  const unit = read(reports.unit)
  const e2e = read(reports.e2e)?.stats
  return {
    passed: (unit?.numPassedTests ?? 0) + (e2e?.expected ?? 0),
    failed: (unit?.numFailedTests ?? 0) + (e2e?.unexpected ?? 0) + (e2e?.flaky ?? 0),
  }
}
