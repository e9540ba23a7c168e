import { describe, expect, it } from 'vitest'
import { ManualClock } from '../testing/manual-clock.ts'
import { AUTH_FAILURE_WINDOW_MS, AUTH_FAILURES_MAX, AuthAttempts } from './attempt-limit.ts'

const fail = (attempts: AuthAttempts, address: string, times = AUTH_FAILURES_MAX) => {
  for (let i = 0; i < times; i += 1) attempts.noteFailure(address)
}

describe('AuthAttempts', () => {
  it('makes an address wait for the rest of the window after too many failures', () => {
    const clock = new ManualClock()
    const attempts = new AuthAttempts({ clock })
    fail(attempts, '203.0.113.5', AUTH_FAILURES_MAX - 1)
    expect(attempts.waitMs('203.0.113.5')).toBe(0)
    clock.advance(1000)
    fail(attempts, '203.0.113.5', 1)
    expect(attempts.waitMs('203.0.113.5')).toBe(AUTH_FAILURE_WINDOW_MS - 1000)
    expect(attempts.waitMs('203.0.113.6')).toBe(0)
    clock.advance(AUTH_FAILURE_WINDOW_MS - 1000)
    expect(attempts.waitMs('203.0.113.5')).toBe(0)
    fail(attempts, '203.0.113.5', 1)
    expect(attempts.waitMs('203.0.113.5')).toBe(0)
  })

  it('counts an IPv4 address the same on an IPv6 socket', () => {
    const attempts = new AuthAttempts({ clock: new ManualClock() })
    fail(attempts, '::ffff:203.0.113.5')
    expect(attempts.waitMs('203.0.113.5')).toBeGreaterThan(0)
  })

  it.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])('never limits loopback (%s)', (address) => {
    const attempts = new AuthAttempts({ clock: new ManualClock() })
    fail(attempts, address, AUTH_FAILURES_MAX * 2)
    expect(attempts.waitMs(address)).toBe(0)
  })

  it('forgets failures after a success', () => {
    const attempts = new AuthAttempts({ clock: new ManualClock() })
    fail(attempts, '203.0.113.5', AUTH_FAILURES_MAX - 1)
    attempts.noteSuccess('203.0.113.5')
    fail(attempts, '203.0.113.5', AUTH_FAILURES_MAX - 1)
    expect(attempts.waitMs('203.0.113.5')).toBe(0)
  })

  it('remembers a bounded number of addresses, the newest', () => {
    const attempts = new AuthAttempts({ clock: new ManualClock() })
    fail(attempts, 'first')
    for (let i = 0; i < 9_999; i += 1) attempts.noteFailure(`address-${i}`)
    expect(attempts.waitMs('first')).toBeGreaterThan(0)
    attempts.noteFailure('one more')
    expect(attempts.waitMs('first')).toBe(0)
  })
})
