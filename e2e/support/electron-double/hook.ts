import { readFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { release } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/*
 * `node --import <this> dist/main/index.js` runs the built desktop app with the double in the place of
 * Electron. A test that set SVC_TEST_CHANNEL speaks to the probe over file descriptor 3.
 */

const double = pathToFileURL(join(import.meta.dirname, 'electron.ts')).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: double, format: 'module', shortCircuit: true }
      : next(specifier, context),
})

const packageFile = join(import.meta.dirname, '../../../node_modules/electron/package.json')
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }
Object.defineProperty(process, 'versions', {
  value: { ...process.versions, electron: `${version}-double`, chrome: 'double' },
})
Object.assign(process, { type: 'browser', getSystemVersion: release })

createRequire(import.meta.url)('../desktop-probe.cjs')
if (process.env.SVC_TEST_CHANNEL) {
  // What main starts has a channel of its own.
  delete process.env.SVC_TEST_CHANNEL
  const { serveTest } = await import('./test-channel.ts')
  serveTest()
}
