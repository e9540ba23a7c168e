import { type RelayConfig, readConfig } from './config.ts'
import { startRelay } from './relay.ts'
import { describeStartFailure } from './start-failure.ts'

/** Sends end after ten seconds; a relay that hangs still ends. */
const CLOSE_WITHIN_MS = 12_000

let config: RelayConfig | undefined
try {
  config = readConfig(process.env)
  const relay = await startRelay({
    config,
    log: (record) => process.stdout.write(`${JSON.stringify({ time: Date.now(), ...record })}\n`),
  })
  const platforms = [config.android && 'android', config.ios && 'ios'].filter(Boolean)
  process.stdout.write(
    `Svc Hub push relay listens at ${relay.origin} for ${platforms.join(' and ') || 'no platform yet'}\n`,
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      setTimeout(() => process.exit(1), CLOSE_WITHIN_MS).unref()
      void relay.close().then(() => process.exit(0))
    })
  }
} catch (error) {
  process.stderr.write(`${describeStartFailure(error as Error, config)}\n`)
  process.exit(1)
}
