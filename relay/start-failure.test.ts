import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { startRelay } from './relay.ts'
import { describeStartFailure } from './start-failure.ts'

async function failureOf(listening: { listenHost: string; listenPort: number }): Promise<string> {
  const config = { ...readConfig({}), ...listening }
  const error = await startRelay({ config }).then(
    () => expect.unreachable('The relay started'),
    (reason: unknown) => reason,
  )
  return describeStartFailure(error as Error, config)
}

it('names the variable of the address when this computer has no such one', async () => {
  // For documentation; nobody has it.
  expect(await failureOf({ listenHost: '192.0.2.1', listenPort: 0 })).toBe(
    'This computer has no address 192.0.2.1 to listen at: correct SVC_RELAY_LISTEN_HOST.',
  )
})

it('names the variable of the port when it is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  expect(await failureOf({ listenHost: '127.0.0.1', listenPort: port })).toBe(
    `Another program already listens at port ${port} of 127.0.0.1: stop it, or choose another port (SVC_RELAY_LISTEN_PORT).`,
  )
  other.close()
})

it.each([
  [Object.assign(new Error('listen'), { code: 'EACCES' }), 'SVC_RELAY_LISTEN_PORT'],
  [Object.assign(new Error('lookup'), { code: 'ENOTFOUND' }), 'SVC_RELAY_LISTEN_HOST'],
  [new ConfigError('The variable X must be y.'), /^The variable X must be y\.$/],
  [Object.assign(new Error('read'), { code: 'EIO' }), /^The relay could not start: EIO\.$/],
  [new Error('Something else'), /^The relay could not start: Something else\.$/],
])('says the rest in one sentence: %s', (error, says) => {
  expect(describeStartFailure(error, { listenHost: '127.0.0.1', listenPort: 80 })).toMatch(says)
})
