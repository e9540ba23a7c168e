import { expect, it } from 'vitest'
import { BadOrigin } from '../config/provider-origin.ts'
import { RecordedLog } from '../testing/recorded-log.ts'
import { OtherChannels } from './other-channels.ts'

it('switches a channel off whose host cannot be used, and says which variable is wrong', () => {
  const log = new RecordedLog()
  const channels = new OtherChannels([], log)
  const made = channels.open('gateway', () => {
    throw new BadOrigin('SVC_PUSH_GATEWAY_ORIGIN')
  })
  expect(made).toBeUndefined()
  expect(channels.diagnostics(undefined)).toEqual([
    { channel: 'gateway', isProblem: true, message: expect.stringContaining('SVC_PUSH_GATEWAY_ORIGIN') },
  ])
  expect(log.text).toContain('SVC_PUSH_GATEWAY_ORIGIN')
})

it('does not swallow any other error', () => {
  const channels = new OtherChannels([], new RecordedLog())
  const open = () =>
    channels.open('bot', () => {
      throw new TypeError('a bug')
    })
  expect(open).toThrow('a bug')
})

it('tells of keys that cannot be opened here, and of a bot that stopped', () => {
  const closed = [{ key: 'pushGatewaySendKey', message: 'Enter it again.' }] as const
  const channels = new OtherChannels(closed, new RecordedLog())
  expect(channels.diagnostics({ problems: [] })).toEqual([
    { channel: 'gateway', isProblem: true, message: 'Enter it again.' },
  ])
  expect(channels.diagnostics({ problems: ['The bot is off'] }).at(-1)).toEqual({
    channel: 'bot',
    isProblem: true,
    message: 'The bot is off.',
  })
})
