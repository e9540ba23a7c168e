import { expect, it } from 'vitest'
import { memoryStorage } from '../../memory-storage.ts'
import { firstSteps, hasPhoneBrowser } from './first-steps.ts'

const phone = { hasPushKey: true, platform: 'phone', lastDelivery: null } as const
const nothing = {
  hasComputer: false,
  phones: [],
  hasPhoneBrowser: false,
  diagnostics: [],
  isBrowserNotified: false,
  hasSession: false,
}
const done = (facts: Partial<Parameters<typeof firstSteps>[0]>) =>
  firstSteps({ ...nothing, ...facts })
    .filter(({ isDone }) => isDone)
    .map(({ step }) => step)

it('begins with nothing done', () => {
  expect(done({})).toEqual([])
})

it('ticks each step when it has happened', () => {
  expect(done({ hasComputer: true })).toEqual(['computer'])
  expect(done({ phones: [phone] })).toEqual(['phone', 'notifications'])
  expect(done({ hasPhoneBrowser: true })).toEqual(['phone'])
  expect(done({ isBrowserNotified: true })).toEqual(['notifications'])
})

it('remembers the computer by its sessions, also while it is switched off', () => {
  expect(done({ hasSession: true })).toEqual(['computer', 'session'])
})

it.each([
  { phones: [{ ...phone, hasPushKey: false }] },
  { phones: [{ ...phone, lastDelivery: { result: 'rejected', code: 'busy' } }] },
  { phones: [{ ...phone, lastDelivery: { result: 'suppressed', code: 'channel-off' } }] },
  { phones: [phone], diagnostics: [{ channel: 'android', isProblem: false }] },
  { phones: [phone], diagnostics: undefined },
] as const)('does not count a phone that notifications do not get to: %j', (facts) => {
  expect(done(facts)).toEqual(['phone'])
})

it('leaves out what only the owner can do', () => {
  const steps = firstSteps({ ...nothing, hasComputer: true, phones: undefined })
  expect(steps.map(({ step }) => step)).toEqual(['computer', 'session'])
})

it('counts the browser of an own phone or tablet, and remembers it', () => {
  const storage = memoryStorage()
  expect(hasPhoneBrowser([{ namespace: 'default', device: 'mac-or-ipad' }], storage)).toBe(false)
  expect(hasPhoneBrowser([{ namespace: 'guest', device: 'iphone' }], storage)).toBe(false)
  expect(hasPhoneBrowser([{ namespace: 'default', device: 'android-phone' }], storage)).toBe(true)
  expect(hasPhoneBrowser([], storage)).toBe(true)
})
