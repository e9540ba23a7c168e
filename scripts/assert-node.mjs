// @ts-check
import { readFileSync } from 'node:fs'

/**
 * Stops the process with a sentence that says what to do, unless it runs on the Node version that
 * package.json pins. Must parse on older Node, which is why the scripts are plain JavaScript.
 */
export function assertNode() {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const wanted = `v${manifest.devDependencies.node}`
  if (process.version === wanted) return
  console.error(
    `This needs Node ${wanted}, and is running on ${process.version}. ` +
      'Start it through npm (for example "npm test"), which uses the project\'s own Node; ' +
      'if that is missing, run "npm ci" first.',
  )
  process.exit(1)
}
