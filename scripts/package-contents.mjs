// @ts-check
import { readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * @typedef {object} PackedFile
 * @property {string} path from the root of the app, with `/`
 * @property {number} bytes
 * @property {boolean} isUnpacked lies beside the archive, where the system can load it as a library
 */

/**
 * @typedef {object} PackageContents
 * @property {PackedFile[]} files
 * @property {string | undefined} desktopName as the package.json in it has it
 */

/**
 * The file of the app's entry in the menus of Linux, which electron-builder names after the program. Electron looks
 * for that name in package.json; without it windows and notifications there belong to no app.
 */
const DESKTOP_NAME = 'svc-hub.desktop'

/** The only places from which the packed app may hold anything. */
const allowed = [
  /^package\.json$/,
  /^dist\/hub\/index\.js$/,
  /^dist\/main\//,
  /^dist\/renderer\//,
  /^assets\/(tray|app)\//,
  /^node_modules\/better-sqlite3\/(package\.json|LICENSE|lib\/|prebuilds\/)/,
]

const forbidden = [
  [/\.(ts|tsx|mts|map)$/, 'is a source'],
  [/(^|[/.])(test|spec|fixtures?|testing)[/.]/, 'belongs to the tests'],
  [/(^|\/)demo\//, 'belongs to the demo'],
  [/(^|\/)\./, 'is hidden'],
]

const required = [
  'package.json',
  'dist/hub/index.js',
  'dist/main/index.js',
  'dist/main/preload.cjs',
  'dist/renderer/index.html',
  ...['running', 'needs-you', 'starting', 'problem'].flatMap((state) => [
    `assets/tray/${state}-light.png`,
    `assets/tray/${state}-dark@2x.png`,
    `assets/tray/${state}Template.png`,
  ]),
]

/**
 * Lists an asar and lays its files out in a folder, those beside the archive included.
 * @param {string} asarPath
 * @param {string} into
 * @returns {PackageContents}
 */
export function inspectPackage(asarPath, into) {
  const asar = createRequire(createRequire(import.meta.url).resolve('app-builder-lib'))('@electron/asar')
  asar.extractAll(asarPath, into)
  /** @type {string[]} */
  const paths = asar.listPackage(asarPath, { isPack: false })
  const files = paths
    .map((path) => path.replaceAll('\\', '/').replace(/^\//, ''))
    .map((path) => ({ path, entry: asar.statFile(asarPath, path, false), stat: statSync(join(into, path)) }))
    .filter(({ stat }) => stat.isFile())
    .map(({ path, entry, stat }) => ({ path, bytes: stat.size, isUnpacked: entry.unpacked === true }))
  const { desktopName } = JSON.parse(readFileSync(join(into, 'package.json'), 'utf8'))
  return { files, desktopName }
}

/**
 * What is in the packed app and should not be, or the other way round; a sentence each.
 * @param {PackageContents} contents
 * @param {string} prebuild the one native library that belongs in it
 * @returns {string[]}
 */
export function faultsOf({ files, desktopName }, prebuild) {
  const faults = []
  for (const { path } of files) {
    const reason = forbidden.find(([pattern]) => /** @type {RegExp} */ (pattern).test(path))?.[1]
    if (reason) faults.push(`${path} ${reason} and must not be packed.`)
    else if (!allowed.some((pattern) => pattern.test(path)))
      faults.push(`${path} has no business in the app.`)
  }
  const present = new Set(files.map(({ path }) => path))
  for (const path of required) if (!present.has(path)) faults.push(`${path} is missing.`)
  const libraries = files.filter(({ path }) => path.endsWith('.node'))
  for (const { path, isUnpacked } of libraries) {
    if (!path.endsWith(`/${prebuild}`)) faults.push(`${path} is a library for another platform.`)
    if (!isUnpacked) faults.push(`${path} is inside the archive, where it cannot be loaded.`)
  }
  if (!libraries.some(({ path }) => path.endsWith(`/${prebuild}`))) faults.push(`${prebuild} is missing.`)
  if (desktopName !== DESKTOP_NAME)
    faults.push(`desktopName in package.json is ${desktopName}; it must be ${DESKTOP_NAME}.`)
  return faults
}
