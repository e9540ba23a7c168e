// @ts-check
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './tree.mjs'

/** The tools' entry files, run with this very Node. */
const tools = {
  biome: 'node_modules/@biomejs/biome/bin/biome',
  playwright: 'node_modules/@playwright/test/cli.js',
  vitest: 'node_modules/vitest/vitest.mjs',
}

/**
 * Runs one of the project's tools, or a script by its path from the root, with its output shown.
 * @param {keyof typeof tools | `scripts/${string}`} tool
 * @param {string[]} [args]
 * @param {Record<string, string>} [env] added to the environment
 * @returns {boolean} whether it succeeded
 */
export function run(tool, args = [], env = {}) {
  const file = join(root, tool in tools ? tools[/** @type {keyof typeof tools} */ (tool)] : tool)
  const options = { cwd: root, stdio: /** @type {const} */ ('inherit'), env: { ...process.env, ...env } }
  return spawnSync(process.execPath, [file, ...args], options).status === 0
}
