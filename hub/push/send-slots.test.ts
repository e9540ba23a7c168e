import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { ManualClock } from '../testing/manual-clock.ts'
import { SEND_QUEUE, SEND_SLOTS, SEND_TIMEOUT_MS, SendSlots } from './send-slots.ts'

/** Slots whose sends end when the test says so. */
function scene() {
  const clock = new ManualClock()
  const slots = new SendSlots(clock)
  const begun: { signal: AbortSignal; end: (value: string) => void; fail: (error: Error) => void }[] = []
  const send = () =>
    slots.run((signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      begun.push({ signal, end: resolve, fail: reject })
      return promise
    })
  return { clock, slots, begun, send }
}

const outcomes = async (sends: Promise<string>[]) =>
  (await Promise.allSettled(sends)).map((send) =>
    send.status === 'fulfilled' ? send.value : (send.reason as { code: string }).code,
  )

describe('send slots', () => {
  it('begin so many sends at once, and the next when one has ended', async () => {
    const { begun, send } = scene()
    const sends = Array.from({ length: SEND_SLOTS + 1 }, send)
    await Promise.resolve()
    expect(begun).toHaveLength(SEND_SLOTS)
    begun[0]?.end('first')
    expect(await sends[0]).toBe('first')
    expect(begun).toHaveLength(SEND_SLOTS + 1)
  })

  it('go on after a send that failed', async () => {
    const { begun, send } = scene()
    const sends = Array.from({ length: SEND_SLOTS + 1 }, send)
    await Promise.resolve()
    begun[0]?.fail(new Error('broken'))
    await expect(sends[0]).rejects.toThrow('broken')
    begun[SEND_SLOTS]?.end('last')
    expect(await sends[SEND_SLOTS]).toBe('last')
  })

  it('refuse what finds no place to wait', async () => {
    const { send } = scene()
    const kept = Array.from({ length: SEND_SLOTS + SEND_QUEUE }, send)
    for (const one of kept) one.catch(() => {})
    await expect(send()).rejects.toMatchObject({ code: 'busy' })
  })

  it('end a send after ten seconds, waiting included', async () => {
    const { clock, begun, send } = scene()
    const sends = Array.from({ length: SEND_SLOTS + 2 }, send)
    await Promise.resolve()
    clock.advance(SEND_TIMEOUT_MS - 1)
    expect(begun.some(({ signal }) => signal.aborted)).toBe(false)
    clock.advance(1)
    expect(new Set(await outcomes(sends))).toEqual(new Set(['timeout']))
    expect(begun).toHaveLength(SEND_SLOTS)
    expect(begun.every(({ signal }) => signal.aborted)).toBe(true)
  })

  it('keep the slot of a send that does not stop', async () => {
    const { clock, begun, send } = scene()
    const stuck = Array.from({ length: SEND_SLOTS }, send)
    await Promise.resolve()
    clock.advance(SEND_TIMEOUT_MS)
    expect(new Set(await outcomes(stuck))).toEqual(new Set(['timeout']))
    const next = send()
    await Promise.resolve()
    expect(begun).toHaveLength(SEND_SLOTS)
    begun[0]?.end('late')
    await turn()
    begun[SEND_SLOTS]?.end('next')
    expect(await next).toBe('next')
  })

  it('stop everything when they close', async () => {
    const { slots, send } = scene()
    const sends = Array.from({ length: SEND_SLOTS + 1 }, send)
    slots.close()
    expect(new Set(await outcomes(sends))).toEqual(new Set(['closed']))
    await expect(send()).rejects.toMatchObject({ code: 'closed' })
  })
})
