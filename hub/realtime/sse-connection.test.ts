import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type BroadcastEvent, HEARTBEAT_INTERVAL_MS } from '../../contract/events.ts'
import { silentLog } from '../log.ts'
import { BusHost, type Listening } from '../testing/bus-host.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import type { SseClient } from '../testing/sse-client.ts'
import { EventBus } from './bus.ts'
import { KEEP_ALIVE_AFTER_MS } from './sse-connection.ts'

const toastData = { title: 'T', body: 'B', sessionId: 's1', url: '/sessions/s1' }
const sessionId = 's1'

let clock: ManualClock
let logged: string[]
let bus: EventBus
let host: BusHost
beforeEach(async () => {
  clock = new ManualClock()
  logged = []
  bus = new EventBus({
    clock,
    log: { ...silentLog, info: (line) => logged.push(line) },
  })
  host = await BusHost.serve(bus)
})
afterEach(() => host.close())

const publish = (event: BroadcastEvent) => bus.publish({ ...event, namespace: 'mine' })
const ended = (id: string) => publish({ type: 'session-ended', sessionId: id })

/** A client that has its handshake, and so is subscribed. */
async function join(listening: Listening, options?: { gzip?: boolean; paused?: boolean }) {
  const client = await host.open(listening, options)
  if (!options?.paused) await client.first(1)
  return client
}

const idsOf = (frames: { id: string | undefined }[]) => frames.map((frame) => frame.id?.split(':')[1])

describe('headers', () => {
  it.each([
    [false, undefined],
    [true, 'gzip'],
  ])('are those of an unbuffered event stream (gzip %s)', async (gzip, encoding) => {
    const { status, headers } = await join({ all: true }, { gzip })
    expect({ status, ...headers }).toMatchObject({
      status: 200,
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    })
    expect([headers['content-encoding'], headers['content-length']]).toEqual([encoding, undefined])
  })
})

describe('a client that does not keep up', () => {
  it('is closed, while others receive everything', async () => {
    await join({ all: true }, { paused: true })
    const reader = await join({ all: true })
    const stalled = host.responses[0]
    const data = 'x'.repeat(256 * 1024)
    let published = 0
    while (!stalled?.destroyed && published < 200) {
      publish({ type: 'session-updated', sessionId, data })
      published += 1
      await reader.first(published + 1)
    }
    expect(stalled?.destroyed).toBe(true)
    ended('after')
    await reader.first(published + 2)
    expect(idsOf(reader.frames).slice(1)).toEqual(
      Array.from({ length: published + 1 }, (_, n) => String(n + 1)),
    )
    expect(logged).toEqual(['Closed an event stream whose client did not keep up'])
  })

  it('is given time for a replay larger than the limit', async () => {
    const witness = await join({ all: true })
    ended('a')
    const cursor = (await witness.first(2))[1]?.id
    publish({ type: 'session-updated', sessionId, data: 'x'.repeat(32 * 1024 * 1024) })
    const client = await join({ all: true, cursor, visibility: 'visible' }, { paused: true })
    ended('b')
    expect(bus.toast('mine', toastData)).toBe(1)
    client.resume()
    expect(idsOf(await client.first(4))).toEqual([undefined, '2', '3', undefined])
  })
})

describe('a client that vanished without a word', () => {
  it('is asked by the system whether it is there, before the next heartbeat hides that it is not', async () => {
    const asked: unknown[][] = []
    host.beforeJoin = () => {
      const socket = host.responses.at(-1)?.socket
      if (!socket) return
      vi.spyOn(socket, 'setKeepAlive').mockImplementation((...how) => {
        asked.push(how)
        return socket
      })
    }
    await join({ all: true })
    expect(asked).toEqual([[true, KEEP_ALIVE_AFTER_MS]])
    expect(KEEP_ALIVE_AFTER_MS + 10_000).toBeLessThan(HEARTBEAT_INTERVAL_MS)
  })

  /** Sends until something waits for the stuck client, which is less than it may fall behind. */
  async function untilSomethingWaits(reader: SseClient): Promise<number> {
    const data = 'x'.repeat(128 * 1024)
    let published = 0
    while (host.responses[0]?.writableLength === 0) {
      publish({ type: 'session-updated', sessionId, data })
      published += 1
      await reader.first(published + 1)
    }
    return published
  }

  it('is no longer visible once it has taken nothing from one heartbeat to the next', async () => {
    await join({ all: true, visibility: 'visible' }, { paused: true })
    const reader = await join({ all: true })
    const published = await untilSomethingWaits(reader)
    clock.advance(HEARTBEAT_INTERVAL_MS)
    await reader.first(published + 2)
    expect([host.responses[0]?.destroyed, bus.hasVisible('mine')]).toEqual([false, true])
    clock.advance(HEARTBEAT_INTERVAL_MS)
    await reader.first(published + 3)
    expect(host.responses[0]?.destroyed).toBe(true)
    expect([bus.hasVisible('mine'), bus.toast('mine', toastData)]).toEqual([false, 0])
    expect(logged).toEqual(['Closed an event stream whose client did not keep up'])
  })

  it('is not one that takes its time, or to whom nothing was sent', async () => {
    const slow = await join({ all: true }, { paused: true })
    const reader = await join({ all: true })
    const idle = await join({})
    const published = await untilSomethingWaits(reader)
    clock.advance(HEARTBEAT_INTERVAL_MS)
    slow.resume()
    await slow.first(published + 2)
    for (let beat = 2; beat <= 4; beat += 1) {
      clock.advance(HEARTBEAT_INTERVAL_MS)
      await Promise.all([slow.first(published + 1 + beat), idle.first(1 + beat)])
    }
    expect(logged).toEqual([])
  })
})

describe('many gzip clients that come and go', () => {
  it('all decode the same events from streams joined in the middle', async () => {
    const witness = await join({ all: true })
    const clients: { client: SseClient; from: number }[] = []
    let seq = 0
    for (let round = 0; round < 30; round += 1) {
      for (let n = 0; n <= round % 4; n += 1) {
        seq += 1
        publish({ type: 'session-updated', sessionId: `s${n}`, data: { activeAt: 1700000000000 + seq } })
      }
      if (round % 3 === 0) bus.toast('mine', toastData)
      const visibility = round % 2 === 0 ? 'visible' : 'hidden'
      clients.push({ client: await join({ all: true, visibility }, { gzip: true }), from: seq })
      const leaver = clients[round - 5]?.client
      if (round % 5 === 4 && leaver) await host.leave(leaver)
    }
    ended('end')
    seq += 1
    await witness.first(seq + 1)
    await bus.close()
    const events = witness.frames.slice(1)
    const stayed = clients.filter((_, n) => !(n % 5 === 4 && n + 5 < 30))
    expect(stayed.length).toBe(25)
    for (const { client, from } of stayed) {
      expect(await client.outcome).toBe('complete')
      expect(client.frames.filter(({ id }) => id !== undefined)).toEqual(events.slice(from))
    }
  })
})
