import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BroadcastEvent } from '../../contract/events.ts'
import { silentLog } from '../log.ts'
import { BusHost, type Listening } from '../testing/bus-host.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import type { SseClient } from '../testing/sse-client.ts'
import { EventBus } from './bus.ts'

const toastData = { title: 'T', body: 'B', sessionId: 's1', url: '/sessions/s1' }
const sessionId = 's1'

let logged: string[]
let bus: EventBus
let host: BusHost
beforeEach(async () => {
  logged = []
  bus = new EventBus({
    clock: new ManualClock(),
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
