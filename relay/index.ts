import { ConfigError, readConfig } from './config.ts'
import { startRelay } from './relay.ts'

/** Sends end after ten seconds; a relay that hangs still ends. */
const CLOSE_WITHIN_MS = 12_000

try {
  const config = readConfig(process.env)
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
  const { message, code } = error as NodeJS.ErrnoException
  const reason = error instanceof ConfigError ? message : `The relay could not start: ${code ?? message}.`
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}
