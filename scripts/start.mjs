// @ts-check
import { assertNode } from './assert-node.mjs'
import { Child } from './children.mjs'
import { demoSettings } from './demo-settings.mjs'
import { findDesktop, obstacleOf } from './desktop.mjs'
import { run } from './run.mjs'

/*
 * `npm start`: builds what is stale, then starts the desktop app, or the same hub without a window
 * where that cannot be had or --headless asks for it. --demo adds the simulated machine, on a
 * throw-away data folder. Other arguments go to the hub.
 */

assertNode()
if (!run('scripts/build.mjs', ['--if-stale'])) process.exit(1)

const isDemo = process.argv.includes('--demo')
const isHeadless = process.argv.includes('--headless')
const passedOn = process.argv.slice(2).filter((argument) => !['--demo', '--headless'].includes(argument))
const demo = isDemo ? await demoSettings() : undefined

/** @type {Child[]} */
const children = []
let stopping = false

/**
 * Stops the children, the newest first, then ends with this exit code.
 * @param {number} code
 */
async function stop(code) {
  if (stopping) return
  stopping = true
  for (const child of [...children].reverse()) await child.stop()
  demo?.remove()
  process.exit(code)
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => void stop(0))

// npm starts us through a shell that dies of a signal without passing it on: take its end as ours.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) void stop(0)
}, 200).unref()

/**
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
function startChild(command, args, env) {
  const child = new Child(command, args, env)
  children.push(child)
  return child
}

/** The desktop app, or the hub alone where that cannot be had; says so in one sentence. */
async function startHub() {
  const env = demo?.env ?? {}
  if (!isHeadless) {
    const desktop = findDesktop()
    const app = 'electron' in desktop ? startChild(desktop.electron, ['.', ...passedOn], env) : undefined
    // A display that does not answer, or rights that its sandbox lacks, end Electron before our code runs.
    const failure = await app?.failure()
    if (app && failure === undefined) return app
    if (stopping) return undefined
    console.log(`Starting the hub without a window: ${failure ?? obstacleOf(desktop)}.`)
    children.length = 0
  }
  return startChild(process.execPath, ['dist/hub/index.js', ...passedOn], env)
}

const hub = await startHub()
void hub?.ended.then(stop)

if (hub && demo) {
  const ready = await hub.ready()
  if (ready) {
    const [origin, token] = [ready.origin, demo.env.CLI_API_TOKEN ?? ''].map(encodeURIComponent)
    // Only a token that this demo made and takes with it may stand in the terminal.
    const link = demo.hasOwnToken ? `${ready.origin}/` : `${ready.origin}/?hub=${origin}&token=${token}`
    console.log(`The demo is ready. Open ${link}`)
    const env = { ...demo.env, SVC_API_URL: ready.origin }
    const machine = startChild(process.execPath, ['dist/demo/index.js'], env)
    void machine.ended.then((code) => {
      if (!stopping) console.error(`The simulated machine ended (code ${code}); the hub goes on without it.`)
    })
  } else if (!stopping) {
    console.error('The hub did not say that it is ready; its own output above tells why.')
    await stop(1)
  }
}
