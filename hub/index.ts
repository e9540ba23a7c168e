import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { HubFacts } from '../contract/desktop.ts'
import { type Config, dataPlaces, loadConfig } from './config/config.ts'
import { SEALING_KEY_VARIABLE } from './config/key-seal.ts'
import type { DesktopChannel } from './desktop/desktop-link.ts'
import { chosenPort, keepPort } from './desktop/kept-port.ts'
import { createHub } from './hub.ts'
import { createLog } from './log.ts'
import { isDesktopShellParent, onCommand, onStopRequest, tellParent } from './parent-process.ts'
import { describeStartFailure, startFailureCode } from './start-failure.ts'
import { startupReport } from './startup-report.ts'
import { endOnUnexpectedErrors } from './unexpected-end.ts'

/** Streams, sockets and the database close in well under this; a hub that hangs still ends. */
const CLOSE_WITHIN_MS = 5000

/** Beside the built hub; beside the sources when Node runs those. */
const webAppFolder = import.meta.filename.endsWith('.ts')
  ? join(import.meta.dirname, '..', 'dist', 'renderer')
  : join(import.meta.dirname, '..', 'renderer')

// What a hub makes lives for one request. Left to itself V8 gives that youth up to 48 MiB and keeps them; a
// tray app owes them to the computer it runs on, for about a tenth more CPU while an agent talks.
setFlagsFromString('--semi-space-growth-factor=1')

endOnUnexpectedErrors()

const stopRequested = Promise.withResolvers<void>()
onStopRequest(stopRequested.resolve)

let config: Config | undefined
try {
  config = await loadConfig({ env: process.env })
  // No program that this one starts, and no report about it, has a use for it.
  delete process.env[SEALING_KEY_VARIABLE]
  const log = createLog()
  const port = chosenPort(process.argv)
  if (port !== undefined) config.settings.listenPort = port
  const hub = await createHub({ ...config, webAppFolder, log, desktop: desktopChannel() })
  if (port !== undefined) await keepPort(config, port)
  report(config, hub.origin)
  const { warnings, settings } = config
  for (const warning of warnings) log.warn(warning)
  const { cliApiToken: accessToken, publicUrl } = settings
  const facts = { ...factsOf(config), ...(publicUrl !== undefined && { publicUrl }) }
  await tellParent({ type: 'ready', origin: hub.origin, accessToken, warnings, ...facts })
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
  await tellParent({ type: 'failed', code: startFailureCode(error), message, ...factsOf(config) })
  process.exit(1)
}

/** What is known without a configuration that could be read, too. */
function factsOf(known: Config | undefined): HubFacts {
  const { folder, settingsPath, databasePath } = dataPlaces({ env: process.env })
  const { listenHost, listenPort } = known?.settings ?? {}
  return {
    dataFolder: folder,
    settingsPath,
    databasePath,
    ...(listenHost !== undefined && { listenHost }),
    ...(listenPort !== undefined && { listenPort }),
  }
}

function desktopChannel(): DesktopChannel | undefined {
  if (!isDesktopShellParent) return undefined
  return { report: (told) => void tellParent(told), onCommand }
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
