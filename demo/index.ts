import { CliClient } from './cli-client.ts'
import { replayHistory } from './history.ts'
import { DemoMachine } from './machine.ts'

const STOP_WITHIN_MS = 3000

/**
 * Process entry of the simulated machine: `SVC_API_URL` and `CLI_API_TOKEN` say which hub it joins, and
 * `SVC_EXTRA_HEADERS_JSON` what a proxy before it wants to see.
 */
async function main(): Promise<void> {
  const url = process.env.SVC_API_URL
  const token = process.env.CLI_API_TOKEN
  if (!url || !token) throw new Error('Set SVC_API_URL and CLI_API_TOKEN to the hub the demo should join.')
  const speed = Number(process.env.SVC_DEMO_SPEED ?? 1)
  const machine = await DemoMachine.start({
    client: new CliClient({
      url,
      token,
      extraHeaders: JSON.parse(process.env.SVC_EXTRA_HEADERS_JSON || '{}'),
    }),
    id: 'demo-machine',
    host: 'Alex’s MacBook',
    speed,
  })
  const stop = once(async () => {
    // A hub that has gone takes no farewell.
    setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref()
    await machine.stop()
    process.exit(0)
  })
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('disconnect', stop)
  await openScene(machine)
  process.send?.({ type: 'ready' })
}

/** Four conversations, each showing something else: one asks, one waits, one works, one is over. */
async function openScene(machine: DemoMachine): Promise<void> {
  const { home } = machine.disk
  const shop = `${home}/projects/shop`
  const past = await machine.startAgent({ agent: 'grok', directory: shop, name: 'Ideas for the shop' })
  replayHistory(past, 6)
  await past.end('Session completed')

  const question = await machine.startAgent({ agent: 'opencode', directory: shop, name: 'New mug colours' })
  void question.prompt('Choose a colour for the new mug')

  const permission = await machine.startAgent({
    agent: 'claude',
    directory: shop,
    name: 'Fix the flaky test',
  })
  replayHistory(permission, 2)
  void permission.prompt('Run the checkout test and see why it is flaky')

  const site = `${home}/projects/site`
  const mode = { permissionMode: 'yolo' }
  const working = await machine.startAgent({ agent: 'codex', directory: site, name: 'Dark mode', ...mode })
  void keepBusy(working)
}

/** One agent works on its own account, so that the page moves without anybody touching it. */
async function keepBusy(agent: { prompt(text: string): Promise<void> }): Promise<void> {
  for (;;) {
    await agent.prompt('Add a dark theme to the site')
    await new Promise((resolve) => setTimeout(resolve, 45_000))
  }
}

function once(fn: () => Promise<void>): () => void {
  let started = false
  return () => {
    if (started) return
    started = true
    void fn()
  }
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
