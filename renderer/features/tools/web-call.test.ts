import { expect, it } from 'vitest'
import { safeAddress } from './web-call.ts'

it.each([
  ['https://a.org/x?y=1', 'https://a.org/x?y=1'],
  ['HTTP://A.org', 'http://a.org/'],
  ['https://аpple.com/', 'https://xn--pple-43d.com/'],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['file:///etc/hosts', undefined],
  ['/relative', undefined],
  ['', undefined],
])('may %j be opened', (text, address) => {
  expect(safeAddress(text)).toBe(address)
})
