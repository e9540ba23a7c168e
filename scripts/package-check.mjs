// @ts-check
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assertNode } from './assert-node.mjs'
import { faultsOf, inspectPackage } from './package-contents.mjs'
import { tryPackagedHub } from './packaged-hub.mjs'
import { run } from './run.mjs'
import { root } from './tree.mjs'

/*
 * `npm run package-check`: packs the app for Linux around a stand-in for Electron, without the network, looks
 * at what is in it, and starts the hub out of it under Node.
 */

assertNode()
if (process.platform !== 'linux') {
  console.log('package-check: packs for Linux, and runs there only.')
  process.exit(0)
}
if (!run('scripts/build.mjs', ['--if-stale'])) process.exit(1)

const startedAt = Date.now()
const folder = mkdtempSync(join(tmpdir(), 'svc-package-'))
/** @type {string[]} */
let faults
try {
  faults = await check()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
for (const fault of faults) console.error(`package-check: ${fault}`)
console.log(
  faults.length === 0
    ? `package-check passed in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`
    : `package-check failed: ${faults.length} faults.`,
)
process.exit(faults.length === 0 ? 0 : 1)

/** @returns {Promise<string[]>} what is wrong, a sentence each */
async function check() {
  const packed = await pack()
  const contents = inspectPackage(join(packed, 'resources/app.asar'), join(folder, 'app'))
  const size = (/** @type {string} */ prefix) =>
    contents.files
      .filter(({ path }) => path.startsWith(prefix))
      .reduce((total, { bytes }) => total + bytes, 0)
  const sizes = {
    'app.asar': statSync(join(packed, 'resources/app.asar')).size,
    hub: size('dist/hub/'),
    main: size('dist/main/'),
    renderer: size('dist/renderer/'),
    'SQLite for this platform': size('node_modules/better-sqlite3/prebuilds/'),
    everything: size(''),
  }
  for (const [name, bytes] of Object.entries(sizes)) {
    console.log(`${name.padEnd(26)}${(bytes / 1024).toFixed(0).padStart(8)} KiB`)
  }
  const prebuild = `${process.platform}-${process.arch}.node`
  return [
    ...faultsOf(contents, prebuild),
    ...(await tryPackagedHub(join(folder, 'app'), join(folder, 'home'))),
  ]
}

/** @returns {string[]} what electron-builder says, which is worth reading only when it fails */
function silence() {
  /** @type {string[]} */
  const said = []
  const builderUtil = createRequire(createRequire(import.meta.url).resolve('electron-builder'))(
    'builder-util',
  )
  builderUtil.log.stream = { write: (/** @type {string} */ text) => said.push(text) }
  return said
}

/** @returns {Promise<string>} the folder of the unpacked app */
async function pack() {
  const stub = join(folder, 'electron')
  mkdirSync(join(stub, 'resources'), { recursive: true })
  mkdirSync(join(stub, 'locales'))
  writeFileSync(join(stub, 'locales/en-US.pak'), '')
  writeFileSync(join(stub, 'electron'), '#!/bin/sh\n', { mode: 0o755 })
  const { build, Platform, Arch } = createRequire(import.meta.url)('electron-builder')
  const said = silence()
  const building = build({
    projectDir: root,
    targets: Platform.LINUX.createTarget('dir', process.arch === 'arm64' ? Arch.arm64 : Arch.x64),
    publish: 'never',
    config: {
      extends: join(root, 'electron-builder.yml'),
      electronDist: stub,
      // Fuses are bits in Electron's own binary, which the stand-in has not.
      electronFuses: null,
      directories: { output: join(folder, 'out') },
    },
  })
  await building.catch((/** @type {Error} */ error) => {
    console.error(said.join(''))
    throw error
  })
  return join(folder, 'out', process.arch === 'arm64' ? 'linux-arm64-unpacked' : 'linux-unpacked')
}
