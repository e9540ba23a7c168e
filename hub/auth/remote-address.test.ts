import { expect, it } from 'vitest'
import { shortenedAddress } from './remote-address.ts'

it.each([
  ['192.168.1.23', '192.168.1.x'],
  ['::ffff:10.0.0.7', '10.0.0.x'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2:…'],
  ['2001:db8::7', '2001:db8:0:0:…'],
  ['fe80::1%en0', 'fe80:0:0:0:…'],
  ['127.0.0.1', null],
  ['::ffff:127.0.0.1', null],
  ['::1', null],
  ['', null],
  [undefined, null],
  ['nonsense', null],
])('shortens %j to %j', (address, expected) => {
  expect(shortenedAddress(address)).toBe(expected)
})
