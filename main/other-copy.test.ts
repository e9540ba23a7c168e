import { describe, expect, it } from 'vitest'
import { type OtherCopyParts, stopOtherCopy } from './other-copy.ts'

const at = { origin: 'http://127.0.0.1:3006', port: 3006 }
const gone = () => Object.assign(new Error('gone'), { code: 'ESRCH' })

function setUp(more: Partial<OtherCopyParts> = {}) {
  const signals: (string | number)[] = []
  const parts: OtherCopyParts = {
    whoAnswers: async () => 'hub',
    findPortHolder: async () => ({ pid: 7, name: 'node' }),
    signal: (_pid, signal) => {
      signals.push(signal)
      if (signals.length > 3) throw gone()
    },
    wait: async () => {},
    ...more,
  }
  return { signals, stop: () => stopOtherCopy(at, parts) }
}

describe('ending the other copy', () => {
  it('asks it to end and waits until it has', async () => {
    const { signals, stop } = setUp()
    expect(await stop()).toBe(true)
    expect(signals).toEqual(['SIGTERM', 0, 0, 0])
  })

  it.each<[string, Partial<OtherCopyParts>]>([
    ['when another program answers there', { whoAnswers: async () => 'other' }],
    ['when nobody answers there', { whoAnswers: async () => 'nobody' }],
    ['when the system does not say which program it is', { findPortHolder: async () => undefined }],
  ])('touches nothing %s', async (_, more) => {
    const { signals, stop } = setUp(more)
    expect([await stop(), signals]).toEqual([false, []])
  })

  it.each<[string, OtherCopyParts['signal']]>([
    ['it does not end', () => {}],
    [
      'it belongs to somebody else',
      () => {
        throw Object.assign(new Error('no'), { code: 'EPERM' })
      },
    ],
  ])('gives up when %s', async (_, signal) => {
    expect(await setUp({ signal }).stop()).toBe(false)
  })
})
