// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** What the first screen of the window may weigh: bytes of script, each file compressed as it is sent. */
export const FIRST_SCREEN_LIMIT_BYTES = 250_000

/**
 * @typedef {{ file: string, isEntry?: boolean, imports?: string[] }} Chunk a chunk of Vite's manifest
 * @typedef {Record<string, Chunk>} Manifest
 */

/**
 * The script files a browser needs before it can show anything: the entry and what it imports, however deep,
 * without what it loads later.
 * @param {Manifest} manifest
 * @returns {string[]}
 */
export function firstScreenFiles(manifest) {
  const seen = new Set(Object.keys(manifest).filter((name) => manifest[name]?.isEntry))
  for (const name of seen) for (const imported of manifest[name]?.imports ?? []) seen.add(imported)
  return [...seen].flatMap((name) => manifest[name]?.file ?? []).filter((file) => file.endsWith('.js'))
}

/**
 * Says what the built renderer's first screen weighs.
 * @param {string} folder the built renderer
 * @throws {Error} when that is more than it may
 */
export function checkFirstScreen(folder) {
  /** @type {Manifest} */
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const files = firstScreenFiles(manifest)
  if (files.length === 0) throw new Error('The manifest of the renderer names no entry')
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0)
  const weight = `the first screen takes ${kB(bytes)} of script, of ${kB(FIRST_SCREEN_LIMIT_BYTES)}`
  if (bytes > FIRST_SCREEN_LIMIT_BYTES) {
    throw new Error(`${weight}: load later what it does not need (${files.join(', ')})`)
  }
  console.log(weight)
}

/** @param {number} bytes */
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`
