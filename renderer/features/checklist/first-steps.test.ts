import { expect, it } from 'vitest'
import { firstSteps } from './first-steps.ts'

const phone = { hasPushKey: true, platform: 'phone', lastDelivery: null }
const done = (facts: Parameters<typeof firstSteps>[0]) =>
  firstSteps(facts)
    .filter(({ isDone }) => isDone)
    .map(({ step }) => step)

it('begins with nothing done', () => {
  expect(done({ hasComputer: false, phones: [], hasSession: false })).toEqual([])
})

it('ticks each step when it has happened', () => {
  expect(done({ hasComputer: true, phones: [], hasSession: false })).toEqual(['computer'])
  expect(done({ hasComputer: false, phones: [phone], hasSession: false })).toEqual(['phone', 'notifications'])
})

it('remembers the computer by its sessions, also while it is switched off', () => {
  expect(done({ hasComputer: false, phones: [], hasSession: true })).toEqual(['computer', 'session'])
})

it.each([
  { ...phone, hasPushKey: false },
  { ...phone, lastDelivery: { result: 'rejected' } },
])('does not count a phone that is not reached: %j', (unreached) => {
  expect(done({ hasComputer: false, phones: [unreached], hasSession: false })).toEqual(['phone'])
})

it('leaves out what only the owner can do', () => {
  const steps = firstSteps({ hasComputer: true, phones: undefined, hasSession: false })
  expect(steps.map(({ step }) => step)).toEqual(['computer', 'session'])
})
