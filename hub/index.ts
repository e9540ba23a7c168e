import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { type Config, loadConfig } from './config/config.ts'
import { createHub } from './hub.ts'
import { createLog } from './log.ts'
import { onStopRequest, tellParent } from './parent-process.ts'
import { describeStartFailure } from './start-failure.ts'
import { startupReport } from './startup-report.ts'

/** Streams, sockets and the database close in well under this; a hub that hangs still ends. */
const CLOSE_WITHIN_MS = 5000

/** Beside the built hub; beside the sources when Node runs those. */
const webAppFolder = import.meta.filename.endsWith('.ts')
  ? join(import.meta.dirname, '..', 'dist', 'renderer')
  : join(import.meta.dirname, '..', 'renderer')

// What a hub makes lives for one request. Left to itself V8 gives that youth up to 48 MiB and keeps them; a
// tray app owes them to the computer it runs on, for about a tenth more CPU while an agent talks.
setFlagsFromString('--semi-space-growth-factor=1')

const stopRequested = Promise.withResolvers<void>()
onStopRequest(stopRequested.resolve)

let config: Config | undefined
try {
  config = await loadConfig({ env: process.env })
  const log = createLog()
  const hub = await createHub({ ...config, webAppFolder, log })
  report(config, hub.origin)
  for (const warning of config.warnings) log.warn(warning)
  await tellParent({ type: 'ready', origin: hub.origin })
  void stopRequested.promise.then(() => end(hub))
} catch (error) {
  await fail(error as Error)
}

async function end(hub: { close(): Promise<void> }): Promise<never> {
  setTimeout(() => process.exit(1), CLOSE_WITHIN_MS).unref()
  await hub.close()
  process.exit(0)
}

async function fail(error: Error): Promise<never> {
  const message = describeStartFailure(error, config)
  const isDebug = process.env.SVC_LOG_LEVEL === 'debug'
  await new Promise((resolve) => process.stderr.write(`${isDebug ? error.stack : message}\n`, resolve))
  await tellParent({ type: 'failed', message })
  process.exit(1)
}

function report({ settings, isTokenNew, settingsFile }: Config, origin: string): void {
  process.stdout.write(
    startupReport({
      origin,
      publicUrl: settings.publicUrl,
      token: settings.cliApiToken,
      isTokenNew,
      settingsPath: settingsFile.path,
      isTerminal: process.stdout.isTTY === true,
      printPairing: process.env.SVC_PRINT_PAIRING === '1',
    }),
  )
}
