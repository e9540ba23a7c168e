// @ts-check
import { fork } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'

const readyWithinMs = 15_000
const stopWithinMs = 8_000

/**
 * Starts the hub of an unpacked app in a new data folder, asks it for its health and its web app, and stops it.
 * @param {string} app
 * @param {string} home
 * @returns {Promise<string[]>} what was wrong, a sentence each
 */
export async function tryPackagedHub(app, home) {
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    SVC_HOME: home,
    SVC_LISTEN_PORT: String(await freePort()),
  }
  // Away from the repository, so that nothing is found in its node_modules.
  const hub = fork(join(app, 'dist/hub/index.js'), {
    cwd: app,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [hub.stdout, hub.stderr]) stream?.on('data', (chunk) => (output += chunk))
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve) => hub.once('exit', resolve))
  const insist = setTimeout(() => hub.kill('SIGKILL'), readyWithinMs)
  try {
    const origin = await Promise.race([
      new Promise((resolve) => {
        hub.on('message', (/** @type {any} */ message) => {
          if (message?.type === 'ready') resolve(message.origin)
        })
      }),
      ended.then(() => undefined),
    ])
    clearTimeout(insist)
    if (!origin) return [`The packed hub did not start:\n${output}`]
    const faults = await askAround(origin)
    hub.kill('SIGTERM')
    const kill = setTimeout(() => hub.kill('SIGKILL'), stopWithinMs)
    const code = await ended
    clearTimeout(kill)
    if (code !== 0) faults.push(`The packed hub ended with ${code} instead of stopping cleanly:\n${output}`)
    return faults
  } finally {
    clearTimeout(insist)
    hub.kill('SIGKILL')
  }
}

/** @param {string} origin */
async function askAround(origin) {
  const faults = []
  const health = await fetch(`${origin}/health`)
  if (health.status !== 200) faults.push(`The packed hub answers /health with ${health.status}.`)
  const page = await fetch(`${origin}/`)
  const html = await page.text()
  if (!html.includes('<div id="root"')) faults.push('The packed hub does not serve its web app.')
  const script = html.match(/src="(\/assets\/[^"]+\.js)"/)?.[1]
  const bundle = script === undefined ? undefined : await fetch(`${origin}${script}`)
  if (bundle?.status !== 200) faults.push('The web app’s script is not in the package.')
  console.log(`the packed hub answers /health: ${health.status}, its web app: ${page.status}`)
  return faults
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
      server.close(() => resolve(port))
    })
  })
}
