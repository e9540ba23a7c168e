import { expect, it } from 'vitest'
import { pushReach } from './push-reach.ts'

const phone = { platform: 'phone', hasPushKey: true, lastDelivery: null } as const
const off = (channel: string) => [{ channel, isProblem: false }]
const told = (result: 'accepted' | 'rejected' | 'suppressed', code: string | null) => ({
  ...phone,
  lastDelivery: { result, code },
})

it.each([
  ['reached', phone, []],
  ['reached', phone, off('ios')],
  ['reached', { ...phone, platform: 'ios' } as const, off('android')],
  ['reached', told('accepted', null), []],
  ['reached', { ...told('accepted', null), hasPushKey: false }, []],
  ['reached', { ...told('accepted', null), platform: 'wear' } as const, []],
  ['silent', phone, off('android')],
  ['silent', { ...phone, platform: 'ios' } as const, off('ios')],
  ['silent', { ...phone, platform: 'wear' } as const, off('android')],
  ['silent', told('suppressed', 'channel-off'), []],
  ['unknown', phone, undefined],
  ['unknown', { ...phone, hasPushKey: false }, []],
  ['unknown', { ...phone, platform: 'wear' } as const, []],
  ['unknown', told('rejected', 'busy'), []],
] as const)('is %s for %j where the hub says %j', (expected, device, diagnostics) => {
  expect(pushReach(device, diagnostics)).toBe(expected)
})
