import { networkInterfaces } from 'node:os'
import { expect, it } from 'vitest'
import { isLoopback, reachableAddresses } from './pairing.ts'

const own = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .filter(({ internal, family }) => !internal && family === 'IPv4')
  .map(({ address }) => ({ url: `http://${address}:3006`, kind: 'network' }))
const at = (listenHost: string, publicUrl?: string) =>
  reachableAddresses({ listenHost, publicUrl, port: 3006 })
const shared = { url: 'https://hub.example', kind: 'public' }

it.each<[string, string | undefined, object[]]>([
  ['127.0.0.1', undefined, []],
  ['localhost', undefined, []],
  ['::1', undefined, []],
  ['127.0.0.1', 'https://hub.example/path', [shared]],
  ['192.168.1.5', undefined, [{ url: 'http://192.168.1.5:3006', kind: 'network' }]],
  ['fd00::5', undefined, [{ url: 'http://[fd00::5]:3006', kind: 'network' }]],
  ['fe80::1%eth0', undefined, []],
  ['0.0.0.0', undefined, own],
  ['0.0.0.0', 'https://hub.example', [shared, ...own]],
])('listening at %s with the public address %s', (listenHost, publicUrl, expected) => {
  expect(at(listenHost, publicUrl)).toEqual(expected)
})

it.each([
  ['127.0.0.5', true],
  ['a.localhost', true],
  ['0.0.0.0', false],
  ['127.example', false],
])('%s is this computer alone: %s', (host, expected) => expect(isLoopback(host)).toBe(expected))
